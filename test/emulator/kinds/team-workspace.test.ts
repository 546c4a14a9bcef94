import { Emulator } from "../../../src/emulator";
import type { HttpResponse } from "../http-client";
import { HttpClient, resource } from "../http-client";
import { GO_CLIENT, NOT_USED, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let workspace: string;
let ops: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  workspace = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
  ops = emulator.teams.create({ organization: "acme", name: "ops" }).id;
});
afterEach(() => emulator.stop());

const to = (type: string, id: string): object => ({ data: { type, id } });
const grant = (attributes: object, by = http, team = ops): Promise<HttpResponse> =>
  by.post(
    "/team-workspaces",
    resource("team-workspaces", attributes, { team: to("teams", team), workspace: to("workspaces", workspace) }),
  );
const change = (id: string, attributes: object): Promise<HttpResponse> =>
  http.patch(`/team-workspaces/${id}`, resource("team-workspaces", attributes));
const list = (by = http, query = {}): Promise<HttpResponse> =>
  by.get("/team-workspaces", { "filter[workspace][id]": workspace, ...query });

shows.documented(
  PAGES,
  "project-access: POST, PATCH, GET and DELETE /team-workspaces",
  "Grant a team access to a workspace, list and show it, change it, and revoke it.",
  { client: NOT_USED },
);
test("access is granted, listed, shown, changed and revoked", async () => {
  const granted = await grant({ access: "write" });
  expect(granted.status).toBe(201);
  const { id, attributes, relationships } = granted.data;
  expect(id).toMatch(/^tws-/);
  expect(attributes).toEqual({
    access: "write",
    runs: "apply",
    variables: "write",
    "state-versions": "write",
    "sentinel-mocks": "read",
    "workspace-locking": true,
    "run-tasks": false,
    "policy-overrides": false,
  });
  expect(relationships).toMatchObject({
    team: { data: { id: ops, type: "teams" } },
    workspace: { data: { id: workspace, type: "workspaces" } },
  });
  expect((await http.get(`/team-workspaces/${id}`)).data).toEqual(granted.data);
  const web = emulator.teams.create({ organization: "acme", name: "web" }).id;
  await grant({ access: "read" }, http, web);
  expect((await list()).list.map((it) => it.attributes["access"])).toEqual(["write", "read"]);
  expect((await list(http, { "filter[team][id]": web })).list.map((it) => it.attributes["access"])).toEqual(["read"]);
  expect((await change(id, { access: "admin" })).data.attributes).toMatchObject({ access: "admin", "run-tasks": true });
  expect((await http.delete(`/team-workspaces/${id}`)).status).toBe(204);
  expect((await http.get(`/team-workspaces/${id}`)).status).toBe(404);
  emulator.workspaces.delete(workspace);
  expect((await list()).status).toBe(404);
});

shows.documented(
  GO_CLIENT,
  "project-access: Single permissions on a workspace",
  "Need `custom` access; what is not given keeps its value, also when the level becomes `custom`.",
  { client: NOT_USED },
);
test("single permissions need custom access, and keep their value", async () => {
  const level = await grant({ access: "read", runs: "apply" });
  expect([level.status, level.errors[0]]).toMatchObject([
    422,
    {
      title: "invalid attribute",
      detail: "Runs is read-only when access level is 'read'; use the 'custom' access level to set this attribute.",
      source: { pointer: "/data/attributes/runs" },
    },
  ]);
  const { id, attributes } = (await grant({ access: "custom", runs: "plan" })).data;
  expect(attributes).toMatchObject({ runs: "plan", variables: "none", "state-versions": "none" });
  expect((await change(id, { variables: "read" })).data.attributes).toMatchObject({ runs: "plan", variables: "read" });
  expect((await change(id, { access: "plan" })).data.attributes).toMatchObject({ runs: "plan", variables: "read" });
  const custom = (await change(id, { access: "custom", variables: "write" })).data;
  expect(custom.attributes).toMatchObject({ runs: "plan", variables: "write", "state-versions": "read" });
});

test("invalid access is rejected", async () => {
  await grant({ access: "read" });
  expect((await grant({ access: "read" })).pointers).toEqual(["/data/relationships/team"]);
  const web = emulator.teams.create({ organization: "acme", name: "web" }).id;
  expect((await grant({ access: "maintain" }, http, web)).pointers).toEqual(["/data/attributes/access"]);
  expect((await grant({}, http, web)).pointers).toEqual(["/data/attributes/access"]);
  expect((await grant({ access: "custom", runs: "all" }, http, web)).pointers).toEqual(["/data/attributes/runs"]);
  expect((await grant({ access: "read" }, http, "team-none")).status).toBe(404);
  expect((await http.get("/team-workspaces")).status).toBe(400);
});

test("members see the access of their own teams only", async () => {
  const { id } = (await grant({ access: "read" })).data;
  const web = emulator.teams.create({ organization: "acme", name: "web" }).id;
  const other = (await grant({ access: "write" }, http, web)).data.id;
  const token = (await http.post(`/teams/${ops}/authentication-token`)).data.attributes["token"];
  const member = new HttpClient(emulator, String(token));
  expect((await list(member)).list.map((it) => it.id)).toEqual([id]);
  expect((await member.get(`/team-workspaces/${other}`)).status).toBe(404);
  expect((await member.get(`/team-workspaces/${id}`)).status).toBe(200);
  expect((await member.delete(`/team-workspaces/${id}`)).status).toBe(404);
});
