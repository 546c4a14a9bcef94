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
    emulator.organizations.create("other");
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
  emulator.organizations.create("other");
  const stranger = new HttpClient(emulator, emulator.tokens.create({ organization: "other", role: "owner" }));

  expect((await reader.get(`/agent-pools/${id}`)).status).toBe(200);
  expect((await reader.post(POOLS, pool({ name: "new" }))).status).toBe(404);
  expect((await reader.patch(`/agent-pools/${id}`, pool({ name: "new" }))).status).toBe(404);
  expect((await reader.delete(`/agent-pools/${id}`)).status).toBe(404);
  expect((await stranger.get(`/agent-pools/${id}`)).status).toBe(404);
  expect((await stranger.get(POOLS)).status).toBe(404);
  expect((await http.get(POOLS)).names).toEqual(["private"]);
});
