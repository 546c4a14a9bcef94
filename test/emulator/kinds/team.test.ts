import type { EmulatorOptions } from "../../../src/emulator";
import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { NOT_USED, PAGES, PERMISSIONS_AS_SENT, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let projectId: string;
let ops: string;

const start = async (options?: EmulatorOptions): Promise<void> => {
  emulator = await Emulator.start(options);
  http = new HttpClient(emulator);
  projectId = emulator.projects.create({ organization: "acme", name: "Web" }).id;
  ops = emulator.teams.create({ organization: "acme", name: "ops" }).id;
};
const restart = async (options: EmulatorOptions): Promise<void> => {
  await emulator.stop();
  await start(options);
};
beforeEach(() => start());
afterEach(() => emulator.stop());

const accessTo = (id: string) => ({ "filter[project][id]": id });

shows.documented(
  PAGES,
  "project-access: GET /team-projects",
  "Lists the access of teams to the project in `filter[project][id]`, in pages.",
);
test("lists the access of teams to a project, with its teams", async () => {
  await restart({ documents: "documented" });
  emulator.teams.grant({ teamId: ops, projectId, access: "read" });
  const { status, list, document } = await http.get("/team-projects", accessTo(projectId));
  expect(status).toBe(200);
  const id = list[0]!.id;
  expect(id).toMatch(/^tprj-/);
  expect(list).toEqual([
    {
      id,
      type: "team-projects",
      attributes: {
        access: "read",
        "project-access": { settings: "read", teams: "none" },
        "workspace-access": {
          create: false,
          move: false,
          locking: false,
          delete: false,
          runs: "read",
          variables: "read",
          "state-versions": "read",
          "sentinel-mocks": "none",
          "run-tasks": false,
        },
      },
      relationships: {
        team: { data: { id: ops, type: "teams" }, links: { related: `/api/v2/teams/${ops}` } },
        project: { data: { id: projectId, type: "projects" }, links: { related: `/api/v2/projects/${projectId}` } },
      },
      links: { self: `/api/v2/team-projects/${id}` },
    },
  ]);
  expect(document.meta!.pagination).toMatchObject({ "current-page": 1, "next-page": null, "total-count": 1 });
  expect((await http.get(`/projects/${projectId}`)).data.attributes["team-count"]).toBe(1);
});

/** Of each level: settings, teams, runs, mocks, states, variables, create, locking, delete, move, run tasks. */
shows.documented(
  PAGES,
  "project-access: access",
  "`read`, `write`, `maintain` and `admin` imply the permissions of the documented table; `custom` has its defaults.",
  { client: PERMISSIONS_AS_SENT },
);
test.each([
  ["read", "read", "none", "read", "none", "read", "read", false, false, false, false, false],
  ["write", "read", "none", "apply", "read", "write", "write", false, true, false, false, false],
  ["maintain", "read", "none", "apply", "read", "write", "write", true, true, true, false, true],
  ["admin", "delete", "manage", "apply", "read", "write", "write", true, true, true, true, true],
  ["custom", "read", "none", "read", "none", "none", "none", false, false, false, false, false],
] as const)("the access %s implies the documented permissions", async (access, ...implied) => {
  emulator.teams.grant({ teamId: ops, projectId, access });
  const { attributes } = (await http.get("/team-projects", accessTo(projectId))).list[0]!;
  const project = attributes["project-access"] as Record<string, unknown>;
  const workspace = attributes["workspace-access"] as Record<string, unknown>;
  const names = ["runs", "sentinel-mocks", "state-versions", "variables", "create", "locking", "delete", "move"];
  expect([project["settings"], project["teams"], ...[...names, "run-tasks"].map((name) => workspace[name])]).toEqual(
    implied,
  );
});

shows.documented(
  PAGES,
  "project-access: project-access and workspace-access",
  "With `custom` access, the permissions that the team was granted; others have their default.",
  { client: PERMISSIONS_AS_SENT },
);
test("custom access has the permissions that it was given", async () => {
  const given = {
    projectAccess: { teams: "read" },
    workspaceAccess: { runs: "plan", "policy-overrides": true },
  } as const;
  emulator.teams.grant({ teamId: ops, projectId, access: "custom", ...given });
  expect((await http.get("/team-projects", accessTo(projectId))).list[0]!.attributes).toMatchObject({
    access: "custom",
    "project-access": { settings: "read", teams: "read" },
    "workspace-access": { runs: "plan", "policy-overrides": true, variables: "none" },
  });
  expect(() => emulator.teams.grant({ teamId: ops, projectId, access: "read", ...given })).toThrow(
    "Project access is read-only when access level is 'read'",
  );
});

test("access is changed, revoked, and deleted with its team or project", async () => {
  const levels = async (): Promise<unknown> =>
    (await http.get("/team-projects", accessTo(projectId))).list.map(({ attributes }) => attributes["access"]);
  emulator.teams.grant({ teamId: ops, projectId, access: "read" });
  emulator.teams.grant({ teamId: ops, projectId, access: "admin" });
  expect(await levels()).toEqual(["admin"]);
  emulator.teams.revoke({ teamId: ops, projectId });
  expect(await levels()).toEqual([]);
  emulator.teams.grant({ teamId: ops, projectId, access: "read" });
  expect(emulator.state().organizations[0]!.teams).toMatchObject([
    { id: ops, name: "ops", projects: { [projectId]: "read" } },
  ]);
  emulator.projects.delete(projectId);
  expect(emulator.state().organizations[0]!.teams.map(({ id, projects }) => [id, projects])).toEqual([[ops, {}]]);
  emulator.teams.delete(ops);
  expect(emulator.state().organizations[0]!.teams).toEqual([]);
});

shows("project-access: GET /team-projects");
test("the access to one project, of one team, is filtered and paged", async () => {
  const web = emulator.teams.create({ organization: "acme", name: "web" }).id;
  const other = emulator.projects.create({ organization: "acme", name: "Other" }).id;
  emulator.teams.grant({ teamId: ops, projectId, access: "read" });
  emulator.teams.grant({ teamId: web, projectId, access: "write" });
  emulator.teams.grant({ teamId: web, projectId: other, access: "admin" });
  const levels = async (query: Record<string, string>): Promise<unknown> =>
    (await http.get("/team-projects", query)).list.map(({ attributes }) => attributes["access"]);
  expect(await levels(accessTo(projectId))).toEqual(["read", "write"]);
  expect(await levels({ ...accessTo(projectId), "filter[team][id]": web })).toEqual(["write"]);
  expect(await levels({ ...accessTo(projectId), "page[size]": "1", "page[number]": "2" })).toEqual(["write"]);
  expect(await levels(accessTo(other))).toEqual(["admin"]);
});

shows("project-access: Visible team access");
test("the project is required, and 404 if it is not visible", async () => {
  expect((await http.get("/team-projects")).status).toBe(400);
  expect((await http.get("/team-projects", accessTo("prj-none"))).status).toBe(404);
  const stranger = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "team" }));
  expect((await stranger.get("/team-projects", accessTo(projectId))).status).toBe(404);
});

shows.documented(
  PAGES,
  "project-access: Visible team access",
  "All of it for callers who manage the project; other members see that of their own teams; otherwise 404.",
);
test("members see only the access of their own teams", async () => {
  emulator.teams.grant({ teamId: ops, projectId, access: "read" });
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  expect((await reader.get("/team-projects", accessTo(projectId))).list).toEqual([]);
});

shows.documented(
  PAGES,
  "project-access: GET /organizations/:organization_name/teams",
  "Lists teams; `q` searches names, and `filter[names]` has exact ones.",
);
test("lists, searches and filters teams", async () => {
  emulator.teams.create({ organization: "acme", name: "Web" });
  emulator.teams.create({ organization: "acme", name: "web-admins" });
  const path = "/organizations/acme/teams";
  const { list, names } = await http.get(path);
  expect(names).toEqual(["ops", "owners", "Web", "web-admins"]);
  expect(list[0]).toMatchObject({ id: ops, type: "teams", relationships: { organization: { data: { id: "acme" } } } });
  expect((await http.get(path, { q: "WEB" })).names).toEqual(["Web", "web-admins"]);
  expect((await http.get(path, { "filter[names]": "web,OPS" })).names).toEqual(["ops", "Web"]);
  expect((await http.get("/organizations/none/teams")).status).toBe(404);
});

shows.documented(
  PAGES,
  "project-access: The team owners",
  "Every organization has it, with all access to the organization; in full documents as booleans.",
  { client: PERMISSIONS_AS_SENT },
);
test("the team owners has all access to its organization, and the teams of tokens are not listed", async () => {
  emulator.tokens.create({ organization: "acme", role: "manage-projects" });
  const path = "/organizations/acme/teams";
  const [team, owners, ...others] = (await http.get(path)).list.map(({ attributes }) => attributes);
  expect([team!["name"], owners!["name"], others]).toEqual(["ops", "owners", []]);
  const access = Object.entries(owners!["organization-access"] as Record<string, boolean>);
  expect(access.map(([name]) => name)).toEqual(expect.arrayContaining(["manage-projects", "access-secret-teams"]));
  expect(new Set(access.map(([, allowed]) => allowed))).toEqual(new Set([true]));
  expect(team!["organization-access"]).toEqual(Object.fromEntries(access.map(([name]) => [name, false])));
  expect(emulator.state().organizations[0]!.teams.map(({ id, projects }) => [id, projects])).toEqual([[ops, {}]]);
  expect(() => emulator.teams.create({ organization: "acme", name: "Owners" })).toThrow("Name has already been taken");

  await restart({ documents: "documented" });
  const documented = (await http.get(path)).list.map(({ attributes }) => attributes["organization-access"]);
  expect(documented).toEqual([{}, {}]);
});

shows.documented(
  PAGES,
  "project-access: POST, GET, PATCH and DELETE of teams",
  "Create a team (200), show it, change it, and delete it with its access.",
  { client: NOT_USED },
);
test("a team is created, shown, changed and deleted", async () => {
  const path = "/organizations/acme/teams";
  const created = await http.post(
    path,
    resource("teams", { name: "web", "sso-team-id": "7d", "organization-access": { "manage-policies": true, no: 1 } }),
  );
  expect(created.status).toBe(200);
  const { id, attributes } = created.data;
  expect(id).toMatch(/^team-/);
  expect(attributes).toMatchObject({
    name: "web",
    visibility: "secret",
    "sso-team-id": "7d",
    "allow-member-token-management": true,
    "users-count": 0,
    permissions: { "can-destroy": true, "can-update-membership": true },
    "organization-access": { "manage-policies": true, "manage-projects": false },
  });
  expect((await http.get(`/teams/${id}`)).data).toEqual(created.data);
  const access = { "organization-access": { "manage-projects": true } };
  const changed = await http.patch(`/teams/${id}`, resource("teams", { visibility: "organization", ...access }));
  expect(changed.data.attributes).toMatchObject({
    name: "web",
    visibility: "organization",
    "organization-access": { "manage-policies": true, "manage-projects": true },
  });
  await http.patch(`/teams/${id}`, resource("teams", { "sso-team-id": null, description: "Web" }));
  expect((await http.get(`/teams/${id}`)).data.attributes).toMatchObject({ "sso-team-id": null, description: "Web" });
  emulator.teams.grant({ teamId: id, projectId, access: "read" });
  expect((await http.delete(`/teams/${id}`)).status).toBe(204);
  expect((await http.get(`/teams/${id}`)).status).toBe(404);
  expect((await http.get("/team-projects", accessTo(projectId))).list).toEqual([]);

  expect((await http.post(path, resource("teams", { name: "OPS" }))).errors).toMatchObject([
    { status: "422", detail: "Name has already been taken", source: { pointer: "/data/attributes/name" } },
  ]);
  expect((await http.post(path, resource("teams", { name: "x", visibility: "none" }))).pointers).toEqual([
    "/data/attributes/visibility",
  ]);
});

shows.ourChoice(
  "2026-11",
  "project-access: Protection of the team owners",
  "Cannot be renamed (422) or deleted (404), and its organization access does not change.",
  { client: NOT_USED },
);
test("the team owners stays", async () => {
  const { id } = (await http.get("/organizations/acme/teams", { q: "owners" })).list[0]!;
  const owners = (await http.get(`/teams/${id}`)).data;
  expect(owners.attributes["permissions"]).toMatchObject({ "can-destroy": false, "can-update-membership": true });
  expect((await http.delete(`/teams/${id}`)).status).toBe(404);
  expect((await http.patch(`/teams/${id}`, resource("teams", { name: "admins" }))).pointers).toEqual([
    "/data/attributes/name",
  ]);
  const access = { "organization-access": { "manage-projects": false } };
  const changed = await http.patch(`/teams/${id}`, resource("teams", { name: "owners", ...access }));
  expect([changed.status, changed.data]).toEqual([200, owners]);
});

shows.documented(
  PAGES,
  "project-access: Secret teams",
  "Are visible to their members and to those with access to secret teams; lists, IDs and includes agree.",
  { client: NOT_USED },
);
test("a secret team is hidden from others, in lists and by its ID", async () => {
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  const list = "/organizations/acme/teams";
  expect((await reader.get(list)).names).toEqual(["owners"]);
  expect((await reader.get(`/teams/${ops}`)).status).toBe(404);
  await http.patch(`/teams/${ops}`, resource("teams", { visibility: "organization" }));
  expect((await reader.get(list)).names).toEqual(["ops", "owners"]);
  expect((await reader.get(`/teams/${ops}`)).status).toBe(200);
  expect((await reader.patch(`/teams/${ops}`, resource("teams", { name: "mine" }))).status).toBe(404);
  expect((await reader.delete(`/teams/${ops}`)).status).toBe(404);
  expect((await reader.post(list, resource("teams", { name: "mine" }))).status).toBe(404);
});
