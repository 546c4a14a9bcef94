import { Emulator } from "../../../src/emulator";
import { GO_CLIENT, OPENAPI, PAGES, PROVIDER, shows } from "../../fidelity";
import type { HttpResponse } from "../http-client";
import { HttpClient, identifiers, resource } from "../http-client";

const organization = "acme";
const SETS = "/organizations/acme/policy-sets";

let emulator: Emulator;
let http: HttpClient;
let web: string;
let api: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  web = emulator.projects.create({ organization, name: "Web" }).id;
  api = emulator.workspaces.create({ organization, name: "api", projectId: web }).id;
});
afterEach(() => emulator.stop());

const create = (attributes: object, relationships?: object): Promise<HttpResponse> =>
  http.post(SETS, resource("policy-sets", attributes, relationships));
const update = (id: string, attributes: object, relationships?: object): Promise<HttpResponse> =>
  http.patch(`/policy-sets/${id}`, resource("policy-sets", attributes, relationships));

shows.documented(
  OPENAPI,
  "other-clients: Policy sets",
  "Created, listed, shown, changed and deleted, with what they apply to and what they exclude.",
);
test("creates, shows, changes and deletes policy sets", async () => {
  const given = { name: "cis", description: "Benchmarks", "policy-update-patterns": ["*.rego"] };
  const created = await create(
    { ...given, kind: "opa" },
    {
      projects: identifiers("projects", [web]),
      "workspace-exclusions": identifiers("workspaces", [api]),
    },
  );
  const { id } = created.data;
  expect([created.status, id]).toEqual([201, expect.stringMatching(/^polset-\w{16}$/)]);
  expect(created.data).toMatchObject({
    attributes: { ...given, kind: "opa", global: false, "project-count": 1, "workspace-count": 0 },
    relationships: {
      projects: identifiers("projects", [web]),
      "workspace-exclusions": identifiers("workspaces", [api]),
      "project-exclusions": identifiers("projects", []),
    },
  });
  expect((await http.get(`/policy-sets/${id}`)).data).toEqual(created.data);
  const include = "workspace_exclusions,projects";
  expect((await http.get(`/policy-sets/${id}`, { include })).document.included!.map((it) => it.id)).toEqual([api, web]);

  const changed = await update(id, { name: "soc2", kind: "sentinel" }, { projects: identifiers("projects", []) });
  expect([changed.status, changed.data.attributes]).toEqual([
    200,
    expect.objectContaining({ name: "soc2", kind: "opa", description: "Benchmarks", "project-count": 0 }),
  ]);
  expect((await http.delete(`/policy-sets/${id}`)).status).toBe(204);
  expect((await http.get(`/policy-sets/${id}`)).status).toBe(404);
  expect((await create({ name: "a b" })).errors).toMatchObject([{ status: "422" }]);
});

shows.documented(
  GO_CLIENT,
  "go-client: Evaluated policy sets",
  "Those of OPA, and those of Sentinel with `agent-enabled`, can be overridable and pin the version of the tool; " +
    "otherwise both are null.",
);
test("only sets whose policies are evaluated are overridable and have a version of the tool", async () => {
  const evaluation = ({ data }: HttpResponse): readonly unknown[] =>
    ["agent-enabled", "overridable", "policy-tool-version"].map((name) => data.attributes[name]);
  expect(evaluation(await create({ name: "opa", kind: "opa" }))).toEqual([true, false, "latest"]);
  expect(evaluation(await create({ name: "checked", overridable: true }))).toEqual([false, null, null]);
  const enabled = { "agent-enabled": true, overridable: true, "policy-tool-version": "0.23.0" };
  const created = await create({ name: "evaluated", ...enabled });
  expect(evaluation(created)).toEqual([true, true, "0.23.0"]);
  expect(evaluation(await update(created.data.id, { "agent-enabled": false }))).toEqual([false, null, null]);
  expect(evaluation(await update(created.data.id, { "agent-enabled": true }))).toEqual([true, false, "latest"]);
});

shows.documented(
  PAGES,
  "other-clients: What a policy set applies to and excludes",
  "Projects, workspaces and exclusions are added and removed under `/relationships/`. A global set has no projects " +
    "and workspaces, only exclusions.",
);
test("adds and removes projects, workspaces and exclusions", async () => {
  const { id } = (await create({ name: "cis" })).data;
  const path = `/policy-sets/${id}/relationships`;
  for (const [name, type, target] of [
    ["projects", "projects", web],
    ["workspaces", "workspaces", api],
    ["project-exclusions", "projects", web],
    ["workspace-exclusions", "workspaces", api],
  ] as const) {
    const related = async (): Promise<unknown> => (await http.get(`/policy-sets/${id}`)).data.relationships[name]!.data;
    expect((await http.post(`${path}/${name}`, identifiers(type, [target]))).status).toBe(204);
    expect(await related()).toEqual([{ id: target, type }]);
    expect((await http.send("DELETE", `${path}/${name}`, identifiers(type, [target]))).status).toBe(204);
    expect(await related()).toEqual([]);
    const { status, pointers } = await http.post(`${path}/${name}`, identifiers(type, ["none"]));
    expect([status, pointers]).toEqual([422, ["/data/0/id"]]);
  }
  await update(id, { global: true });
  for (const [type, target] of [
    ["projects", web],
    ["workspaces", api],
  ] as const) {
    expect((await http.post(`${path}/${type}`, identifiers(type, [target]))).status).toBe(422);
    expect((await update(id, {}, { [type]: identifiers(type, [target]) })).status).toBe(422);
  }
  expect((await http.post(`${path}/project-exclusions`, identifiers("projects", [web]))).status).toBe(204);
});

test("only who manages policies sees and changes sets", async () => {
  const { id } = (await create({ name: "cis" })).data;
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization, role: "read-only" }));
  const refused = [
    await reader.get(`/policy-sets/${id}`),
    await reader.post(SETS, resource("policy-sets", { name: "x" })),
    await reader.patch(`/policy-sets/${id}`, resource("policy-sets", { name: "x" })),
    await reader.delete(`/policy-sets/${id}`),
    await reader.post(`/policy-sets/${id}/relationships/projects`, identifiers("projects", [web])),
  ];
  expect(refused.map((it) => it.status)).toEqual([404, 404, 404, 404, 404]);
});

const selector = (key: string, value: string | null, isExclude = false): object => ({
  "tag-key": key,
  "tag-value": value,
  "is-exclude": isExclude,
});

const ANY = { "tag-selector-matching-logic": "any" };

shows.documented(
  PROVIDER,
  "other-clients: Tag selectors of a policy set",
  "Added and removed; those of a global set exclude workspaces. Not together with projects, workspaces and exclusions.",
);
test("adds and removes tag selectors, which exclude explicit scopes", async () => {
  const { id } = (await create({ name: "cis", kind: "opa", ...ANY })).data;
  const path = `/policy-sets/${id}/tag-selectors`;
  const add = (...data: readonly object[]): ReturnType<HttpClient["post"]> => http.post(path, { data });
  const state = async (): Promise<readonly unknown[]> => {
    const { attributes } = (await http.get(`/policy-sets/${id}`)).data;
    return [attributes["scoping-type"], attributes["tag-selectors"]];
  };
  expect(await state()).toEqual(["explicit", []]);
  expect((await add(selector("env", "prod"), selector("team", null))).status).toBe(204);
  expect((await add(selector("env", "prod"))).status).toBe(204);
  expect(await state()).toEqual(["tag", [selector("team", null), selector("env", "prod")]]);
  const project = identifiers("projects", [web]);
  const relationships = `/policy-sets/${id}/relationships`;
  expect((await http.post(`${relationships}/projects`, project)).status).toBe(422);
  expect((await http.post(`${relationships}/project-exclusions`, project)).status).toBe(422);
  expect((await add(selector("env", "dev", true))).pointers).toEqual(["/data"]);
  const globally = resource("policy-sets", { global: true });
  expect((await http.patch(`/policy-sets/${id}`, globally)).pointers).toEqual(["/data/attributes/tag-selectors"]);
  expect((await add({ "tag-key": 1 })).status).toBe(422);
  expect((await http.post(path, {})).status).toBe(422);

  const removed = { data: [selector("env", "prod"), selector("team", null)] };
  expect((await http.send("DELETE", path, removed)).status).toBe(204);
  expect(await state()).toEqual(["explicit", []]);
  expect((await http.post(`${relationships}/projects`, project)).status).toBe(204);
  expect((await add(selector("env", "prod"))).pointers).toEqual(["/data"]);

  const created = await http.post(
    "/organizations/acme/policy-sets",
    resource("policy-sets", { name: "all", global: true, ...ANY, "tag-selectors": [selector("env", "dev", true)] }),
  );
  expect([created.status, created.data.attributes["scoping-type"]]).toEqual([201, "tag"]);
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization, role: "read-only" }));
  expect((await reader.post(path, { data: [selector("a", "b")] })).status).toBe(404);
});

shows.observed(
  "2026-09-15",
  "other-clients: tag-selector-matching-logic of a policy set",
  "`any` or `all`; required for tag selectors: 422 with the service's message.",
);
test("tag selectors require a matching logic", async () => {
  const { id, attributes } = (await create({ name: "cis" })).data;
  expect(attributes["tag-selector-matching-logic"]).toBeNull();
  const path = `/policy-sets/${id}/tag-selectors`;
  const required = {
    title: "invalid attribute",
    detail: 'tag-selector-matching-logic is required when using tag selectors. Valid values: "any", "all"',
  };
  const data = [selector("env", "prod")];
  expect((await http.post(path, { data })).errors).toMatchObject([required]);
  expect((await create({ name: "tagged", "tag-selectors": data })).errors).toMatchObject([
    { ...required, source: { pointer: "/data/attributes/tag-selector-matching-logic" } },
  ]);
  expect((await update(id, { "tag-selector-matching-logic": "none" })).pointers).toEqual([
    "/data/attributes/tag-selector-matching-logic",
  ]);
  expect((await update(id, { "tag-selector-matching-logic": "all" })).status).toBe(200);
  expect((await http.post(path, { data })).status).toBe(204);
  expect((await update(id, { "tag-selector-matching-logic": null })).status).toBe(422);
  const shown = (await http.get(`/policy-sets/${id}`)).data.attributes;
  expect([shown["tag-selector-matching-logic"], shown["tag-selectors"]]).toEqual(["all", data]);
});
