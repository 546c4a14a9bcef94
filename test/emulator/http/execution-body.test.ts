import { Emulator } from "../../../src/emulator";
import type { HttpResponse } from "../http-client";
import { HttpClient, resource } from "../http-client";
import { GO_CLIENT, NO_EXECUTION_WRITES, NO_WORKSPACE_WRITES, OPENAPI, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let pool: string;
let project: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  pool = (await http.post("/organizations/acme/agent-pools", resource("agent-pools", { name: "private" }))).data.id;
  project = emulator.projects.create({ organization: "acme", name: "Platform" }).id;
});
afterEach(() => emulator.stop());

const setProject = (attributes: object, relationships?: object): Promise<HttpResponse> =>
  http.patch(`/projects/${project}`, resource("projects", attributes, relationships));
const setOrganization = (attributes: object, relationships?: object): Promise<HttpResponse> =>
  http.patch("/organizations/acme", resource("organizations", attributes, relationships));

/** Mode, agent pool and whether they are overwritten, in a document. */
function execution({ data }: HttpResponse): unknown {
  const prefix = data.type === "workspaces" ? "" : "default-";
  const overwrites = data.attributes["setting-overwrites"] as Readonly<Record<string, boolean>> | undefined;
  const agentPool = data.relationships[`${prefix}agent-pool`]!.data as { readonly id: string } | null;
  return [data.attributes[`${prefix}execution-mode`], agentPool?.id ?? null, overwrites?.[`${prefix}execution-mode`]];
}
const projectNow = async (): Promise<unknown> => execution(await http.get(`/projects/${project}`));

shows.documented(
  GO_CLIENT,
  "project-attributes: The agent pool of a project",
  "Set as `default-agent-pool-id`, `default-agent-pool` or a relationship: sources differ, all are accepted.",
  { client: NO_EXECUTION_WRITES },
);
test.each([
  ["the attribute of the Go client", (id: string) => [{ "default-agent-pool-id": id }] as const],
  ["the attribute of the documentation", (id: string) => [{ "default-agent-pool": id }] as const],
  [
    "the relationship of the OpenAPI description",
    (id: string) => [{}, { "default-agent-pool": { data: { type: "agent-pools", id } } }] as const,
  ],
])("a project's agent pool can be set by %s", async (_, spelled) => {
  const [attributes, relationships] = spelled(pool);
  const response = await setProject({ "default-execution-mode": "agent", ...attributes }, relationships);
  expect([response.status, execution(response)]).toEqual([200, ["agent", pool, true]]);
  expect(await projectNow()).toEqual(["agent", pool, true]);
});

shows.documented(
  GO_CLIENT,
  "project-attributes: default-execution-mode, default-agent-pool-id",
  "A value makes the setting the project's own.",
  { client: NO_EXECUTION_WRITES },
);
test("a value overrides inheritance, and another mode clears the agent pool", async () => {
  await setProject({ "default-execution-mode": "agent", "default-agent-pool-id": pool });
  await setProject({ "default-execution-mode": "remote" });
  expect(await projectNow()).toEqual(["remote", null, true]);
  await setProject({ "default-execution-mode": "local", "default-agent-pool-id": "" });
  expect(await projectNow()).toEqual(["local", null, true]);
});

shows.documented(
  GO_CLIENT,
  "project-attributes: setting-overwrites",
  "False restores the organization's value; both spellings of the keys are accepted.",
  { client: NO_EXECUTION_WRITES },
);
test.each([
  { "default-execution-mode": false, "default-agent-pool": false },
  { "execution-mode": false },
  { "execution-mode": false, "default-agent-pool": false },
])("the setting-overwrites %j restore inheritance from the organization", async (overwrites) => {
  await setOrganization({ "default-execution-mode": "agent", "default-agent-pool-id": pool });
  await setProject({ "default-execution-mode": "local" });

  const response = await setProject({ "setting-overwrites": overwrites });

  expect(execution(response)).toEqual(["agent", pool, false]);
  await setOrganization({ "default-execution-mode": "remote" });
  expect(await projectNow()).toEqual(["remote", null, false]);
});

test("omitted settings do not change", async () => {
  await setProject({ "default-execution-mode": "local" });
  await setProject({ description: "Shared" });
  expect(await projectNow()).toEqual(["local", null, true]);
});

shows.documented(
  GO_CLIENT,
  "project-attributes: Settings that contradict each other",
  "422 with the service's message, at the attribute.",
  { client: NO_EXECUTION_WRITES },
);
test.each([
  [
    { "default-execution-mode": "agent" },
    "default-agent-pool-id",
    "must be specified when using 'agent' execution mode",
  ],
  [
    { "default-execution-mode": "remote", "default-agent-pool-id": "POOL" },
    "default-agent-pool-id",
    "must not be specified unless using 'agent' execution mode",
  ],
  [{ "default-agent-pool": "POOL" }, "default-agent-pool", "must not be specified unless using 'agent' execution mode"],
  [
    {
      "default-execution-mode": "agent",
      "default-agent-pool-id": "POOL",
      "setting-overwrites": { "default-execution-mode": true, "default-agent-pool": false },
    },
    "setting-overwrites",
    "If agent-pool and execution-mode are both included in setting-overwrites, their values must be the same.",
  ],
  [
    { "default-execution-mode": "agent", "default-agent-pool-id": "apool-0000000000000000" },
    "default-agent-pool-id",
    "must be an agent pool of the organization",
  ],
  [
    { "default-execution-mode": "cloud" },
    "default-execution-mode",
    "Default execution mode must be 'default', 'remote', 'local', or 'agent'",
  ],
  [
    { "default-execution-mode": "default", "default-agent-pool-id": "POOL" },
    "default-agent-pool-id",
    "must not be specified unless using 'agent' execution mode",
  ],
  [{ "default-execution-mode": 3 }, "default-execution-mode", "must be a string"],
  [{ "setting-overwrites": { "execution-mode": true } }, "default-execution-mode", "must be specified"],
  [{ "setting-overwrites": [] }, "setting-overwrites", "must be an object"],
])("%j is rejected at %s: %s", async (attributes, attribute, detail) => {
  const sent = JSON.parse(JSON.stringify(attributes).replace("POOL", pool)) as object;
  const created = await http.post("/organizations/acme/projects", resource("projects", { name: "New", ...sent }));
  const updated = await setProject(sent);

  for (const response of [created, updated]) {
    expect([response.status, ...response.pointers]).toEqual([422, `/data/attributes/${attribute}`]);
    expect(response.errors[0]!.detail).toContain(detail);
  }
  expect(emulator.projects.find("acme", "New")).toBeUndefined();
  expect(await projectNow()).toEqual(["remote", null, false]);
});

shows.observed("2025-07-22", "project-attributes: The mode default", "Inherits; only projects have it.", {
  client: NO_EXECUTION_WRITES,
});
test("the mode default inherits, as setting-overwrites does; only projects have it", async () => {
  await setProject({ "default-execution-mode": "local" });
  expect(await projectNow()).toEqual(["local", null, true]);
  expect((await setProject({ "default-execution-mode": "default" })).status).toBe(200);
  expect(await projectNow()).toEqual(["remote", null, false]);
  const contradictory = { "default-execution-mode": "default", "setting-overwrites": { "execution-mode": true } };
  expect((await setProject(contradictory)).status).toBe(422);
  const created = await http.post(
    "/organizations/acme/projects",
    resource("projects", { name: "Inheriting", "default-execution-mode": "default" }),
  );
  expect(created.status).toBe(201);
  expect(created.data.attributes["default-execution-mode"]).toBe("remote");
  const refused = await setOrganization({ "default-execution-mode": "default" });
  expect(refused.errors).toMatchObject([{ detail: "Default execution mode must be 'remote', 'local', or 'agent'" }]);
});

test("an organization's agent pool requires mode agent, and another mode clears it", async () => {
  const relationships = { "default-agent-pool": { data: { type: "agent-pools", id: pool } } };
  expect((await setOrganization({ "default-execution-mode": "agent" })).status).toBe(422);
  expect((await setOrganization({ "default-execution-mode": "local" }, relationships)).status).toBe(422);
  const response = await setOrganization({ "default-execution-mode": "agent" }, relationships);
  expect(execution(response)).toEqual(["agent", pool, undefined]);
  expect(execution(await setOrganization({ "default-execution-mode": "remote" }))).toEqual(["remote", null, undefined]);
});

describe("of a workspace", () => {
  let workspace: string;
  beforeEach(() => {
    workspace = emulator.workspaces.create({ organization: "acme", name: "api", projectId: project }).id;
  });
  const set = (attributes: object): Promise<HttpResponse> =>
    http.patch(`/workspaces/${workspace}`, resource("workspaces", attributes));
  const now = async (): Promise<unknown> => execution(await http.get(`/workspaces/${workspace}`));

  shows.documented(
    OPENAPI,
    "workspaces: Execution settings of workspaces",
    "Inherited from the project, and through it from the organization, unless the workspace has its own.",
    { client: NO_WORKSPACE_WRITES },
  );
  test("is inherited from project and organization unless overwritten", async () => {
    expect(await now()).toEqual(["remote", null, false]);
    await setOrganization({ "default-execution-mode": "local" });
    expect(await now()).toEqual(["local", null, false]);
    await setProject({ "default-execution-mode": "agent", "default-agent-pool-id": pool });
    expect(await now()).toEqual(["agent", pool, false]);
    await set({ "execution-mode": "remote" });
    expect(await now()).toEqual(["remote", null, true]);
    await set({ "setting-overwrites": { "execution-mode": false, "agent-pool": false } });
    expect(await now()).toEqual(["agent", pool, false]);
  });

  shows("workspaces: Execution settings of workspaces");
  test("is inherited from the destination after a move", async () => {
    await setProject({ "default-execution-mode": "local" });
    const { defaultProjectId } = emulator.state().organizations[0]!;
    emulator.workspaces.move(workspace, defaultProjectId);
    expect(await now()).toEqual(["remote", null, false]);
  });

  test("is inherited if the document both restores inheritance and has a value", async () => {
    const overwrites = { "execution-mode": false, "agent-pool": false };
    const response = await set({ "execution-mode": "local", "agent-pool-id": "", "setting-overwrites": overwrites });
    expect([response.status, execution(response)]).toEqual([200, ["remote", null, false]]);
  });

  test.each([
    [false, "local", false],
    [true, "remote", true],
  ])("operations %j, which predates execution modes, is mode %s", async (operations, mode, remote) => {
    const { data } = await set({ operations });
    expect([data.attributes["execution-mode"], data.attributes["operations"]]).toEqual([mode, remote]);
    const both = await set({ operations, "execution-mode": mode });
    expect([both.status, ...both.pointers]).toEqual([422, "/data/attributes/operations"]);
  });

  test("requires an agent pool in mode agent, and rejects one in other modes", async () => {
    expect((await set({ "execution-mode": "agent" })).pointers).toEqual(["/data/attributes/agent-pool-id"]);
    expect((await set({ "agent-pool-id": pool })).pointers).toEqual(["/data/attributes/agent-pool-id"]);
    expect(await now()).toEqual(["remote", null, false]);
    expect(execution(await set({ "execution-mode": "agent", "agent-pool-id": pool }))).toEqual(["agent", pool, true]);
  });
});
