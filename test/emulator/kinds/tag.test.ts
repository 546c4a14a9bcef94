import { Emulator } from "../../../src/emulator";
import { PAGES, shows } from "../../fidelity";
import { HttpClient, resource } from "../http-client";

const TAGS = "/organizations/acme/tags";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  workspaceId = await tagged("api", "a", "b", "c");
});
afterEach(() => emulator.stop());

async function tagged(name: string, ...tags: readonly string[]): Promise<string> {
  const data = tags.map((tag) => ({ type: "tags", attributes: { name: tag } }));
  const created = await http.post(
    "/organizations/acme/workspaces",
    resource("workspaces", { name }, { tags: { data } }),
  );
  return created.data.id;
}

const idOf = async (name: string): Promise<string> =>
  (await http.get(TAGS, { q: name })).list.find(({ attributes }) => attributes["name"] === name)!.id;
const references = (type: string, ...ids: readonly string[]): object => ({ data: ids.map((id) => ({ type, id })) });
const tagNames = async (id: string): Promise<unknown> =>
  (await http.get(`/workspaces/${id}`)).data.attributes["tag-names"];

shows.documented(PAGES, "other-clients: filter[exclude][taggable][id] of tags", "Omits those of the workspace.");
test("the list can omit the tags of a workspace", async () => {
  const other = await tagged("web", "c", "d");
  const excluding = async (id: string): Promise<unknown> =>
    (await http.get(TAGS, { "filter[exclude][taggable][id]": id })).names;
  expect(await excluding(workspaceId)).toEqual(["d"]);
  expect(await excluding(other)).toEqual(["a", "b"]);
  expect(await excluding("ws-none")).toEqual(["a", "b", "c", "d"]);
});

shows.documented(PAGES, "other-clients: Tags of an organization", "Deleted from all workspaces; added to several.");
test("deleting tags removes them from all workspaces", async () => {
  const other = await tagged("web", "c", "d");
  const [a, c] = [await idOf("a"), await idOf("c")];
  const remove = (body: object, client = http): ReturnType<HttpClient["send"]> => client.send("DELETE", TAGS, body);
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  expect((await remove(references("tags", a), reader)).status).toBe(404);
  expect((await remove(references("tags", a, "tag-none"))).status).toBe(404);
  expect((await remove(references("workspaces", a))).pointers).toEqual(["/data/0/type"]);
  expect((await remove({ data: "all" })).pointers).toEqual(["/data"]);
  expect((await http.get(TAGS)).names).toEqual(["a", "b", "c", "d"]);

  expect((await remove(references("tags", a, c, c))).status).toBe(204);
  expect((await http.get(TAGS)).names).toEqual(["b", "d"]);
  expect([await tagNames(workspaceId), await tagNames(other)]).toEqual([["b"], ["d"]]);
});

shows("other-clients: Tags of an organization");
test("a tag is added to workspaces, to all or none", async () => {
  const others = [await tagged("web"), await tagged("db", "d")];
  const path = `/tags/${await idOf("a")}/relationships/workspaces`;
  emulator.organizations.create({ name: "other" });
  const foreign = emulator.workspaces.create({ organization: "other", name: "x" }).id;
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  expect((await reader.post(path, references("workspaces", others[0]!))).status).toBe(404);
  for (const unusable of ["ws-none", foreign]) {
    expect((await http.post(path, references("workspaces", others[0]!, unusable))).status).toBe(404);
  }
  expect((await http.post("/tags/tag-none/relationships/workspaces", references("workspaces"))).status).toBe(404);
  expect(await tagNames(others[0]!)).toEqual([]);

  const added = await http.post(path, references("workspaces", ...others));
  expect([added.status, added.text]).toEqual([204, ""]);
  expect([await tagNames(others[0]!), await tagNames(others[1]!)]).toEqual([["a"], ["d", "a"]]);
});
