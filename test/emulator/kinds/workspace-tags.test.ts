import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { NO_WORKSPACE_WRITES, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let path: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  path = `/workspaces/${emulator.workspaces.create({ organization: "acme", name: "api" }).id}`;
});
afterEach(() => emulator.stop());

const named = (...names: readonly string[]): { data: object[] } => ({
  data: names.map((name) => ({ type: "tags", attributes: { name } })),
});
const tagNames = async (workspace = path): Promise<unknown> => (await http.get(workspace)).data.attributes["tag-names"];
const remove = (tags: object): ReturnType<HttpClient["send"]> =>
  http.send("DELETE", `${path}/relationships/tags`, tags);

shows.documented(
  PAGES,
  "workspaces: String tags of workspaces",
  "Added in lower case, listed, removed, set at creation.",
  { client: NO_WORKSPACE_WRITES },
);
test("adds tags in lower case, lists them in order, and removes them", async () => {
  const added = await http.post(`${path}/relationships/tags`, named("tag1", "Tag2", "tag3"));
  expect([added.status, added.text]).toEqual([204, ""]);
  expect(await tagNames()).toEqual(["tag1", "tag2", "tag3"]);
  expect((await http.get(`${path}/relationships/tags`)).names).toEqual(["tag1", "tag2", "tag3"]);

  expect((await remove(named("tag1", "TAG2", "none"))).status).toBe(204);
  expect(await tagNames()).toEqual(["tag3"]);
});

test("a tag belongs to the organization while a workspace has it, and can be referred to by its ID", async () => {
  const other = emulator.workspaces.create({ organization: "acme", name: "web" }).id;
  await http.post(`${path}/relationships/tags`, named("shared"));
  const tags = (): ReturnType<HttpClient["get"]> => http.get("/organizations/acme/tags");
  const { id } = (await tags()).list[0]!;

  const byId = { data: [{ type: "tags", id }] };
  expect((await http.post(`/workspaces/${other}/relationships/tags`, byId)).status).toBe(204);
  expect((await tags()).list).toMatchObject([{ id, attributes: { name: "shared", "instance-count": 2 } }]);

  await remove(byId);
  expect(await tagNames(`/workspaces/${other}`)).toEqual(["shared"]);
  emulator.workspaces.delete(other);
  expect((await tags()).list).toEqual([]);
});

shows("workspaces: String tags of workspaces");
test("a new workspace can have tags", async () => {
  const workspaces = "/organizations/acme/workspaces";
  const created = await http.post(workspaces, resource("workspaces", { name: "new" }, { tags: named("a", "b") }));
  expect([created.status, created.data.attributes["tag-names"]]).toEqual([201, ["a", "b"]]);
  const refused = await http.post(workspaces, resource("workspaces", { name: "bad" }, { tags: named("a", "-b") }));
  expect(refused.pointers).toEqual(["/data/relationships/tags/data/1/attributes/name"]);
  expect(emulator.workspaces.find("acme", "bad")).toBeUndefined();
});

test.each([
  [{ type: "tags", attributes: { name: "a b" } }, 422],
  [{ type: "tags", attributes: { name: "-a" } }, 422],
  [{ type: "tags" }, 422],
  [{ type: "tag", attributes: { name: "a" } }, 422],
  [{ type: "tags", id: "tag-0000000000000000" }, 404],
])("rejects %j, and changes nothing", async (tag, status) => {
  const response = await http.post(`${path}/relationships/tags`, { data: [...named("good").data, tag] });
  expect(response.status).toBe(status);
  expect(await tagNames()).toEqual([]);
  expect((await http.get("/organizations/acme/tags")).list).toEqual([]);
});

test("tagging a workspace requires permission to change it", async () => {
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  expect((await reader.post(`${path}/relationships/tags`, named("a"))).status).toBe(404);
  expect(await tagNames()).toEqual([]);
});
