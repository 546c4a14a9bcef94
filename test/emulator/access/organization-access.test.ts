import { Emulator } from "../../../src/emulator";
import type { HttpResponse } from "../http-client";
import { HttpClient, resource } from "../http-client";
import { NOT_USED, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let owner: HttpClient;
let team: string;
let member: HttpClient;

beforeEach(async () => {
  emulator = await Emulator.start();
  owner = new HttpClient(emulator);
  team = emulator.teams.create({ organization: "acme", name: "ops" }).id;
  const { data } = await owner.post(`/teams/${team}/authentication-token`);
  member = new HttpClient(emulator, String(data.attributes["token"]));
});
afterEach(() => emulator.stop());

const acme = (collection: string): string => `/organizations/acme/${collection}`;
const WORKSPACE_SET = resource("varsets", { name: "set", global: false });

/** What each access permits, and nobody else can do. */
const ATTEMPTS: Readonly<Record<string, (http: HttpClient) => Promise<HttpResponse>>> = {
  "manage-agent-pools": (http) => http.post(acme("agent-pools"), resource("agent-pools", { name: "pool" })),
  "manage-membership": (http) =>
    http.post(acme("organization-memberships"), resource("organization-memberships", { email: "ada@example.com" })),
  "manage-policies": (http) => http.post(acme("policy-sets"), resource("policy-sets", { name: "set" })),
  "manage-projects": (http) => http.post(acme("projects"), resource("projects", { name: "New" })),
  "manage-run-tasks": (http) =>
    http.post(acme("tasks"), resource("tasks", { name: "scan", url: "https://example.com", category: "task" })),
  "manage-teams": (http) => http.post(acme("teams"), resource("teams", { name: "new" })),
  "manage-vcs-settings": (http) => http.post(acme("ssh-keys"), resource("ssh-keys", { name: "key", value: "secret" })),
  "manage-workspaces": (http) => http.post(acme("varsets"), WORKSPACE_SET),
};

shows.documented(
  PAGES,
  "project-access: Organization access",
  "Permits what it is for, from the next request on: agent pools, members, policies, projects, run tasks, teams.",
  { client: NOT_USED },
);
test.each(Object.keys(ATTEMPTS))("%s permits what it is for, and no other access does", async (access) => {
  const attempt = ATTEMPTS[access]!;
  // Variable sets are also for those who manage projects.
  const including = access === "manage-workspaces" ? "manage-projects" : access;
  const others = Object.keys(ATTEMPTS).filter((name) => name !== access && name !== including);
  const give = async (names: readonly string[]): Promise<void> => {
    const all = Object.keys(ATTEMPTS).map((name) => [name, names.includes(name)] as const);
    await owner.patch(`/teams/${team}`, resource("teams", { "organization-access": Object.fromEntries(all) }));
  };
  await give(others);
  expect((await attempt(member)).status).toBe(404);
  await give([access]);
  expect((await attempt(member)).status).toBeLessThan(300);
});

test("only who manages organization access gives it", async () => {
  await owner.patch(`/teams/${team}`, resource("teams", { "organization-access": { "manage-teams": true } }));
  const escalate = (): Promise<HttpResponse> =>
    member.patch(`/teams/${team}`, resource("teams", { "organization-access": { "manage-policies": true } }));
  expect((await escalate()).status).toBe(404);
  expect((await member.patch(`/teams/${team}`, resource("teams", { description: "Ops" }))).status).toBe(200);
  const { attributes } = (await member.get(`/teams/${team}`)).data;
  expect(attributes["permissions"]).toMatchObject({ "can-destroy": true, "can-update-organization-access": false });
  const access = { "manage-organization-access": true };
  await owner.patch(`/teams/${team}`, resource("teams", { "organization-access": access }));
  expect((await escalate()).status).toBe(200);
});

test("the permissions on an organization say what its teams can do", async () => {
  const permissions = async (): Promise<unknown> =>
    (await member.get("/organizations/acme")).data.attributes["permissions"];
  expect(await permissions()).toMatchObject({ "can-create-team": false, "can-manage-run-tasks": false });
  const access = { "manage-teams": true, "manage-run-tasks": true };
  await owner.patch(`/teams/${team}`, resource("teams", { "organization-access": access }));
  expect(await permissions()).toMatchObject({
    "can-create-team": true,
    "can-manage-run-tasks": true,
    "can-manage-users": false,
    "can-update": false,
  });
});

test("a team manages the variable sets of its project, and their variables", async () => {
  const projectId = emulator.projects.create({ organization: "acme", name: "Web" }).id;
  const { id: own } = emulator.variableSets.create({ organization: "acme", name: "own", ownerProjectId: projectId });
  const { id: other } = emulator.variableSets.create({ organization: "acme", name: "other" });
  emulator.teams.grant({ teamId: team, projectId, access: "custom", projectAccess: { "variable-sets": "write" } });
  const add = (set: string): Promise<HttpResponse> =>
    member.post(
      `/varsets/${set}/relationships/vars`,
      resource("vars", { key: "region", value: "eu", category: "terraform" }),
    );
  expect([(await add(own)).status, (await add(other)).status]).toEqual([201, 404]);
  expect((await member.get(`/varsets/${own}`)).data.attributes["permissions"]).toMatchObject({ "can-update": true });
  emulator.teams.grant({ teamId: team, projectId, access: "write" });
  expect((await member.delete(`/varsets/${own}`)).status).toBe(404);
  emulator.teams.grant({ teamId: team, projectId, access: "admin" });
  expect((await member.delete(`/varsets/${own}`)).status).toBe(204);
});
