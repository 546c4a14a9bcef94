import { Emulator } from "../../../src/emulator";
import { HttpClient, identifiers } from "../http-client";

let emulator: Emulator;
let project: string;
let other: string;
let workspace: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  project = emulator.projects.create({ organization: "acme", name: "Platform" }).id;
  other = emulator.projects.create({ organization: "acme", name: "Other" }).id;
  workspace = emulator.workspaces.create({ organization: "acme", name: "api", projectId: project }).id;
});
afterEach(() => emulator.stop());

test("a token of another organization has no permissions", async () => {
  emulator.organizations.create("elsewhere");
  const http = new HttpClient(emulator, emulator.tokens.create({ organization: "elsewhere", role: "owner" }));
  expect((await http.get(`/projects/${project}`)).status).toBe(404);
  expect((await http.get("/organizations/acme/projects")).status).toBe(404);
  expect((await http.get(`/workspaces/${workspace}`)).status).toBe(404);
});

test("permissions on a project are removed with the project", async () => {
  const token = emulator.tokens.create({ organization: "acme", role: "team", projects: { [other]: ["read"] } });
  emulator.projects.delete(other);
  const http = new HttpClient(emulator, token);
  expect((await http.get("/organizations/acme/projects")).list).toEqual([]);
});

test("a permission without read has no effect", async () => {
  const projects = { [project]: ["move-workspaces"], [other]: ["read", "move-workspaces"] } as const;
  const http = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "team", projects }));
  const response = await http.post(
    `/projects/${other}/relationships/workspaces`,
    identifiers("workspaces", [workspace]),
  );
  expect(response.status).toBe(403);
  expect(emulator.workspaces.find("acme", "api")!.projectId).toBe(project);
});
