import { Emulator } from "../../../src/emulator";
import { HttpClient, identifiers } from "../http-client";

let emulator: Emulator;
let http: HttpClient;
let source: string;
let destination: string;
let workspaces: readonly string[];

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  source = emulator.projects.create({ organization: "acme", name: "Source" }).id;
  destination = emulator.projects.create({ organization: "acme", name: "Destination" }).id;
  workspaces = Array.from(
    { length: 99 },
    (_, index) => emulator.workspaces.create({ organization: "acme", name: `ws-${index}`, projectId: source }).id,
  );
});
afterEach(() => emulator.stop());

const move = (ids: readonly string[], to = destination, principal = http): ReturnType<HttpClient["post"]> =>
  principal.post(`/projects/${to}/relationships/workspaces`, identifiers("workspaces", ids));
const workspacesIn = (name: string): readonly string[] =>
  emulator
    .state()
    .organizations[0]!.projects.find((project) => project.name === name)!
    .workspaces.map((it) => it.id);

test("moves all given workspaces: 204 without content @move-all", async () => {
  const response = await move(workspaces);

  expect([response.status, response.text]).toEqual([204, ""]);
  expect([...workspacesIn("Destination")].sort()).toEqual([...workspaces].sort());
  expect(workspacesIn("Source")).toEqual([]);
});

test("moves none of 100 workspaces if one does not exist: 403 with its ID @workspace-missing", async () => {
  const response = await move([...workspaces, "ws-0000000000000000"]);

  expect(response.status).toBe(403);
  expect(response.errors).toEqual([
    {
      status: "403",
      title: "forbidden",
      detail: "Workspace(s) not found, or you are not authorized to move them: ws-0000000000000000",
    },
  ]);
  expect(workspacesIn("Destination")).toEqual([]);
  expect(workspacesIn("Source")).toHaveLength(99);
});

test("moves none of 100 workspaces if two may not be moved: 403 with only their IDs @workspace-forbidden", async () => {
  const locked = emulator.projects.create({ organization: "acme", name: "Locked" }).id;
  const hidden = emulator.projects.create({ organization: "acme", name: "Hidden" }).id;
  const first = emulator.workspaces.create({ organization: "acme", name: "first", projectId: locked }).id;
  const second = emulator.workspaces.create({ organization: "acme", name: "second", projectId: hidden }).id;
  const token = emulator.tokens.create({
    organization: "acme",
    role: "team",
    projects: {
      [source]: ["read", "move-workspaces"],
      [destination]: ["read", "move-workspaces"],
      [locked]: ["read"],
    },
  });

  const response = await move([first, ...workspaces, second], destination, new HttpClient(emulator, token));

  expect(response.status).toBe(403);
  expect(response.errors[0]!.detail!.split(": ")[1]).toBe(`${first}, ${second}`);
  expect(workspacesIn("Destination")).toEqual([]);
});

test("a workspace of another organization is not found @other-organization", async () => {
  emulator.organizations.create("other");
  const foreign = emulator.workspaces.create({ organization: "other", name: "foreign" }).id;
  expect((await move([foreign])).status).toBe(403);
});

test("an unknown destination is not found, and nothing is moved @destination-missing", async () => {
  const response = await move(workspaces, "prj-0000000000000000");
  expect(response.status).toBe(404);
  expect(response.errors[0]).toMatchObject({ status: "404", title: "not found" });
  expect(workspacesIn("Source")).toHaveLength(99);
});

test("a readable destination without permission to move is not found either @destination-forbidden", async () => {
  const token = emulator.tokens.create({
    organization: "acme",
    role: "team",
    projects: { [source]: ["read", "move-workspaces"], [destination]: ["read"] },
  });
  const member = new HttpClient(emulator, token);

  expect((await member.get(`/projects/${destination}`)).status).toBe(200);
  expect((await move(workspaces, destination, member)).status).toBe(404);
  expect(workspacesIn("Source")).toHaveLength(99);
});

test("accepts workspaces that are in the project already, and repeated ones @already-there", async () => {
  await move(workspaces.slice(0, 1));
  expect((await move([workspaces[0]!, workspaces[1]!, workspaces[1]!])).status).toBe(204);
  expect(workspacesIn("Destination")).toHaveLength(2);
});

test("a moved workspace inherits the duration of its new project @follows-duration", async () => {
  emulator.projects.update(destination, { autoDestroyActivityDuration: "7d" });
  await move(workspaces.slice(0, 1));
  const { data } = await http.get(`/workspaces/${workspaces[0]!}`);
  expect(data.attributes["auto-destroy-activity-duration"]).toBe("7d");
});

test.each([
  [{ data: {} }, "/data"],
  [{ data: [{ type: "projects", id: "ws-1" }] }, "/data/0/type"],
  [{ data: [{ type: "workspaces", id: "ws-1" }, { type: "workspaces" }] }, "/data/1/id"],
])("rejects the document %j with a pointer @malformed-%s", async (document, pointer) => {
  const response = await http.post(`/projects/${destination}/relationships/workspaces`, document);
  expect([response.status, ...response.pointers]).toEqual([422, pointer]);
});
