import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  apply,
  defineOrganization,
  drift,
  loadPlan,
  observe,
  plan,
  render,
  savePlan,
  undo,
  undoable,
  type ApplyResult,
  type OrganizationDefinition,
  type Plan,
} from "../../src/engine";
import { Client } from "../../src/api";
import { describe as describeChange } from "../../src/engine/changes/kinds";
import { quote } from "../../src/reconcile";
import { readModules } from "../../src/engine/source/read-modules";
import { Acme } from "../support/acme";

let acme: Acme;
let teams: Readonly<Record<"platform" | "web", string>>;
beforeEach(async () => {
  acme = await Acme.start();
  const { emulator } = acme;
  const team = (name: string): string => emulator.teams.create({ organization: "acme", name }).id;
  teams = { platform: team("platform"), web: team("web") };
  emulator.variableSets.create({ organization: "acme", name: "aws" });
  emulator.policySets.create({ organization: "acme", name: "cis" });
  emulator.policySets.create({ organization: "acme", name: "everywhere", global: true });
});
afterEach(() => acme.stop());

type Code = Omit<OrganizationDefinition, "name">;

async function planned(code: Code): Promise<Plan> {
  const desired = defineOrganization({ name: "acme", ...code });
  return plan(desired, await observe(acme.client, desired));
}

async function applied(code: Code): Promise<{ readonly done: Plan; readonly result: ApplyResult }> {
  const done = await planned(code);
  expect(done.errors).toEqual([]);
  return { done, result: await apply(acme.client, done) };
}

/** What is assigned to a project, as the service lists it. */
async function assignedTo(project: string): Promise<object> {
  const { client } = acme;
  const id = acme.emulator.state().organizations[0]!.projects.find(({ name }) => name === project)!.id;
  const names = new Map(Object.entries(teams).map(([name, teamId]) => [teamId, name]));
  const access: string[] = [];
  for await (const it of client.teamProjects.list(id)) access.push(`${names.get(it.teamId)!}: ${it.access}`);
  const variableSets: string[] = [];
  for await (const { name } of client.variableSets.listForProject(id)) variableSets.push(name);
  const policySets: string[] = [];
  for await (const set of client.policySets.list("acme")) {
    if (set.projectIds.includes(id)) policySets.push(set.name);
    if (set.excludedProjectIds.includes(id)) policySets.push(`not ${set.name}`);
  }
  return { access: access.sort(), variableSets: variableSets.sort(), policySets: policySets.sort() };
}

const CODE: Code = {
  projects: [{ name: "Billing" }],
  teamAccess: [
    {
      project: "Billing",
      teams: [
        { name: "platform", access: "maintain" },
        { name: "web", access: "custom", workspaceAccess: { runs: "apply", locking: true } },
      ],
    },
  ],
  variableSets: [{ project: "Billing", names: ["aws"] }],
  policySets: [{ project: "Billing", names: ["cis"], exclude: ["everywhere"] }],
};
const ASSIGNED = {
  access: ["platform: maintain", "web: custom"],
  variableSets: ["aws"],
  policySets: ["cis", "not everywhere"],
};

test("a project whole: created with access and sets, and then in order", async () => {
  const { result } = await applied(CODE);
  expect(result).toMatchObject({ status: "complete" });
  expect(await assignedTo("Billing")).toEqual(ASSIGNED);
  expect((await planned(CODE)).actions).toEqual([]);
});

test("a workspace moves in after its project has access and sets", async () => {
  acme.addWorkspace("api");
  const done = await planned({ ...CODE, memberships: [{ project: "Billing", workspaceNames: ["api"] }] });
  acme.emulator.requests.clear();
  expect(await apply(acme.client, done)).toMatchObject({ status: "complete" });
  const writes = acme.emulator.requests.entries.filter(({ method }) => method !== "GET").map(({ path }) => path);
  expect(writes).toHaveLength(7);
  expect(writes.at(-1)).toMatch(/relationships\/workspaces$/);
});

test("the impact of a move is that of the access and the sets after the apply", async () => {
  acme.addWorkspace("api");
  const desired = defineOrganization({
    name: "acme",
    ...CODE,
    memberships: [{ project: "Billing", workspaceNames: ["api"] }],
  });
  const [move] = plan(desired, await observe(acme.client, desired, { impact: true })).impact.moves;
  expect(move?.related).toMatchObject({
    teamAccess: {
      effects: [
        { change: "gained", name: "platform", after: "maintain" },
        { change: "gained", after: "custom" },
      ],
    },
    variableSets: { effects: [{ change: "gained", name: "aws" }] },
    policySets: {
      effects: [
        { change: "lost", name: "everywhere" },
        { change: "gained", name: "cis" },
      ],
    },
  });
});

test("each list of access, sets and teams is read once, also for the impact", async () => {
  await applied(CODE);
  acme.addWorkspace("api");
  const memberships = [{ project: "Billing", workspaceNames: ["api"] }];
  acme.takeRequests();
  await observe(acme.client, defineOrganization({ name: "acme", ...CODE, memberships }), { impact: true });
  const lists = acme.takeRequests().flatMap((it) => /team-projects|teams|varsets|policy-sets/.exec(it) ?? []);
  // Access and variable sets also of the project that the workspace leaves; variable sets also of the organization, the
  // second time with their variables.
  expect(lists.sort()).toEqual([
    "policy-sets",
    "team-projects",
    "team-projects",
    "teams",
    "varsets",
    "varsets",
    "varsets",
    "varsets",
  ]);
});

test("drift: what someone changed, and what the code does not have", async () => {
  await applied(CODE);
  const projectId = acme.emulator.state().organizations[0]!.projects.find(({ name }) => name === "Billing")!.id;
  acme.emulator.teams.grant({ teamId: teams.platform, projectId, access: "read" });
  const other = acme.emulator.teams.create({ organization: "acme", name: "auditors" });
  acme.emulator.teams.grant({ teamId: other.id, projectId, access: "read" });
  const desired = defineOrganization({ name: "acme", ...CODE });
  const found = drift(desired, await observe(acme.client, desired));
  expect(found.hasDrift).toBe(true);
  expect(render(found, "text", { width: 200 })).toContain("~ team platform (access read → maintain)");
  expect(render(found, "text", { width: 200 })).toContain(
    'Team auditors is assigned to project "Billing", and not in the code: left as assigned.',
  );
});

describe("exclusions from policy sets", () => {
  beforeEach(() => {
    const projectIds = [acme.addProject("Billing")];
    const { emulator } = acme;
    const organization = "acme";
    emulator.policySets.create({ organization, name: "costs", global: true, excludedProjectIds: projectIds });
    emulator.policySets.create({ organization, name: "local", excludedProjectIds: projectIds });
    emulator.policySets.create({ organization, name: "swap", projectIds });
    emulator.policySets.create({ organization, name: "old", projectIds });
  });
  const sets = { project: "Billing", names: ["cis"], exclude: ["everywhere", "swap"] };

  test("that begin or end are shown as such, and a change has both modes in a line", async () => {
    const text = render(await planned({ policySets: [{ ...sets, exclusive: true }] }), "text", { width: Infinity });
    expect(text).toContain(`
    + policy set cis
    + exclusion from policy set everywhere
    ~ policy set swap (mode applied → excluded)
    - exclusion from policy set costs
    - exclusion from policy set local
    - policy set old
`);
  });

  test("that end are in a warning of their own: a global set applies from now on", async () => {
    const plan = await planned({ policySets: [{ ...sets, exclusive: true }] });
    const because = "because the code names others, and is exclusive.";
    const warnings = [
      `The exclusion of project "Billing" from policy set costs ends, so the set applies from now on, ${because}`,
      `The exclusion of project "Billing" from policy set local ends, ${because}`,
      `Policy set old is removed from project "Billing", ${because}`,
    ];
    const text = render(plan, "text", { width: Infinity });
    for (const it of warnings) expect(text).toContain(`! ${it}\n`);
    const { organizations } = JSON.parse(render(plan, "json")) as { organizations: { warnings: object[] }[] };
    expect(organizations[0]!.warnings).toMatchObject(warnings.map((message) => ({ message })));
    const escaped = warnings.map((it) => it.replaceAll('"', "&#34;"));
    for (const it of escaped) expect(render(plan, "html")).toContain(it);
    expect(render(plan, "markdown")).toContain(`The exclusion of project "Billing" from policy set costs ends`);
  });

  test("that the code does not have are unmanaged, and not assigned", async () => {
    const plan = await planned({ policySets: [{ project: "Billing", names: ["old", "swap"] }] });
    expect(render(plan, "text", { width: Infinity })).toContain(
      'Project "Billing" is excluded from policy set local, and not by the code: left as excluded.',
    );
  });

  test("are named by the action that makes or ends them", async () => {
    const { actions } = await planned({ policySets: [{ ...sets, exclusive: true }] });
    expect(actions.map((it) => describeChange(it, quote))).toEqual([
      'assign policy set "cis" to project "Billing"',
      'exclude project "Billing" from policy set "everywhere"',
      'change how policy set "swap" is assigned to project "Billing"',
      'end the exclusion of project "Billing" from policy set "costs"',
      'end the exclusion of project "Billing" from policy set "local"',
      'remove policy set "old" from project "Billing"',
    ]);
  });
});

test("access that is taken off is shown with its level", async () => {
  const projectId = acme.addProject("Billing");
  acme.emulator.teams.grant({ teamId: teams.web, projectId, access: "admin" });
  const access = { project: "Billing", teams: [{ name: "platform", access: "read" }], exclusive: true } as const;
  const desired = defineOrganization({ name: "acme", teamAccess: [access] });
  const actual = await observe(acme.client, desired);
  const compared = plan(desired, actual);
  for (const it of [compared, drift(desired, actual)]) {
    expect(render(it, "text", { width: 200 })).toContain("    - team web (access admin)\n");
  }
  expect(render(compared, "text", { width: 200 })).toContain("! Team web (access admin) is removed from project");
});

test("access that the token does not see is an error, and neither missing nor removed", async () => {
  const projectId = acme.addProject("Billing");
  acme.emulator.teams.grant({ teamId: teams.web, projectId, access: "read" });
  const project = { by: "id", id: projectId } as const;
  const token = acme.emulator.tokens.create({
    organization: "acme",
    role: "team",
    projects: { [projectId]: ["read", "update"], [acme.defaultProjectId]: ["read"] },
  });
  const client = new Client({ address: acme.emulator.address, token, env: {} });
  const named = defineOrganization({
    name: "acme",
    projects: [{ name: "Billing" }],
    teamAccess: [{ project: "Billing", teams: [{ teamId: teams.web, access: "read" }] }],
  });
  const dropped = { type: "tfprojects_project_team_access", address: "a", project, objects: [] } as const;
  const inState = { ...dropped, exclusive: false, stateIds: [teams.web] };
  const imported = { ...dropped, exclusive: false, imported: { project, objects: [teams.web] } };
  for (const desired of [named, { ...named, assignments: [inState] }, { ...named, assignments: [imported] }]) {
    const { actions, errors } = plan(desired, await observe(client, desired));
    expect([actions, errors]).toEqual([[], [expect.objectContaining({ code: "NOT_FOUND_OR_UNAUTHORIZED" })]]);
  }
  // With a state, at the old or at another address, in any order: one error, which is that of the code.
  const [code] = named.assignments!;
  for (const address of [code!.address, "moved"]) {
    for (const assignments of [
      [code!, { ...inState, address }],
      [{ ...inState, address }, code!],
    ]) {
      const desired = { ...named, assignments };
      const planned = plan(desired, await observe(client, desired));
      expect(planned.errors).toEqual([
        expect.objectContaining({
          code: "NOT_FOUND_OR_UNAUTHORIZED",
          data: expect.objectContaining({ address: code!.address }) as object,
        }),
      ]);
      const lines = render(planned, "text", { width: 400 }).split("\n");
      expect(lines.filter((line) => line.includes("is not authorized to read"))).toHaveLength(1);
    }
  }
});

describe("undo", () => {
  test("of an apply that assigned: what was there before is there again", async () => {
    acme.addProject("Billing");
    const projectId = acme.emulator.state().organizations[0]!.projects.find(({ name }) => name === "Billing")!.id;
    acme.emulator.teams.grant({ teamId: teams.platform, projectId, access: "read" });
    const before = await assignedTo("Billing");
    const { done, result } = await applied(CODE);
    const document = { plan: done, outcomes: result.outcomes };
    const back = undo(document, await observe(acme.client, undoable(document)));
    expect(back.desired.undo?.left).toEqual([]);
    expect(await apply(acme.client, back)).toMatchObject({ status: "complete" });
    expect(await assignedTo("Billing")).toEqual(before);
  });

  test("of an apply that created the project: it is deleted with what was assigned, and nothing is left", async () => {
    const { done, result } = await applied(CODE);
    const document = { plan: done, outcomes: result.outcomes };
    const back = undo(document, await observe(acme.client, undoable(document)), { maxDeletes: 1 });
    expect(back.desired.undo?.left).toEqual([]);
    expect(await apply(acme.client, back)).toMatchObject({ status: "complete" });
    expect(acme.emulator.state().organizations[0]!.projects.map(({ name }) => name)).toEqual(["Default Project"]);
  });

  describe("of an apply that created the project, which stays:", () => {
    const EMPTY = { access: [], variableSets: [], policySets: [] };
    const idOf = (name: string): string =>
      acme.emulator.state().organizations[0]!.projects.find((it) => it.name === name)!.id;

    async function undone(document: Parameters<typeof undo>[0]): Promise<Plan> {
      const back = undo(document, await observe(acme.client, undoable(document)), { maxDeletes: 1 });
      expect(await apply(acme.client, back)).toMatchObject({ status: "complete" });
      return back;
    }

    test("what was assigned is removed, also if only the name identifies the project", async () => {
      const { done } = await applied(CODE);
      const back = await undone(done);
      expect(back.desired.undo?.left).toMatchObject([{ cause: "created-not-known" }]);
      expect(await assignedTo("Billing")).toEqual(EMPTY);
    });

    test("what was assigned is removed from a project that is used", async () => {
      const { done, result } = await applied(CODE);
      acme.addWorkspace("theirs", idOf("Billing"));
      const back = await undone({ plan: done, outcomes: result.outcomes });
      expect(back.desired.undo?.left).toMatchObject([{ cause: "created-not-empty" }]);
      expect(await assignedTo("Billing")).toEqual(EMPTY);
    });

    test("what was assigned is removed from a project that has been renamed since", async () => {
      const { done, result } = await applied(CODE);
      acme.emulator.projects.update(idOf("Billing"), { name: "Invoices" });
      const back = await undone({ plan: done, outcomes: result.outcomes });
      expect(back.desired.undo?.left).toMatchObject([{ cause: "created-changed", attributes: ["name"] }]);
      expect(await assignedTo("Invoices")).toEqual(EMPTY);
    });

    test("what someone changed since is listed, and left", async () => {
      const { done, result } = await applied(CODE);
      const projectId = idOf("Billing");
      acme.addWorkspace("theirs", projectId);
      acme.emulator.teams.grant({ teamId: teams.platform, projectId, access: "admin" });
      const back = await undone({ plan: done, outcomes: result.outcomes });
      expect(back.desired.undo?.left).toMatchObject([
        { cause: "created-changed" },
        { cause: "changed-since", project: { name: "Billing" }, attributes: ["team platform"] },
      ]);
      expect(await assignedTo("Billing")).toEqual({ ...EMPTY, access: ["platform: admin"] });
    });

    test("an ignored project is listed once, with all that was assigned to it", async () => {
      const { done, result } = await applied(CODE);
      const document = { plan: done, outcomes: result.outcomes };
      const back = undo(document, await observe(acme.client, undoable(document)), { ignore: ["Billing"] });
      expect(back.actions).toEqual([]);
      const text = render(back, "text", { width: Infinity });
      expect(text).toContain(`  · Project Billing (${idOf("Billing")}): it is ignored.\n`);
    });
  });

  test("leaves what someone changed since", async () => {
    acme.addProject("Billing");
    const projectId = acme.emulator.state().organizations[0]!.projects.find(({ name }) => name === "Billing")!.id;
    const { done, result } = await applied({ ...CODE, variableSets: [], policySets: [] });
    acme.emulator.teams.grant({ teamId: teams.platform, projectId, access: "admin" });
    const document = { plan: done, outcomes: result.outcomes };
    const back = undo(document, await observe(acme.client, undoable(document)));
    expect(back.desired.undo?.left).toMatchObject([{ cause: "changed-since", attributes: ["team platform"] }]);
    await apply(acme.client, back);
    expect(await assignedTo("Billing")).toMatchObject({ access: ["platform: admin"] });
  });
});

describe("a saved plan", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "assignments-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test("is applied, and continued after a failure; what does not depend on it is done", async () => {
    const path = join(folder, "plan.json");
    await savePlan(path, await planned(CODE));
    acme.emulator.faults.add({ method: "POST", path: "/team-projects", status: 422, times: 1 });
    const [saved] = await loadPlan(path);
    expect(await apply(acme.client, saved!)).toMatchObject({ status: "partial" });
    expect(await assignedTo("Billing")).toEqual({ ...ASSIGNED, access: ["web: custom"] });
    const again = await apply(acme.client, saved!);
    expect(again).toMatchObject({ status: "complete" });
    expect(again.doneBefore?.map(({ action }) => action.kind)).toEqual(["create", "set", "set", "set", "set"]);
    expect(await assignedTo("Billing")).toEqual(ASSIGNED);
  });
});

describe("an import block", () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "assignments-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  test("in a saved plan unassigns what it records, unless that was changed, and an undo assigns it again", async () => {
    const id = acme.addProject("Billing");
    const { emulator } = acme;
    emulator.teams.grant({ teamId: teams.platform, projectId: id, access: "maintain" });
    emulator.teams.grant({ teamId: teams.web, projectId: id, access: "read" });
    const code = {
      import: { to: "tfprojects_project_team_access.a", id: `${id}:platform,web` },
      resource: {
        tfprojects_project_team_access: { a: { project_id: id, team: { name: "platform", access: "maintain" } } },
      },
    };
    const files = [{ path: "main.tf.json", content: code }];
    const [desired] = readModules([{ name: "acme", files }], "acme").organizations;
    const path = join(folder, "plan.json");
    const saving = async (): Promise<Plan> => {
      await savePlan(path, plan(desired!, await observe(acme.client, desired!)));
      return (await loadPlan(path))[0]!;
    };
    const stale = await saving();
    emulator.teams.grant({ teamId: teams.web, projectId: id, access: "write" });
    await expect(apply(acme.client, stale)).rejects.toThrow(/stale/);
    const before = await assignedTo("Billing");
    const saved = await saving();
    const { status, outcomes } = await apply(acme.client, saved);
    expect(status).toBe("complete");
    expect(await assignedTo("Billing")).toMatchObject({ access: ["platform: maintain"] });
    const document = { plan: saved, outcomes };
    const back = undo(document, await observe(acme.client, undoable(document)));
    expect(await apply(acme.client, back)).toMatchObject({ status: "complete" });
    expect(await assignedTo("Billing")).toEqual(before);
  });
});

test("one request assigns a set to all projects, and one list reads each project", async () => {
  const names = Array.from({ length: 100 }, (_, index) => `Project ${index}`);
  names.forEach((name) => acme.addProject(name));
  const code: Code = {
    projects: names.map((name) => ({ name })),
    variableSets: names.map((project) => ({ project, names: ["aws"] })),
    policySets: names.map((project) => ({ project, names: ["cis"] })),
  };
  acme.emulator.requests.clear();
  const done = await planned(code);
  const paths = (): string[] => acme.emulator.requests.entries.map(({ method, path }) => `${method} ${path}`);
  const reads = paths().filter((it) => it.includes("varsets") || it.includes("policy-sets"));
  expect(reads.filter((it) => it.includes("/projects/"))).toHaveLength(100);
  expect(reads.filter((it) => !it.includes("/projects/"))).toHaveLength(2);
  acme.emulator.requests.clear();
  expect(await apply(acme.client, done)).toMatchObject({ status: "complete" });
  expect(paths().filter((it) => !it.startsWith("GET"))).toHaveLength(2);
});

test("errors of a definition say where", () => {
  expect(() =>
    defineOrganization({
      name: "acme",
      teamAccess: [
        { project: "Billing", teams: [{ name: "web", access: "owner" as "read" }], exlusive: true } as never,
        { teams: [] } as never,
      ],
    }),
  ).toThrow(/teamAccess\[0\]\.exlusive[\s\S]*teamAccess\[0\]\.teams\[0\]\.access[\s\S]*teamAccess\[1\]\.project/);
});
