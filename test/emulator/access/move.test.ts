import type { CreateTokenOptions } from "../../../src/emulator";
import { Emulator } from "../../../src/emulator";
import type { HttpResponse } from "../http-client";
import { HttpClient, identifiers } from "../http-client";

/* Moving 100 workspaces at once: all or nothing. */

let emulator: Emulator;
let source: string;
let closed: string;
let destination: string;
let workspaces: string[];

beforeEach(async () => {
  emulator = await Emulator.start({ seed: { organizations: [{ name: "acme" }, { name: "elsewhere" }] } });
  const project = (name: string): string => emulator.projects.create({ organization: "acme", name }).id;
  [source, closed, destination] = [project("Source"), project("Closed"), project("Destination")];
  workspaces = Array.from({ length: 100 }, (_, index) => workspaceIn(source, `workspace-${index}`));
});
afterEach(() => emulator.stop());

const workspaceIn = (projectId: string, name: string): string =>
  emulator.workspaces.create({ organization: "acme", name, projectId }).id;

/** Can move on source and destination, and read the closed project. */
function mover(...without: readonly string[]): CreateTokenOptions {
  const projects = {
    [source]: ["read", "move-workspaces"],
    [destination]: ["read", "move-workspaces"],
    [closed]: ["read"],
  } as const;
  const kept = Object.entries(projects).filter(([id]) => !without.includes(id));
  return { organization: "acme", role: "team", projects: Object.fromEntries(kept) };
}

const move = (ids: readonly string[], to = destination, token = mover()): Promise<HttpResponse> =>
  new HttpClient(emulator, emulator.tokens.create(token)).post(
    `/projects/${to}/relationships/workspaces`,
    identifiers("workspaces", ids),
  );

/** The 100 workspaces, with another in place of the 58th. */
const withOther = (id: string): readonly string[] => workspaces.with(57, id);

test("moves 100 workspaces", async () => {
  expect((await move(workspaces)).status).toBe(204);
  expect(workspaces.every((id) => projectOf(id) === destination)).toBe(true);
});

const projectOf = (id: string): string | undefined =>
  emulator
    .state()
    .organizations.flatMap((organization) => organization.projects)
    .find((project) => project.workspaces.some((workspace) => workspace.id === id))?.id;

test.each([
  ["does not exist", () => "ws-doesnotexist0000"],
  ["cannot be moved out of its project", () => workspaceIn(closed, "closed")],
  [
    "is in a project that is not visible to the caller",
    () => workspaceIn(emulator.projects.create({ organization: "acme", name: "Hidden" }).id, "hidden"),
  ],
  [
    "belongs to another organization",
    () => emulator.workspaces.create({ organization: "elsewhere", name: "theirs" }).id,
  ],
])("moves none of 100 workspaces if one %s: 403, and the detail contains only that one", async (_, other) => {
  const id = other();
  const before = emulator.state();

  const response = await move(withOther(id));

  expect(response.status).toBe(403);
  expect(response.errors).toMatchObject([{ status: "403", title: "forbidden" }]);
  expect(response.errors[0]!.detail!.match(/ws-\w+/g)).toEqual([id]);
  expect(emulator.state()).toEqual(before);
});

test("the detail contains every workspace that cannot be moved", async () => {
  const others = [workspaceIn(closed, "closed"), "ws-doesnotexist0000"];
  const response = await move([...workspaces.slice(0, 98), ...others]);
  expect(response.errors[0]!.detail!.match(/ws-\w+/g)).toEqual(others);
});

test.each([
  ["is unknown", () => move(workspaces, "prj-doesnotexist000")],
  ["can be read, but not moved into", () => move(workspaces, closed)],
  ["is not visible", () => move(workspaces, destination, mover(destination))],
  [
    "belongs to another organization",
    () => move(workspaces, emulator.projects.create({ organization: "elsewhere", name: "Theirs" }).id),
  ],
])("moves none to a destination that %s: 404", async (_, attempt) => {
  const response = await attempt();
  expect(response.status).toBe(404);
  expect(response.errors).toMatchObject([{ status: "404", title: "not found" }]);
  expect(workspaces.every((id) => projectOf(id) === source)).toBe(true);
});

test("the admin token cannot move a workspace to another organization either", async () => {
  const theirs = emulator.projects.create({ organization: "elsewhere", name: "Theirs" }).id;
  const response = await new HttpClient(emulator).post(
    `/projects/${theirs}/relationships/workspaces`,
    identifiers("workspaces", [workspaces[0]!]),
  );
  expect(response.status).toBe(403);
  expect(response.errors[0]!.detail).toContain(workspaces[0]!);
  expect(projectOf(workspaces[0]!)).toBe(source);
});
