import { Emulator } from "../../../src/emulator";
import type { HttpResponse } from "../http-client";
import { HttpClient, identifiers, resource } from "../http-client";
import { GO_CLIENT, NOT_USED, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let ops: string;
let web: string;

beforeEach(async () => {
  emulator = await Emulator.start({ now: () => Date.parse("2026-03-01T10:00:00.000Z") });
  http = new HttpClient(emulator);
  ops = emulator.teams.create({ organization: "acme", name: "ops" }).id;
  web = emulator.teams.create({ organization: "acme", name: "web" }).id;
});
afterEach(() => emulator.stop());

const only = (team: string): string => `/teams/${team}/authentication-token`;
const token = (attributes: object = {}): object => resource("authentication-tokens", attributes);
/** A client with the token of the response. */
const as = (response: HttpResponse): HttpClient => new HttpClient(emulator, String(response.data.attributes["token"]));
const clientOf = async (team: string): Promise<HttpClient> => as(await http.post(only(team)));

shows.documented(
  PAGES,
  "project-access: Tokens of teams",
  "A team has one token without a description, which another one replaces; the token itself is only shown once.",
  { client: NOT_USED },
);
test("a team has a token, which is shown once, replaced and deleted", async () => {
  expect((await http.get(only(ops))).status).toBe(404);
  const created = await http.post(only(ops), token());
  expect([created.status, created.data.type]).toEqual([201, "authentication-tokens"]);
  const { id, attributes, relationships } = created.data;
  expect(id).toMatch(/^at-/);
  expect(attributes).toEqual({
    "created-at": "2026-03-01T10:00:00.000Z",
    "last-used-at": null,
    "expired-at": "2028-03-01T10:00:00.000Z",
    description: null,
    token: expect.any(String) as unknown,
  });
  expect(relationships["team"]!.data).toEqual({ id: ops, type: "teams" });
  expect(relationships["created-by"]!.data).toMatchObject({ type: "users" });
  for (const path of [only(ops), `/authentication-tokens/${id}`]) {
    const { data } = await http.get(path);
    expect([data.id, data.attributes["token"]]).toEqual([id, null]);
  }
  expect((await http.get(`/teams/${ops}`)).data.relationships).toMatchObject({
    "authentication-token": { data: { id } },
    "authentication-tokens": { data: [{ id }] },
  });

  const replaced = await http.post(only(ops), token({ "expired-at": "2026-04-01T00:00:00+02:00" }));
  expect(replaced.data.attributes["expired-at"]).toBe("2026-03-31T22:00:00.000Z");
  expect((await as(created).get("/account/details")).status).toBe(401);
  expect((await as(replaced).get("/account/details")).status).toBe(200);
  expect((await http.get(`/authentication-tokens/${id}`)).status).toBe(404);
  expect((await http.delete(only(ops))).status).toBe(204);
  expect((await as(replaced).get("/account/details")).status).toBe(401);
  expect((await http.delete(only(ops))).status).toBe(404);
  expect((await http.post(only(ops), token({ "expired-at": "soon" }))).pointers).toEqual([
    "/data/attributes/expired-at",
  ]);
});

shows.documented(
  GO_CLIENT,
  "project-access: Several tokens of a team",
  "Have descriptions, which are unique in the team.",
  { client: NOT_USED },
);
test("a team has several tokens, by description", async () => {
  const path = `/teams/${ops}/authentication-tokens`;
  const legacy = await http.post(only(ops));
  const first = await http.post(path, resource("", { description: "ci" }));
  expect([first.status, first.data.attributes["description"]]).toEqual([201, "ci"]);
  expect((await http.post(path, token({ description: "" }))).status).toBe(201);
  const again = await http.post(path, token({ description: "ci" }));
  expect([again.status, again.errors[0]]).toMatchObject([
    422,
    { title: "invalid attributes", detail: "Validation failed: Description has already been taken" },
  ]);
  for (const it of [legacy, first]) expect((await as(it).get("/organizations/acme")).status).toBe(200);
  expect((await http.delete(`/authentication-tokens/${first.data.id}`)).status).toBe(204);
  expect((await as(first).get("/organizations/acme")).status).toBe(401);
  expect((await as(legacy).get("/organizations/acme")).status).toBe(200);
});

shows.documented(
  GO_CLIENT,
  "project-access: GET and DELETE /organizations/:organization_name/team-tokens",
  "List the tokens of all teams, by the name of the team and sorted, and delete some.",
  { client: NOT_USED },
);
test("the tokens of all teams are listed, searched, sorted and deleted", async () => {
  const path = "/organizations/acme/team-tokens";
  const first = (await http.post(only(web), token({ "expired-at": "2026-05-01T00:00:00Z" }))).data.id;
  const second = (await http.post(only(ops), token({ "expired-at": "2026-04-01T00:00:00Z" }))).data.id;
  const ids = async (query = {}): Promise<unknown> => (await http.get(path, query)).list.map(({ id }) => id);
  expect(await ids()).toEqual([first, second]);
  expect(await ids({ q: "WEB" })).toEqual([first]);
  expect(await ids({ sort: "expired-at" })).toEqual([second, first]);
  expect(await ids({ sort: "-team-name" })).toEqual([first, second]);
  expect((await http.get(path)).list.map(({ attributes }) => attributes["token"])).toEqual([null, null]);
  emulator.tokens.create({ organization: "acme", role: "owner" });
  expect(await ids()).toHaveLength(2);
  const deleted = await http.send("DELETE", path, identifiers("authentication-tokens", [second]));
  expect([deleted.status, await ids()]).toEqual([204, [first]]);
  expect((await http.send("DELETE", path, identifiers("authentication-tokens", [second]))).status).toBe(404);
});

shows.documented(PAGES, "project-access: What a token of a team can do", "Everything that the team can, and no more.", {
  client: NOT_USED,
});
test("a token of a team has the access of its team, as it changes", async () => {
  const projectId = emulator.projects.create({ organization: "acme", name: "Web" }).id;
  const team = await clientOf(ops);
  const names = async (): Promise<unknown> => (await team.get("/organizations/acme/projects")).names;
  expect(await names()).toEqual([]);
  emulator.teams.grant({ teamId: ops, projectId, access: "read" });
  expect(await names()).toEqual(["Web"]);
  expect((await team.patch(`/projects/${projectId}`, resource("projects", { name: "Mine" }))).status).toBe(404);
  emulator.teams.grant({ teamId: ops, projectId, access: "admin" });
  expect((await team.patch(`/projects/${projectId}`, resource("projects", { name: "Mine" }))).status).toBe(200);
  await http.patch(`/teams/${ops}`, resource("teams", { "organization-access": { "read-projects": true } }));
  expect(await names()).toEqual(["Default Project", "Mine"]);
  expect((await team.get("/account/details")).data).toMatchObject({
    attributes: { "is-service-account": true },
    relationships: { "authenticated-resource": { data: { id: ops, type: "teams" } } },
  });
  emulator.teams.delete(ops);
  expect((await team.get("/organizations/acme")).status).toBe(401);
});

test("the token of the team owners can do everything in its organization, and nothing elsewhere", async () => {
  emulator.organizations.create({ name: "elsewhere" });
  const { id } = (await http.get("/organizations/acme/teams", { q: "owners" })).list[0]!;
  const owners = await clientOf(id);
  expect((await owners.post("/organizations/acme/projects", resource("projects", { name: "New" }))).status).toBe(201);
  expect((await owners.get("/organizations/elsewhere")).status).toBe(404);
});

test("members manage the tokens of their team if it permits that, and of no other one", async () => {
  const member = await clientOf(ops);
  const mine = (await http.post(`/teams/${ops}/authentication-tokens`, token({ description: "mine" }))).data.id;
  const others = (await http.post(only(web))).data.id;
  const list = async (): Promise<number> => (await member.get("/organizations/acme/team-tokens")).list.length;
  expect((await member.get(`/authentication-tokens/${mine}`)).status).toBe(200);
  expect((await member.get(`/authentication-tokens/${others}`)).status).toBe(404);
  expect((await member.post(only(web))).status).toBe(404);
  expect(await list()).toBe(2);
  await http.patch(`/teams/${ops}`, resource("teams", { "allow-member-token-management": false }));
  expect((await member.get(`/authentication-tokens/${mine}`)).status).toBe(404);
  expect((await member.delete(`/authentication-tokens/${mine}`)).status).toBe(404);
  expect((await member.post(only(ops))).status).toBe(404);
  expect(await list()).toBe(0);
});

test("an expired token is unknown", async () => {
  const member = as(await http.post(only(ops), token({ "expired-at": "2026-03-01T10:00:10Z" })));
  expect((await member.get("/organizations/acme")).status).toBe(200);
  emulator.clock.advance(10);
  expect((await member.get("/organizations/acme")).status).toBe(401);
});

test("only owners get a token of owners", async () => {
  const { id } = (await http.get("/organizations/acme/teams", { q: "owners" })).list[0]!;
  const manage = { "organization-access": { "manage-teams": true, "access-secret-teams": true } };
  await http.patch(`/teams/${ops}`, resource("teams", manage));
  const manager = await clientOf(ops);
  expect((await manager.post(only(web))).status).toBe(201);
  expect((await manager.post(only(id))).status).toBe(404);
});

test("no other document has the secret of a token", async () => {
  const created = await http.post(only(ops));
  const secret = String(created.data.attributes["token"]);
  for (const path of ["/organizations/acme/team-tokens", "/organizations/acme/teams", `/teams/${ops}`]) {
    expect((await http.get(path)).text).not.toContain(secret);
  }
});
