import { Emulator } from "../../../src/emulator";
import type { HttpResponse } from "../http-client";
import { HttpClient, identifiers, resource } from "../http-client";
import { GO_CLIENT, NOT_USED, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let ops: string;

const LIST = "/organizations/acme/organization-memberships";

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  ops = emulator.teams.create({ organization: "acme", name: "ops" }).id;
});
afterEach(() => emulator.stop());

const invite = (email: string, teams: readonly string[] = [], by = http): Promise<HttpResponse> =>
  by.post(LIST, resource("organization-memberships", { email }, { teams: identifiers("teams", teams) }));
const emails = async (query: Readonly<Record<string, string>> = {}, path = LIST): Promise<unknown> =>
  (await http.get(path, query)).list.map(({ attributes }) => attributes["email"]);
const asUser = (user: string): HttpClient =>
  new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "team", user }));
const ownersTeam = async (): Promise<string> =>
  (await http.get("/organizations/acme/teams", { "filter[names]": "owners" })).list[0]!.id;

shows.documented(
  PAGES,
  "project-access: POST, GET and DELETE of organization memberships",
  "Invite a user by email address into an organization and its teams, show the membership, and end it.",
  { client: NOT_USED },
);
test("a user is invited into teams, accepts, and leaves", async () => {
  const invited = await invite("ada@example.com", [ops]);
  expect(invited.status).toBe(201);
  const { id, attributes, relationships } = invited.data;
  expect(id).toMatch(/^ou-/);
  expect(attributes).toMatchObject({ status: "invited", email: "ada@example.com" });
  expect(relationships).toMatchObject({
    organization: { data: { id: "acme", type: "organizations" } },
    teams: { data: [{ id: ops, type: "teams" }] },
    user: { data: { type: "users" } },
  });
  expect(invited.document.included).toMatchObject([{ type: "users", attributes: { username: null } }]);

  const path = `/organization-memberships/${id}`;
  const shown = await http.get(path);
  expect([shown.data, shown.document.included]).toEqual([invited.data, undefined]);
  expect((await http.get(path, { include: "user,teams" })).document.included!.map(({ type }) => type)).toEqual([
    "users",
    "teams",
  ]);
  expect(emulator.organizations.addMember("acme", "ada@example.com")).toEqual({ id });
  expect((await http.get(path)).data.attributes["status"]).toBe("active");
  expect((await http.delete(path)).status).toBe(204);
  expect((await http.get(path)).status).toBe(404);
  expect((await http.get(`/teams/${ops}`)).data.relationships["organization-memberships"]!.data).toEqual([]);
});

shows.observed(
  "2022-02-02",
  "project-access: meta.status-counts of organization memberships",
  "`active` and `invited` of all, `total` and `matching`.",
  { client: NOT_USED },
);
test("memberships are counted by their status", async () => {
  await invite("ada@example.com");
  await invite("bob@example.com");
  emulator.organizations.addMember("acme", "bob@example.com");
  const { document } = await http.get(LIST, { "filter[status]": "invited" });
  expect(document.meta!["status-counts"]).toEqual({ total: 3, matching: 1, active: 2, invited: 1 });
});

test("a membership needs an email address that no other one has, and existing teams", async () => {
  await invite("ada@example.com");
  const again = await invite("ADA@example.com");
  expect([again.status, again.errors[0]!.detail]).toEqual([422, "Email has already been taken"]);
  for (const email of ["not-an-email-address", ""]) {
    expect((await invite(email)).pointers).toContain("/data/attributes/email");
  }
  expect((await invite("bob@example.com", ["team-none"])).status).toBe(422);
  expect(() => emulator.organizations.addMember("acme", "nobody")).toThrow("Email is invalid");
  expect(await emails()).toEqual(["admin@example.com", "ada@example.com"]);
});

shows.documented(
  PAGES,
  "project-access: GET /organizations/:organization_name/organization-memberships",
  "Lists memberships; `q` searches names and addresses, `filter[email]` and `filter[status]` have exact ones.",
  { client: NOT_USED },
);
test("memberships are listed, searched and filtered; whoever creates an organization is a member", async () => {
  await invite("ada@example.com");
  await invite("bob@tfe.local");
  emulator.organizations.addMember("acme", "eve@example.com");
  expect(await emails()).toEqual(["admin@example.com", "ada@example.com", "bob@tfe.local", "eve@example.com"]);
  expect(await emails({ q: "ADA" })).toEqual(["ada@example.com"]);
  expect(await emails({ "filter[email]": "Bob@tfe.local, eve@example.com" })).toEqual([
    "bob@tfe.local",
    "eve@example.com",
  ]);
  expect(await emails({ "filter[status]": "invited" })).toEqual(["ada@example.com", "bob@tfe.local"]);
  const included = (await http.get(LIST, { include: "user" })).document.included!;
  expect(included.map(({ attributes }) => attributes["username"])).toEqual(["admin", null, null, "eve"]);
  expect(await emails({}, "/organization-memberships")).toEqual(["admin@example.com"]);

  const owner = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "owner", user: "zoe" }));
  await owner.post("/organizations", resource("organizations", { name: "new", email: "a@example.com" }));
  expect(await emails({}, "/organizations/new/organization-memberships")).toEqual([
    "admin@example.com",
    "zoe@example.com",
  ]);
  expect((await owner.get("/organization-memberships")).list).toHaveLength(1);
});

shows.documented(
  GO_CLIENT,
  "project-access: Members of teams",
  "Are added and removed by the name of the user, or by their membership; teams include both.",
  { client: NOT_USED },
);
test("members are added to teams, and removed, by name and by membership", async () => {
  const ada = (await invite("ada@example.com")).data.id;
  const send = (method: string, relationship: string, type: string, id: string): Promise<HttpResponse> =>
    http.send(method, `/teams/${ops}/relationships/${relationship}`, identifiers(type, [id]));
  const memberships = "organization-memberships";
  expect((await send("POST", "users", "users", "admin")).status).toBe(204);
  expect((await send("POST", memberships, memberships, ada)).status).toBe(204);
  expect((await send("POST", memberships, memberships, ada)).status).toBe(204);
  const team = await http.get(`/teams/${ops}`, { include: "users,organization-memberships" });
  expect(team.data.attributes["users-count"]).toBe(1);
  // Somebody who is only invited is no user of the team yet.
  expect(team.document.included!.map(({ type, attributes }) => [type, attributes["email"]])).toEqual([
    ["users", "admin@example.com"],
    [memberships, "admin@example.com"],
    [memberships, "ada@example.com"],
  ]);
  const path = `/teams/${ops}/relationships/${memberships}`;
  expect(await emails({}, path)).toEqual(["admin@example.com", "ada@example.com"]);
  expect(await emails({ "filter[status]": "active" }, path)).toEqual(["admin@example.com"]);
  expect(await emails({ "filter[is_service_account]": "true" }, path)).toEqual([]);
  expect((await send("DELETE", "users", "users", "Admin")).status).toBe(204);
  expect((await send("DELETE", memberships, memberships, ada)).status).toBe(204);
  expect(await emails({}, path)).toEqual([]);
  expect((await send("POST", "users", "users", "nobody")).status).toBe(404);
  expect((await send("POST", memberships, memberships, "ou-none")).status).toBe(404);
});

test("an active member has the access of their teams", async () => {
  const projectId = emulator.projects.create({ organization: "acme", name: "Web" }).id;
  emulator.teams.grant({ teamId: ops, projectId, access: "admin" });
  const ada = asUser("ada");
  await invite("ada@example.com", [ops]);
  expect((await ada.get(`/projects/${projectId}`)).status).toBe(404);
  emulator.organizations.addMember("acme", "ada@example.com");
  expect((await ada.get(`/projects/${projectId}`)).data.attributes["permissions"]).toMatchObject({
    "can-update": true,
    "can-manage-teams": true,
  });
  expect((await ada.get("/organizations/acme/teams")).names).toEqual(["ops", "owners"]);
  expect((await asUser("bob").get("/organizations/acme/teams")).names).toEqual(["owners"]);
});

shows.ourChoice(
  "2026-11",
  "project-access: Owners",
  "The last active one cannot leave (403); only owners add others.",
  {
    client: NOT_USED,
  },
);
test("an organization keeps an owner, and only owners add owners", async () => {
  const owners = await ownersTeam();
  const [admin] = (await http.get(LIST)).list;
  const leave = (): Promise<HttpResponse> =>
    http.send("DELETE", `/teams/${owners}/relationships/users`, identifiers("users", ["admin"]));
  await invite("bob@example.com", [owners]);
  expect((await leave()).status).toBe(403);
  expect((await http.delete(`/organization-memberships/${admin!.id}`)).status).toBe(403);
  emulator.organizations.addMember("acme", "bob@example.com");
  expect((await leave()).status).toBe(204);
  expect((await http.delete(`/organization-memberships/${admin!.id}`)).status).toBe(204);

  await http.patch(`/teams/${ops}`, resource("teams", { "organization-access": { "manage-membership": true } }));
  const token = await http.post(`/teams/${ops}/authentication-token`);
  const manager = new HttpClient(emulator, String(token.data.attributes["token"]));
  expect((await invite("eve@example.com", [owners], manager)).status).toBe(404);
  expect((await invite("eve@example.com", [ops], manager)).status).toBe(201);
  const add = (team: string): Promise<HttpResponse> =>
    manager.post(`/teams/${team}/relationships/users`, identifiers("users", ["eve"]));
  expect([(await add(owners)).status, (await add(ops)).status]).toEqual([404, 204]);
  expect((await invite("zoe@example.com", [], asUser("eve"))).status).toBe(404);
});
