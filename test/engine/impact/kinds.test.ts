import { Client } from "../../../src/api";
import { defineOrganization, observe, plan, render } from "../../../src/engine";
import type { MoveImpact, OrganizationDefinition, Plan, ProjectDefinition } from "../../../src/engine";
import { HttpClient, resource } from "../../emulator/http-client";
import { RunTaskServer } from "../../emulator/run-task-server";
import { Acme } from "../../support/acme";

/* What moves change beside access, sets and tags, from the emulator over HTTP: without --impact, and what it reads. */

const organization = "acme";
let acme: Acme;
let http: HttpClient;
let from: string;
let to: string;

async function start(...options: Parameters<typeof Acme.start>): Promise<void> {
  acme = await Acme.start(...options);
  http = new HttpClient(acme.emulator);
  [from, to] = [acme.addProject("Source"), acme.addProject("Target")];
}

beforeEach(() => start());
afterEach(() => acme.stop());

/** With another token than the owner's. */
let client: Client | undefined;
beforeEach(() => void (client = undefined));

/** What the code says of Target. */
let target: ProjectDefinition = { name: "Target" };
beforeEach(() => void (target = { name: "Target" }));

/** The plan that moves workspaces to Target. */
async function planned(...workspaceNames: readonly string[]) {
  const code = { projects: [target], memberships: [{ project: "Target", workspaceNames }] };
  const desired = defineOrganization({ name: organization, ...code });
  return plan(desired, await observe(client ?? acme.client, desired, { impact: true }), { maxMoves: "all" });
}

async function related(...names: readonly string[]): Promise<NonNullable<MoveImpact["related"]>> {
  return (await planned(...names)).impact.moves[0]!.related!;
}

const inProjects = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: "projects", id })) });

describe("workload identity", () => {
  const addUsers = (): void => {
    const [api, web] = ["api", "web", "dns"].map((name) => acme.addWorkspace(name, from));
    const { variables, variableSets } = acme.emulator;
    variables.create({ workspaceId: api!, key: "TFC_AWS_PROVIDER_AUTH_PROD", value: "true", category: "env" });
    variables.create({ workspaceId: web!, key: "TFC_VAULT_PROVIDER_AUTH", value: "true", category: "terraform" });
    const set = variableSets.create({ organization, name: "vault", workspaceIds: [api!] });
    variables.create({ variableSetId: set.id, key: "TFC_VAULT_PROVIDER_AUTH", value: "true", category: "env" });
  };

  test("only those that use it are warned, with what they authenticate to", async () => {
    addUsers();
    const { impact, warnings } = await planned("api", "web", "dns");
    expect(impact.identities).toMatchObject([
      {
        workspaces: 3,
        users: {
          workspaces: 1,
          providers: [
            ["aws", 1],
            ["vault", 1],
          ],
          notRead: 0,
        },
      },
    ]);
    expect(warnings.map(({ detail }) => detail)).toContainEqual(
      expect.stringContaining("Runs of 1 workspace present another identity"),
    );
    expect((await planned("web", "dns")).warnings).toEqual([]);
  });

  test("is read of each workspace where lists do not include variables, up to 100", async () => {
    await acme.stop();
    await start({ workspaceVariables: "refuse" });
    addUsers();
    const names = ["api", "web", "dns"];
    acme.takeRequests();
    expect((await planned(...names)).impact.identities[0]!.users).toMatchObject({ workspaces: 1, notRead: 0 });
    expect(acme.takeRequests().filter((it) => it.endsWith("/vars"))).toHaveLength(3);
    const many = Array.from({ length: 101 }, (_, index) => `many-${index}`);
    for (const name of many) acme.addWorkspace(name, from);
    const { identities } = (await planned(...names, ...many)).impact;
    expect(identities[0]!.users?.notRead).toBeGreaterThan(0);
    expect(acme.takeRequests().filter((it) => it.endsWith("/vars"))).toHaveLength(100);
  });

  test("a token that may not read variables is told so", async () => {
    await acme.stop();
    await start({ workspaceVariables: "refuse" });
    addUsers();
    acme.emulator.faults.add({ path: /\/vars$/, status: 404, times: 10 });
    const made = await planned("web");
    expect(made.impact.moves[0]!.related!.workloadIdentity).toBeUndefined();
    expect(render(made, "text")).toContain("1 of 1 not compared");
  });
});

test("run tasks of projects are gained and lost, with their host; global ones are not", async () => {
  acme.addWorkspace("api", from);
  const { runTasks } = acme.emulator;
  const configure = async (name: string, enforcement: string, projectId?: string): Promise<void> => {
    const task = runTasks.create({ organization, name, url: `https://${name}.example.com/secret` }).id;
    const attributes = {
      global: projectId === undefined,
      "enforcement-level": enforcement,
      "allowed-stages": ["post_plan"],
    };
    const owner = { data: { type: "organizations", id: organization } };
    const relations = { owner, task: { data: { type: "tasks", id: task } } };
    const projects = projectId === undefined ? {} : { projects: inProjects(projectId) };
    const { status } = await http.post(
      `/organizations/${organization}/task-configs`,
      resource("task-configs", attributes, { ...relations, ...projects }),
    );
    expect(status).toBe(201);
  };
  await configure("scan", "mandatory", to);
  await configure("cost", "advisory", to);
  await configure("audit", "mandatory", from);
  await configure("everywhere", "mandatory");
  expect((await related("api")).runTasks!.effects).toMatchObject([
    { change: "lost", name: "audit", before: "mandatory", note: "post_plan, audit.example.com: a control less" },
    { change: "gained", name: "cost", after: "advisory", note: "post_plan, cost.example.com" },
    { change: "gained", name: "scan", after: "mandatory", note: "post_plan, scan.example.com: may stop runs" },
  ]);
  acme.emulator.faults.add({ path: "/task-configs", status: 404 });
  expect((await related("api")).runTasks).toEqual({ effects: [] });
  acme.emulator.faults.add({ path: "/task-configs", status: 403 });
  expect((await related("api")).runTasks).toBeUndefined();
});

test("run tasks are not compared with a token that may not manage them", async () => {
  acme.addWorkspace("api", from);
  const { address, tokens } = acme.emulator;
  const token = tokens.create({ organization, role: "manage-projects" });
  expect((await related("api")).runTasks).toEqual({ effects: [] });
  client = new Client({ address, token, env: {} });
  expect((await related("api")).runTasks).toBeUndefined();
});

test("notifications of projects are gained and lost, by kind and host", async () => {
  acme.addWorkspace("api", from);
  const server = await RunTaskServer.start();
  try {
    const url = `${server.url}/services/secret`;
    const generic = { "destination-type": "generic", name: "hook", enabled: true, url, token: "very-secret" };
    for (const [project, attributes] of [
      [to, generic],
      [from, { ...generic, enabled: false }],
      [from, { "destination-type": "email", name: "mail", enabled: true }],
    ] as const) {
      const { status } = await http.post(
        `/projects/${project}/notification-configurations`,
        resource("notification-configurations", attributes),
      );
      expect(status).toBe(201);
    }
    const made = await planned("api");
    expect(made.impact.moves[0]!.related!.notifications).toMatchObject({
      effects: [
        { change: "lost", name: "email" },
        { change: "gained", name: "generic", after: new URL(url).host },
      ],
      notCompared: ["which workspaces notifications leave out, which the API does not have"],
    });
    for (const format of ["text", "json", "markdown", "html"] as const)
      expect(render(made, format)).not.toMatch(/secret/);
  } finally {
    await server.stop();
  }
});

test("policy sets that select by tags, which workspaces lose", async () => {
  const api = acme.addWorkspace("api", from);
  acme.addWorkspace("web", from);
  acme.emulator.projects.update(from, { tags: { env: "prod" } });
  await acme.tag(api, { pci: "yes" });
  const tagSelectors = [
    { "tag-key": "env", "tag-value": "prod", "is-exclude": false },
    { "tag-key": "pci", "tag-value": "yes", "is-exclude": false },
  ];
  for (const logic of ["any", "all"]) {
    const attributes = { name: logic, "tag-selectors": tagSelectors, "tag-selector-matching-logic": logic };
    const { status } = await http.post(
      `/organizations/${organization}/policy-sets`,
      resource("policy-sets", attributes),
    );
    expect(status).toBe(201);
  }
  expect((await related("api", "web")).policySets!.effects).toMatchObject([
    { change: "lost", name: "all", workspaces: 1 },
    { change: "lost", name: "any", workspaces: 1 },
  ]);
});

test("pools that do not allow the destination, of workspaces and inherited", async () => {
  const { agentPools } = acme.emulator;
  const pool = (name: string, more: object) => agentPools.create({ organization, name, ...more }).id;
  const own = pool("own", { organizationScoped: false, allowedProjectIds: [from], agentCount: 1 });
  const inherited = pool("inherited", { organizationScoped: true, agentCount: 0 });
  target = { name: "Target", defaultExecutionMode: "agent", defaultAgentPoolId: inherited };
  acme.addWorkspace("plain", from);
  const api = acme.addWorkspace("api", from);
  const overwrite = { "execution-mode": "agent", "agent-pool-id": own };
  const { status } = await http.patch(`/workspaces/${api}`, resource("workspaces", overwrite));
  expect(status).toBe(200);
  expect((await related("api", "plain")).agentPools!.effects).toMatchObject([
    { change: "affected", name: "inherited", note: "has no agent: runs may wait", workspaces: 1, isCertain: false },
    { name: "own", note: "their own, which does not allow the project: runs may fail", workspaces: 1 },
  ]);
});

test("connections that are limited to projects without the destination", async () => {
  const { oauthClients, oauthTokens } = acme.emulator;
  const connect = async (workspace: string, more: object): Promise<void> => {
    const client = oauthClients.create({ organization, ...more }).id;
    const token = oauthTokens.create({ oauthClientId: client }).id;
    const repository = { identifier: "acme/api", "oauth-token-id": token };
    const id = acme.addWorkspace(workspace, from);
    const { status } = await http.patch(`/workspaces/${id}`, resource("workspaces", { "vcs-repo": repository }));
    expect(status).toBe(200);
  };
  await connect("api", { name: "Limited", organizationScoped: false, projectIds: [from] });
  await connect("web", { name: "Both", organizationScoped: false, projectIds: [from, to] });
  await connect("dns", { name: "Everywhere" });
  expect((await related("api", "web", "dns")).vcsConnections!.effects).toEqual([
    {
      change: "affected",
      id: expect.stringMatching(/^oc-/),
      name: "Limited",
      note: "does not allow the project: runs may not start",
      workspaces: 1,
      isCertain: false,
    },
  ]);
});

test("unfinished runs of workspaces whose execution mode changes", async () => {
  acme.emulator.projects.update(from, { defaultExecutionMode: "remote" });
  for (const name of ["api", "web", "dns"]) {
    const workspaceId = acme.addWorkspace(name, from);
    const { id } = acme.emulator.runs.start({ workspaceId });
    acme.emulator.runs.setStatus(id, name === "dns" ? "applied" : "planned");
  }
  expect((await related("api", "web", "dns")).runs).toEqual({ effects: [] });
  target = { name: "Target", defaultExecutionMode: "local" };
  expect((await related("api", "web", "dns")).runs!.effects).toEqual([
    { change: "affected", name: "planned", note: "api, web: the apply may fail", workspaces: 2, isCertain: false },
  ]);
});

describe("without a request more", () => {
  const setting = async (name: string, projectId: string, attributes: object): Promise<void> => {
    const id = acme.addWorkspace(name, projectId);
    expect((await http.patch(`/workspaces/${id}`, resource("workspaces", attributes))).status).toBe(200);
  };
  const plain = async (code: Partial<OrganizationDefinition>) => {
    const desired = defineOrganization({ name: organization, projects: [target], ...code });
    return plan(desired, await observe(acme.client, desired), { maxMoves: "all" });
  };
  const codesOf = ({ warnings }: Plan) => warnings.map(({ code }) => code);
  const moving = (...workspaceNames: readonly string[]) => ({ memberships: [{ project: "Target", workspaceNames }] });
  const SHARED = { "project-remote-state": true };

  test("states that are shared with the project: whose, by whom, lost and gained", async () => {
    await setting("api", from, SHARED);
    await setting("dns", from, SHARED);
    await setting("net", to, SHARED);
    for (const [name, project] of [
      ["cron", from],
      ["web", to],
    ] as const)
      acme.addWorkspace(name, project);
    const made = await plain(moving("api"));
    const ids = (names: readonly string[]) => names.map((name) => expect.objectContaining({ name }) as object);
    expect(made.impact.moves[0]!.stateSharing).toEqual({
      lost: ids(["dns"]),
      gained: ids(["net"]),
      shared: ids(["api"]),
      lostBy: ids(["cron", "dns"]),
      gainedBy: ids(["net", "web"]),
    });
    const details = made.warnings.map(({ code, detail }) => [code, detail]);
    expect(details).toContainEqual([
      "state-lost",
      '1 workspace that moves from "Source" to "Target" can no longer read the state of dns; cron, dns can no longer ' +
        'read the state of api, which moves from "Source" to "Target". They are shared with the project. Runs that ' +
        "read them fail. Share these states with a list of workspaces before.",
    ]);
    expect(codesOf(made)).toEqual(["run-identity", "state-lost", "state-gained"]);
  });

  test("moves with the same loss are told together, and each loss once", async () => {
    await setting("api", from, SHARED);
    for (const name of ["Third", "Fourth", "Fifth"]) acme.addProject(name);
    for (const name of ["w1", "w2", "w3", "stays"]) acme.addWorkspace(name, from);
    const made = await plain({
      memberships: [
        { project: "Target", workspaceNames: ["api"] },
        { project: "Third", workspaceNames: ["w1"] },
        { project: "Fourth", workspaceNames: ["w2"] },
        { project: "Fifth", workspaceNames: ["w3"] },
      ],
    });
    expect(made.warnings.find(({ code }) => code === "state-lost")?.detail).toMatch(
      new RegExp(
        '^3 workspaces that move from "Source" to "Fifth", "Fourth", "Third" can no longer read the state of api; ' +
          'stays can no longer read the state of api, which moves from "Source" to "Target"\\. ',
      ),
    );
  });

  test("not those that move together, and not states that all may read", async () => {
    await setting("api", from, SHARED);
    await setting("dns", from, { "global-remote-state": true });
    acme.addWorkspace("web", from);
    expect(codesOf(await plain(moving("api", "web", "dns")))).toEqual(["run-identity"]);
  });

  test("auto-destroy of those that do not allow destroy plans", async () => {
    await setting("api", from, { "allow-destroy-plan": false });
    acme.addWorkspace("web", from);
    target = { name: "Target", autoDestroyActivityDuration: "14d" };
    const made = await plain(moving("api", "web"));
    expect(made.impact.moves[0]!.destroyedAnyway).toMatchObject([{ name: "api" }]);
    expect(codesOf(made)).toEqual(["destroyed-anyway", "run-identity", "auto-destroy"]);
  });

  test("a rename changes the identity of all that stay", async () => {
    for (const name of ["api", "web"]) acme.addWorkspace(name, from);
    acme.takeRequests();
    const made = await plain({ projects: [{ name: "Renamed", previousNames: ["Source"] }] });
    expect(acme.takeRequests()).toHaveLength(3);
    expect(made.impact.identities).toEqual([
      {
        cause: "renamed",
        before: "organization:acme:project:Source",
        after: "organization:acme:project:Renamed",
        workspaces: 2,
      },
    ]);
    expect(made.warnings.map(({ detail }) => detail)).toEqual([
      expect.stringContaining("A rename also changes TFC_PROJECT_NAME in runs"),
    ]);
  });
});
