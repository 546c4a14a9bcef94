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
  emulator.organizations.create({ name: "elsewhere" });
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

describe("a token whose permissions change while it is used", () => {
  let token: string;
  let http: HttpClient;
  beforeEach(() => {
    token = emulator.tokens.create({ organization: "acme", role: "owner" });
    http = new HttpClient(emulator, token);
  });
  const change = (to: Omit<Parameters<Emulator["tokens"]["update"]>[0], "token" | "organization">): void =>
    emulator.tokens.update({ token, organization: "acme", ...to });
  const visible = async (): Promise<readonly unknown[]> =>
    (await http.get("/organizations/acme/projects")).list.map(({ id }) => id);

  test("may do less with another role: a team's token sees its own projects alone", async () => {
    expect(await visible()).toContain(other);
    change({ role: "team", projects: { [project]: ["read"] } });
    expect(await visible()).toEqual([project]);
    expect((await http.get(`/projects/${other}`)).status).toBe(404);
    expect((await http.get("/organizations/acme")).status).toBe(200);
  });

  test("keeps its role when only its projects change, and its projects when only its role does", async () => {
    change({ role: "team", projects: { [project]: ["read"] } });
    change({ projects: { [other]: ["read"] } });
    expect(await visible()).toEqual([other]);
    change({ role: "owner" });
    change({ role: "team" });
    expect(await visible()).toEqual([other]);
  });

  test("loses all access to the organization without a role, and gets it back with one", async () => {
    change({ role: null });
    expect((await http.get("/organizations/acme")).status).toBe(404);
    expect(() => change({ projects: { [project]: ["read"] } })).toThrow("The token has no role in acme: set role.");
    change({ role: "read-only" });
    expect(await visible()).toContain(project);
  });

  test("must exist, and so must its projects; the error does not show it", () => {
    expect(() => change({ projects: { "prj-nowhere": ["read"] } })).toThrow("prj-nowhere");
    const unknown = { token: "s3cret", organization: "acme", role: "owner" } as const;
    expect(() => emulator.tokens.update(unknown)).toThrow("The token does not exist; create one with tokens.create.");
  });
});
