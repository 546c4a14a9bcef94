import { Emulator } from "../../../src/emulator";
import type { HttpResponse } from "../http-client";
import { HttpClient, resource } from "../http-client";
import { PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let projectId: string;
let ops: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  projectId = emulator.projects.create({ organization: "acme", name: "Web" }).id;
  ops = emulator.teams.create({ organization: "acme", name: "ops" }).id;
});
afterEach(() => emulator.stop());

const to = (type: string, id: string): object => ({ data: { type, id } });
const grant = (attributes: object, by = http, team = ops, project = projectId): Promise<HttpResponse> =>
  by.post(
    "/team-projects",
    resource("team-projects", attributes, { team: to("teams", team), project: to("projects", project) }),
  );
const change = (id: string, attributes: object, by = http): Promise<HttpResponse> =>
  by.patch(`/team-projects/${id}`, resource("team-projects", attributes));
const accessTo = (id: string, by = http): Promise<HttpResponse> =>
  by.get("/team-projects", { "filter[project][id]": id });

shows.documented(
  PAGES,
  "project-access: POST, PATCH, GET and DELETE /team-projects",
  "Grant a team access to a project, change it, show it, and revoke it.",
);
test("access is granted, shown, changed and revoked", async () => {
  const granted = await grant({ access: "read" });
  expect(granted.status).toBe(201);
  const { id } = granted.data;
  expect(id).toMatch(/^tprj-/);
  expect(granted.data.relationships).toMatchObject({
    team: { data: { id: ops, type: "teams" } },
    project: { data: { id: projectId, type: "projects" } },
  });
  const shown = await http.get(`/team-projects/${id}`);
  expect([shown.status, shown.data]).toEqual([200, granted.data]);
  const changed = await change(id, { access: "maintain" });
  expect([changed.status, changed.data.attributes["access"]]).toEqual([200, "maintain"]);
  expect(changed.data.attributes["workspace-access"]).toMatchObject({ create: true, "run-tasks": true, move: false });
  expect(emulator.state().organizations[0]!.teams[0]!.projects).toEqual({ [projectId]: "maintain" });
  expect((await http.delete(`/team-projects/${id}`)).status).toBe(204);
  expect((await accessTo(projectId)).list).toEqual([]);
  expect((await http.get(`/team-projects/${id}`)).status).toBe(404);
  expect((await http.delete(`/team-projects/${id}`)).status).toBe(404);
});

shows("project-access: project-access and workspace-access");
test("of custom access, single permissions are changed, and the others keep their value", async () => {
  const { data } = await grant({
    access: "custom",
    "project-access": { teams: "read", "no-such-permission": true },
    "workspace-access": { runs: "plan", create: true },
  });
  expect(data.attributes["project-access"]).toEqual({ settings: "read", teams: "read", "variable-sets": "none" });
  const permissions = async (): Promise<unknown> => {
    const { attributes } = (await http.get(`/team-projects/${data.id}`)).data;
    return { ...(attributes["project-access"] as object), ...(attributes["workspace-access"] as object) };
  };
  await change(data.id, { "workspace-access": { runs: "apply" } });
  await change(data.id, { access: "custom", "project-access": { settings: "update" } });
  expect(await permissions()).toMatchObject({ runs: "apply", create: true, teams: "read", settings: "update" });

  await change(data.id, { access: "write" });
  expect(await permissions()).toMatchObject({ runs: "apply", create: false, teams: "none", settings: "read" });
  await change(data.id, { access: "custom" });
  expect(await permissions()).toMatchObject({ runs: "read", create: false, teams: "none", settings: "read" });
});

shows.ourChoice(
  "2026-11",
  "project-access: Invalid team access",
  "404 for an unknown team or project; otherwise 422, e.g. for a second access, or single permissions of a level.",
);
test("invalid access is rejected with a pointer to what is wrong", async () => {
  const { id } = (await grant({ access: "admin", "project-access": {}, "workspace-access": {} })).data;
  const again = await grant({ access: "read" });
  expect([again.status, again.errors[0]!.detail, again.pointers]).toEqual([
    422,
    "Team has already been taken",
    ["/data/relationships/team"],
  ]);
  const web = emulator.teams.create({ organization: "acme", name: "web" }).id;
  expect((await grant({}, http, web)).pointers).toEqual(["/data/attributes/access"]);
  expect((await grant({ access: "owner" }, http, web)).pointers).toEqual(["/data/attributes/access"]);
  const single = { access: "custom", "project-access": { teams: "all" } };
  expect((await grant(single, http, web)).pointers).toEqual(["/data/attributes/project-access"]);
  const level = { access: "read", "workspace-access": { runs: "plan" } };
  expect((await grant(level, http, web)).pointers).toEqual(["/data/attributes/workspace-access"]);
  expect((await change(id, { "workspace-access": { runs: "plan" } })).status).toBe(422);

  const withoutTeam = resource("team-projects", { access: "read" }, { project: to("projects", projectId) });
  expect((await http.post("/team-projects", withoutTeam)).pointers).toEqual(["/data/relationships/team"]);
  const withoutProject = resource("team-projects", { access: "read" }, { team: to("teams", web) });
  expect((await http.post("/team-projects", withoutProject)).pointers).toEqual(["/data/relationships/project"]);
  expect((await grant({ access: "read" }, http, "team-none")).status).toBe(404);
  expect((await grant({ access: "read" }, http, web, "prj-none")).status).toBe(404);
  expect((await accessTo(projectId)).list.map((it) => it.id)).toEqual([id]);
});

test("the team and the project of an access stay the same", async () => {
  const { id } = (await grant({ access: "read" })).data;
  const other = emulator.projects.create({ organization: "acme", name: "Other" }).id;
  const moved = resource("team-projects", { access: "write" }, { project: to("projects", other) });
  const { status, data } = await http.patch(`/team-projects/${id}`, moved);
  expect([status, data.relationships["project"]!.data]).toEqual([200, { id: projectId, type: "projects" }]);
});

test("a team and a project of different organizations are not connected", async () => {
  emulator.organizations.create({ name: "elsewhere" });
  const theirs = emulator.teams.create({ organization: "elsewhere", name: "ops" }).id;
  expect((await grant({ access: "read" }, http, theirs)).status).toBe(404);
});

shows.documented(
  PAGES,
  "project-access: Changes of team access",
  "Need the permission to manage the teams of the project; otherwise 404.",
);
test("only who manages the teams of the project changes their access, and only who reads them sees it", async () => {
  const { id } = (await grant({ access: "read" })).data;
  const as = (...permissions: readonly ("read" | "update" | "read-teams" | "manage-teams")[]): HttpClient => {
    const projects = { [projectId]: permissions };
    return new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "team", projects }));
  };
  const visible = emulator.teams.create({ organization: "acme", name: "visible" }).id;
  await http.patch(`/teams/${visible}`, resource("teams", { visibility: "organization" }));
  for (const [by, sees, changes] of [
    [as("read", "read-teams", "manage-teams"), true, true],
    [as("read", "read-teams"), true, false],
    [as("read", "update"), false, false],
    [as(), false, false],
  ] as const) {
    expect((await by.get(`/team-projects/${id}`)).status).toBe(sees ? 200 : 404);
    expect((await change(id, { access: "write" }, by)).status).toBe(changes ? 200 : 404);
    const granted = await grant({ access: "read" }, by, visible);
    expect(granted.status).toBe(changes ? 201 : 404);
    if (changes) expect((await by.delete(`/team-projects/${granted.data.id}`)).status).toBe(204);
  }
  // A secret team cannot be found by somebody who is not in it.
  const secret = emulator.teams.create({ organization: "acme", name: "secret" }).id;
  expect((await grant({ access: "read" }, as("read", "manage-teams"), secret)).status).toBe(404);
});
