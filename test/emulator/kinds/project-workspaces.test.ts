import { Emulator } from "../../../src/emulator";
import { HttpClient, identifiers } from "../http-client";
import { GO_CLIENT, OF_SERVICE, OPENAPI, PROJECTS_PAGE, SENT_BY_CLIENT, shows } from "../../fidelity";

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

shows.field("workspace-reference: id", "Begins with `ws-`.");
shows.operation(
  "move-workspaces: POST /projects/:project_id/relationships/workspaces",
  "Moves workspaces into the project.",
);
shows.behavior("move-workspaces: Response of move", "204 without content.");
shows.error("errors: Move workspaces 204", "All workspaces moved; no body.");
shows.documented(OPENAPI, "success: Move workspaces", "204, without content.");
shows.ourChoice("2026-11", "workspaces: The number of workspaces in a move", "Unlimited.");
test("moves all given workspaces: 204 without content", async () => {
  const response = await move(workspaces);

  expect([response.status, response.text]).toEqual([204, ""]);
  expect([...workspacesIn("Destination")].sort()).toEqual([...workspaces].sort());
  expect(workspacesIn("Source")).toEqual([]);
});

shows.ourChoice("2026-11", "after-writes: A moved workspace", "Counts and lists of its projects have it at once.", {
  client: OF_SERVICE,
});
test("a moved workspace is counted and listed in its new project", async () => {
  await move(workspaces.slice(0, 1));

  const { data } = await http.get(`/projects/${destination}`);
  expect(data.attributes["workspace-count"]).toBe(1);
  const { list } = await http.get(`/organizations/acme/workspaces?filter[project][id]=${destination}`);
  expect(list.map(({ id }) => id)).toEqual(workspaces.slice(0, 1));
});

shows.behavior("move-workspaces: All or nothing", "If one may not be moved or does not exist, none is moved.");
shows.error(
  "errors: Move workspaces 403",
  "A workspace not found, or caller not authorized to move it out; the detail names them; title `forbidden`.",
);
shows.documented(
  PROJECTS_PAGE,
  "workspaces: The detail of a rejected move",
  "`Workspace(s) not found, or you are not authorized to move them: ws-…`",
);
test("moves none of 100 workspaces if one does not exist: 403 with its ID", async () => {
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

shows.behavior("move-workspaces: Permission to move", "Needed in the destination and in every source project.");
shows.behavior("authentication: Moving workspaces", "Needs permission on the destination and on all source projects.");
shows("move-workspaces: All or nothing", "errors: Move workspaces 403");
test("moves none of 100 workspaces if two may not be moved: 403 with only their IDs", async () => {
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

shows.ourChoice("2026-11", "workspaces: A workspace of another organization", "Is not found: 403.");
test("a workspace of another organization is not found", async () => {
  emulator.organizations.create({ name: "other" });
  const foreign = emulator.workspaces.create({ organization: "other", name: "foreign" }).id;
  expect((await move([foreign])).status).toBe(403);
});

shows.parameter("move-workspaces: :project_id", "The destination.");
shows.error("errors: Move workspaces 404", "Destination not found, or caller not authorized to move into it.");
test("an unknown destination is not found, and nothing is moved", async () => {
  const response = await move(workspaces, "prj-0000000000000000");
  expect(response.status).toBe(404);
  expect(response.errors[0]).toMatchObject({ status: "404", title: "not found" });
  expect(workspacesIn("Source")).toHaveLength(99);
});

shows("move-workspaces: Permission to move", "authentication: Moving workspaces", "errors: Move workspaces 404");
test("a readable destination without permission to move is not found either", async () => {
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

shows.ourChoice(
  "2026-11",
  "workspaces: A workspace that is already in the project",
  "Is accepted, as is one that is named twice: 204.",
);
test("accepts workspaces that are in the project already, and repeated ones", async () => {
  await move(workspaces.slice(0, 1));
  expect((await move([workspaces[0]!, workspaces[1]!, workspaces[1]!])).status).toBe(204);
  expect(workspacesIn("Destination")).toHaveLength(2);
});

shows.documented(
  GO_CLIENT,
  "workspaces: A moved workspace",
  "Inherits the duration of its new project, unless it has its own.",
);
test("a moved workspace inherits the duration of its new project", async () => {
  emulator.projects.update(destination, { autoDestroyActivityDuration: "7d" });
  await move(workspaces.slice(0, 1));
  const { data } = await http.get(`/workspaces/${workspaces[0]!}`);
  expect(data.attributes["auto-destroy-activity-duration"]).toBe("7d");
});

shows.field("workspace-reference: type", "Always `workspaces`.", { terraform: SENT_BY_CLIENT, case: "/data/0/type" });
shows.parameter("move-workspaces: data[].type", "Must be `workspaces`.", {
  terraform: SENT_BY_CLIENT,
  case: "/data/0/type",
});
shows.parameter("move-workspaces: data[].id", "ID of a workspace.", { case: "/data/1/id" });
shows.parameter("move-workspaces: data", "Array of workspaces.", { case: "/data" });
shows.case("/data/1/id", "workspace-reference: id");
test.each([
  [{ data: {} }, "/data"],
  [{ data: [{ type: "projects", id: "ws-1" }] }, "/data/0/type"],
  [{ data: [{ type: "workspaces", id: "ws-1" }, { type: "workspaces" }] }, "/data/1/id"],
])("rejects the document %j with the pointer %s", async (document, pointer) => {
  const response = await http.post(`/projects/${destination}/relationships/workspaces`, document);
  expect([response.status, ...response.pointers]).toEqual([422, pointer]);
});
