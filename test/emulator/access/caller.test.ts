import type { Role } from "../../../src/emulator";
import { Emulator } from "../../../src/emulator";
import { HttpCaller, identifiers, resource } from "../http-caller";

let emulator: Emulator;
let project: string;
let other: string;
let workspace: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  project = emulator.addProject({ organization: "acme", name: "Platform" }).id;
  other = emulator.addProject({ organization: "acme", name: "Other" }).id;
  workspace = emulator.addWorkspace({ organization: "acme", name: "api", projectId: project }).id;
});
afterEach(() => emulator.stop());

/** The statuses of show, list, create, update, move and delete, by a caller of the role. */
async function attempts(role: Role): Promise<readonly number[]> {
  const http = new HttpCaller(emulator, emulator.addToken({ organization: "acme", role }));
  const list = "/organizations/acme/projects";
  return [
    (await http.get(`/projects/${project}`)).status,
    (await http.get(list)).status,
    (await http.post(list, resource("projects", { name: "New" }))).status,
    (await http.patch(`/projects/${project}`, resource("projects", { name: "Changed" }))).status,
    (await http.post(`/projects/${other}/relationships/workspaces`, identifiers("workspaces", [workspace]))).status,
    (await http.delete(`/projects/${project}`)).status,
  ];
}

test.each(["owner", "manage-projects", "organization"] as const)("%s may create and manage projects", async (role) => {
  expect(await attempts(role)).toEqual([200, 200, 201, 200, 204, 204]);
  expect(emulator.state().organizations[0]!.projects.map((it) => it.name)).toEqual(["Default Project", "New", "Other"]);
});

test("a read-only caller sees everything and changes nothing", async () => {
  const before = emulator.state();
  expect(await attempts("read-only")).toEqual([200, 200, 404, 404, 404, 404]);
  expect(emulator.state()).toEqual(before);
});

test("a team sees nothing that it was given nothing on", async () => {
  const before = emulator.state();
  expect(await attempts("team")).toEqual([404, 200, 404, 404, 404, 404]);
  expect(emulator.state()).toEqual(before);
});

test("a token of another organization finds nothing", async () => {
  emulator.addOrganization("elsewhere");
  const http = new HttpCaller(emulator, emulator.addToken({ organization: "elsewhere", role: "owner" }));
  expect((await http.get(`/projects/${project}`)).status).toBe(404);
  expect((await http.get("/organizations/acme/projects")).status).toBe(404);
  expect((await http.get(`/workspaces/${workspace}`)).status).toBe(404);
});

test("abilities on a project end with it", async () => {
  const token = emulator.addToken({ organization: "acme", role: "team", projects: { [other]: ["read"] } });
  emulator.deleteProject(other);
  const http = new HttpCaller(emulator, token);
  expect((await http.get("/organizations/acme/projects")).list).toEqual([]);
});
