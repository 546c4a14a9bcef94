import { Emulator } from "../../../src/emulator";
import { HttpClient, identifiers, resource } from "../http-client";
import { NO_EXECUTION_WRITES, OPENAPI, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterEach(() => emulator.stop());

const POOLS = "/organizations/acme/agent-pools";
const pool = (attributes: object, relationships?: object): object => resource("agent-pools", attributes, relationships);

shows.documented(
  OPENAPI,
  "project-attributes: Agent pools",
  "Created, listed, searched, shown, changed, deleted; one in use is not deleted.",
  { client: NO_EXECUTION_WRITES },
);
test("creates, lists, searches, shows, updates and deletes agent pools", async () => {
  const created = await http.post(POOLS, pool({ name: "private", "organization-scoped": false }));
  expect(created.status).toBe(201);
  expect(created.data).toMatchObject({
    id: expect.stringMatching(/^apool-/),
    type: "agent-pools",
    attributes: { name: "private", "organization-scoped": false, "agent-count": 0 },
    relationships: { organization: { data: { id: "acme", type: "organizations" } } },
  });
  await http.post(POOLS, pool({ name: "another" }));

  expect((await http.get(POOLS)).names).toEqual(["private", "another"]);
  expect((await http.get(POOLS, { sort: "name" })).names).toEqual(["another", "private"]);
  expect((await http.get(POOLS, { q: "PRIV" })).names).toEqual(["private"]);

  const path = `/agent-pools/${created.data.id}`;
  const { id } = emulator.workspaces.create({ organization: "acme", name: "api" });
  const allowed = { "allowed-workspaces": identifiers("workspaces", [id]) };
  await http.patch(path, pool({ name: "renamed" }, allowed));
  expect((await http.get(path)).data).toMatchObject({
    attributes: { name: "renamed", "organization-scoped": false },
    relationships: allowed,
  });
  expect((await http.delete(path)).status).toBe(204);
  expect((await http.get(path)).status).toBe(404);
  expect((await http.get(POOLS)).names).toEqual(["another"]);
});

describe("the workspaces and projects that a pool allows and excludes", () => {
  let workspace: string;
  let foreign: string;

  beforeEach(() => {
    workspace = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
    emulator.organizations.create({ name: "other" });
    foreign = emulator.workspaces.create({ organization: "other", name: "api" }).id;
  });

  test.each(["allowed-workspaces", "excluded-workspaces"])("%s must be of its organization", async (name) => {
    for (const id of ["ws-none", foreign]) {
      const of = { [name]: identifiers("workspaces", [workspace, id]) };
      const created = await http.post(POOLS, pool({ name: "private" }, of));
      expect([created.status, created.pointers]).toEqual([422, [`/data/relationships/${name}/data/1/id`]]);
    }
    expect((await http.get(POOLS)).names).toEqual([]);
  });

  test.each<[unknown, string]>([
    [{ data: [{ type: "workspaces" }] }, "/data/0/id"],
    [{ data: [{ type: "projects", id: "prj-1" }] }, "/data/0/type"],
    [{ data: null }, "/data"],
    [[], ""],
  ])("%j is rejected with a pointer", async (relationship, pointer) => {
    const created = await http.post(POOLS, pool({ name: "private" }, { "allowed-workspaces": relationship }));
    expect([created.status, created.pointers]).toEqual([422, [`/data/relationships/allowed-workspaces${pointer}`]]);
  });

  test.each(["filter[allowed-workspaces][name]", "filter[allowed_workspaces][name]"])(
    "%s selects the pools that a workspace can use",
    async (filter) => {
      emulator.workspaces.create({ organization: "acme", name: "web" });
      await http.post(POOLS, pool({ name: "for-all" }));
      const allowed = { "allowed-workspaces": identifiers("workspaces", [workspace]) };
      await http.post(POOLS, pool({ name: "for-api", "organization-scoped": false }, allowed));
      const found = async (name: string) => (await http.get(POOLS, { [filter]: name })).names;
      expect(await found("API")).toEqual(["for-all", "for-api"]);
      expect(await found("web")).toEqual(["for-all"]);
      expect(await found("nobody")).toEqual([]);
    },
  );

  test.each(["filter[allowed-projects][name]", "filter[allowed_projects][name]"])(
    "%s selects the pools that a project can use",
    async (filter) => {
      const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
      const allowed = { "allowed-projects": identifiers("projects", [id]) };
      await http.post(POOLS, pool({ name: "one", "organization-scoped": false }, allowed));
      await http.post(POOLS, pool({ name: "none", "organization-scoped": false }));
      expect((await http.get(POOLS, { [filter]: "platform" })).names).toEqual(["one"]);
    },
  );
});

test.each([[""], ["PRIVATE"]])("rejects the name %j", async (name) => {
  await http.post(POOLS, pool({ name: "private" }));
  const response = await http.post(POOLS, pool({ name }));
  expect([response.status, ...response.pointers]).toEqual([422, "/data/attributes/name"]);
  expect((await http.get(POOLS)).names).toEqual(["private"]);
});

shows("project-attributes: Agent pools");
test.each(["projects", "workspaces"])("rejects the deletion of an agent pool that one of the %s uses", async (type) => {
  const { id } = (await http.post(POOLS, pool({ name: "private" }))).data;
  const prefix = type === "projects" ? "default-" : "";
  const setting = { [`${prefix}execution-mode`]: "agent", [`${prefix}agent-pool-id`]: id };
  const user = await http.post(`/organizations/acme/${type}`, resource(type, { name: "user", ...setting }));
  expect(user.status).toBe(201);

  expect((await http.delete(`/agent-pools/${id}`)).status).toBe(409);
  expect((await http.get(`/agent-pools/${id}`)).status).toBe(200);

  await http.delete(`/${type}/${user.data.id}`);
  expect((await http.delete(`/agent-pools/${id}`)).status).toBe(204);
});

test("only managers of the organization can change agent pools, and only its readers can read them", async () => {
  const { id } = (await http.post(POOLS, pool({ name: "private" }))).data;
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  emulator.organizations.create({ name: "other" });
  const stranger = new HttpClient(emulator, emulator.tokens.create({ organization: "other", role: "owner" }));

  expect((await reader.get(`/agent-pools/${id}`)).status).toBe(200);
  expect((await reader.post(POOLS, pool({ name: "new" }))).status).toBe(404);
  expect((await reader.patch(`/agent-pools/${id}`, pool({ name: "new" }))).status).toBe(404);
  expect((await reader.delete(`/agent-pools/${id}`)).status).toBe(404);
  expect((await stranger.get(`/agent-pools/${id}`)).status).toBe(404);
  expect((await stranger.get(POOLS)).status).toBe(404);
  expect((await http.get(POOLS)).names).toEqual(["private"]);
});

describe("a pool that does not allow a workspace", () => {
  const organization = "acme";
  const WORKSPACES = "/organizations/acme/workspaces";
  const detail = "Agent pool workspace does not have access to use this agent pool";
  const using = (id: string): object => ({ "execution-mode": "agent", "agent-pool-id": id });
  const inProject = (id: string): object => ({ project: { data: { type: "projects", id } } });

  let billing: string;
  let workspace: string;

  beforeEach(() => {
    billing = emulator.projects.create({ organization, name: "Billing" }).id;
    workspace = emulator.workspaces.create({ organization, name: "api" }).id;
  });

  shows.observed(
    "2023-10-24",
    "project-attributes: Agent pools that are not allowed",
    "A workspace cannot choose them: 422, with the text of the service.",
    { client: NO_EXECUTION_WRITES },
  );
  test("cannot be chosen, whether the workspace is new or not", async () => {
    const pools = {
      closed: emulator.agentPools.create({ organization, name: "closed", organizationScoped: false }).id,
      excluding: emulator.agentPools.create({ organization, name: "excluding", excludedWorkspaceIds: [workspace] }).id,
    };
    for (const id of Object.values(pools)) {
      const refused = await http.patch(`/workspaces/${workspace}`, resource("workspaces", using(id)));
      expect(refused.errors).toMatchObject([
        { status: "422", title: "invalid attribute", detail, source: { pointer: "/data/attributes/agent-pool-id" } },
      ]);
    }
    const created = await http.post(WORKSPACES, resource("workspaces", { name: "new", ...using(pools.closed) }));
    expect([created.status, created.errors[0]!.detail]).toEqual([422, detail]);
    expect((await http.get(`/workspaces/${workspace}`)).data.attributes["execution-mode"]).toBe("remote");
  });

  shows("project-attributes: Agent pools that are not allowed");
  test.each([
    ["the workspace", () => ({ allowedWorkspaceIds: [workspace] })],
    ["its project", () => ({ allowedProjectIds: [billing] })],
    ["the organization", () => ({ organizationScoped: true })],
  ])("can be chosen once it allows %s", async (_, allowed) => {
    emulator.workspaces.move(workspace, billing);
    const { id } = emulator.agentPools.create({ organization, name: "x", organizationScoped: false, ...allowed() });
    const chosen = await http.patch(`/workspaces/${workspace}`, resource("workspaces", using(id)));
    expect([chosen.status, chosen.data.relationships["agent-pool"]!.data]).toEqual([200, { type: "agent-pools", id }]);
  });

  test("is allowed or not by the project after a change of both", async () => {
    const only = { organizationScoped: false, allowedProjectIds: [billing] };
    const { id } = emulator.agentPools.create({ organization, name: "billing", ...only });
    const path = `/workspaces/${workspace}`;
    expect((await http.patch(path, resource("workspaces", using(id)))).status).toBe(422);
    expect((await http.patch(path, resource("workspaces", using(id), inProject(billing)))).status).toBe(200);
  });

  shows.ourChoice(
    "2026-11-29",
    "project-attributes: A default agent pool that does not allow its project",
    "Can be chosen, and is inherited by its workspaces.",
    { client: NO_EXECUTION_WRITES },
  );
  test("can be the default of its project", async () => {
    emulator.workspaces.move(workspace, billing);
    const { id } = emulator.agentPools.create({ organization, name: "closed", organizationScoped: false });
    const settings = { "default-execution-mode": "agent", "default-agent-pool-id": id };
    expect((await http.patch(`/projects/${billing}`, resource("projects", settings))).status).toBe(200);
    const { relationships } = (await http.get(`/workspaces/${workspace}`)).data;
    expect(relationships["agent-pool"]!.data).toEqual({ type: "agent-pools", id });
  });

  shows.ourChoice(
    "2026-11-28",
    "project-attributes: Moves with an own agent pool",
    "A workspace moves with it into a project that the pool does not allow; 422 with `moveWithAgentPool: refuse`.",
    { client: NO_EXECUTION_WRITES },
  );
  test.each([
    ["accept", 204, 200],
    ["refuse", 422, 422],
  ] as const)("moves with it: %s", async (moveWithAgentPool, bulk, single) => {
    const other = await Emulator.start({ moveWithAgentPool });
    const client = new HttpClient(other);
    const project = (name: string): string => other.projects.create({ organization, name }).id;
    const [source, destination] = [project("Source"), project("Destination")];
    const only = { organizationScoped: false, allowedProjectIds: [source] };
    const pool = other.agentPools.create({ organization, name: "source", ...only }).id;
    const [one, two, free] = ["one", "two", "free"].map(
      (name) => other.workspaces.create({ organization, name, projectId: source }).id,
    ) as [string, string, string];
    for (const id of [one, two]) await client.patch(`/workspaces/${id}`, resource("workspaces", using(pool)));
    const projectOf = (id: string): string =>
      other.state().organizations[0]!.projects.find(({ workspaces }) => workspaces.some((it) => it.id === id))!.name;

    const members = `/projects/${destination}/relationships/workspaces`;
    const moved = await client.post(members, identifiers("workspaces", [free, one]));
    const patched = await client.patch(`/workspaces/${two}`, resource("workspaces", {}, inProject(destination)));
    expect([moved.status, patched.status]).toEqual([bulk, single]);
    const isMoved = moveWithAgentPool === "accept";
    expect([free, one, two].map(projectOf)).toEqual(Array(3).fill(isMoved ? "Destination" : "Source"));
    if (!isMoved) {
      expect([moved.errors[0]!.detail, patched.errors[0]!.detail]).toEqual([detail, detail]);
      expect(() => other.workspaces.move(one, destination)).toThrow(detail);
    }
    const { data } = await client.get(`/workspaces/${one}`);
    expect(data.relationships["agent-pool"]!.data).toEqual({ type: "agent-pools", id: pool });
    const inherited = await client.post(members, identifiers("workspaces", [free]));
    expect(inherited.status).toBe(204);
    await other.stop();
  });
});

test("a seed and the control API say how many agents a pool has, and what it allows", async () => {
  const agentPools = [
    {
      name: "private",
      id: "apool-1a",
      organizationScoped: false,
      agentCount: 2,
      allowedProjects: ["Billing"],
      excludedWorkspaces: ["api"],
    },
  ];
  const projects = [
    { name: "Billing", defaultExecutionMode: "agent" as const, defaultAgentPoolId: "apool-1a", workspaces: ["api"] },
  ];
  const seeded = await Emulator.start({ seed: { organizations: [{ name: "acme", agentPools, projects }] } });
  const { data } = await new HttpClient(seeded).get("/agent-pools/apool-1a");
  const [billing, api] = [seeded.projects.find("acme", "Billing")!.id, seeded.workspaces.find("acme", "api")!.id];
  expect(data).toMatchObject({
    attributes: { "agent-count": 2, "organization-scoped": false },
    relationships: {
      "allowed-projects": identifiers("projects", [billing]),
      "excluded-workspaces": identifiers("workspaces", [api]),
    },
  });
  await seeded.stop();
  const made = emulator.agentPools.create({ organization: "acme", name: "made", agentCount: 3 });
  const changed = await http.patch(`/agent-pools/${made.id}`, pool({ "agent-count": 9 }));
  expect([made.agentCount, changed.data.attributes["agent-count"]]).toEqual([3, 3]);
  expect(() => emulator.agentPools.create({ organization: "acme", name: "x", agentCount: -1 })).toThrow("negative");
  const unknown = { organizations: [{ name: "acme", agentPools: [{ name: "x", allowedProjects: ["none"] }] }] };
  await expect(Emulator.start({ seed: unknown })).rejects.toMatchObject({
    path: "$.organizations[0].agentPools[0].allowedProjects[0]",
  });
});
