import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../../src/emulator";
import { OPENAPI, PAGES, PROVIDER, shows } from "../../fidelity";
import type { HttpResponse } from "../http-client";
import { HttpClient, identifiers, resource } from "../http-client";

const organization = "acme";

let emulator: Emulator;
let http: HttpClient;
let web: string;
let varset: string;
let vars: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  web = emulator.projects.create({ organization, name: "Web" }).id;
  varset = emulator.variableSets.create({ organization, name: "aws" }).id;
  vars = `/varsets/${varset}/relationships/vars`;
});
afterEach(() => emulator.stop());

const add = (attributes: object, path = vars): Promise<HttpResponse> => http.post(path, resource("vars", attributes));
const change = (id: string, attributes: object): Promise<HttpResponse> =>
  http.patch(`${vars}/${id}`, resource("vars", attributes));
const REGION = { key: "region", value: "eu", category: "terraform" };

shows.documented(
  OPENAPI,
  "other-clients: Variables of a variable set",
  "Created, listed, shown, changed and deleted; the set counts and includes them. Each change has another version-id.",
);
test("creates, lists, shows, changes and deletes the variables of a set", async () => {
  const created = await add({ ...REGION, description: "Where" });
  const { id } = created.data;
  expect([created.status, id]).toEqual([201, expect.stringMatching(/^var-\w{16}$/)]);
  expect(created.data).toEqual({
    id,
    type: "vars",
    attributes: {
      ...REGION,
      description: "Where",
      sensitive: false,
      hcl: false,
      "created-at": expect.any(String),
      "version-id": expect.any(String),
    },
    relationships: {
      configurable: { data: { id: varset, type: "varsets" }, links: { related: `/api/v2/varsets/${varset}` } },
      varset: { data: { id: varset, type: "varsets" }, links: { related: `/api/v2/varsets/${varset}` } },
      workspace: { data: null },
      overwritten: { data: [] },
      overwriter: { data: null },
    },
    links: { self: `/api/v2${vars}/${id}` },
  });
  expect((await http.get(`${vars}/${id}`)).data).toEqual(created.data);
  expect((await http.get(vars)).list).toEqual([created.data]);
  const { data, document } = await http.get(`/varsets/${varset}`, { include: "vars" });
  expect([data.attributes["var-count"], data.relationships["vars"]]).toEqual([1, identifiers("vars", [id])]);
  expect(document.included).toEqual([created.data]);

  const changed = await change(id, { value: null, hcl: true });
  expect([changed.status, changed.data.attributes]).toMatchObject([200, { key: "region", value: "", hcl: true }]);
  expect(changed.data.attributes["version-id"]).not.toBe(created.data.attributes["version-id"]);
  expect((await http.delete(`${vars}/${id}`)).status).toBe(204);
  expect((await http.get(`${vars}/${id}`)).status).toBe(404);
  const other = emulator.variableSets.create({ organization, name: "other" }).id;
  const { id: kept } = (await add(REGION)).data;
  expect((await http.get(`/varsets/${other}/relationships/vars/${kept}`)).status).toBe(404);
  await http.delete(`/varsets/${varset}`);
  expect((await http.get(`${vars}/${kept}`)).status).toBe(404);
});

test("rejects variables without key or category, with a key that is taken, or a long description", async () => {
  await add(REGION);
  expect((await add({ value: "x" })).pointers).toEqual(["/data/attributes/key", "/data/attributes/category"]);
  expect((await add(REGION)).errors).toMatchObject([{ status: "422", detail: "Key has already been taken" }]);
  expect((await add({ ...REGION, category: "env" })).status).toBe(201);
  expect((await add({ key: "x", category: "policy-set" })).pointers).toEqual(["/data/attributes/category"]);
  expect((await add({ key: "x", category: "other" })).pointers).toEqual(["/data/attributes/category"]);
  const description = "a".repeat(513);
  expect((await add({ key: "x", category: "env", description })).pointers).toEqual(["/data/attributes/description"]);
  const { id } = (await add({ key: "other", category: "terraform" })).data;
  expect((await change(id, { key: "region" })).pointers).toEqual(["/data/attributes/key"]);
  expect((await change(id, { key: "other" })).status).toBe(200);
});

shows.documented(
  PROVIDER,
  "other-clients: Sensitive variables",
  "Their value is never returned, and can be changed; the key cannot, and they stay sensitive.",
);
test("never shows the value of a sensitive variable, wherever it is", async () => {
  const { id } = (await add({ ...REGION, value: "secret-1", sensitive: true })).data;
  emulator.workspaces.create({ organization, name: "api", projectId: web });
  await http.post(`/varsets/${varset}/relationships/projects`, identifiers("projects", [web]));
  const responses = [
    await change(id, { value: "secret-2", description: "changed" }),
    await http.get(vars),
    await http.get(`${vars}/${id}`),
    await http.get(`/varsets/${varset}`, { include: "vars" }),
    await http.get(
      `/workspaces/${emulator.workspaces.find(organization, "api")!.id}/varsets/${varset}/relationships/vars`,
    ),
  ];
  for (const { status, text } of responses) {
    expect([status, text.includes("secret")]).toEqual([200, false]);
    expect(text).toContain('"value":null');
  }
  expect(JSON.stringify(emulator.state())).not.toContain("secret");
  expect((await change(id, { key: "other" })).pointers).toEqual(["/data/attributes/key"]);
  expect((await change(id, { sensitive: false })).pointers).toEqual(["/data/attributes/sensitive"]);
  const { id: plain } = (await add({ key: "plain", value: "hidden", category: "env" })).data;
  expect((await change(plain, { sensitive: true })).data.attributes["value"]).toBeNull();
});

shows.documented(
  PAGES,
  "other-clients: Variables in the document of their set",
  "Created with it, or added to it; all or none.",
);
test("creates variables in the document of their set, or nothing", async () => {
  const variable = (attributes: object): object => ({ type: "vars", attributes });
  const sets = "/organizations/acme/varsets";
  const inSet = (...data: readonly object[]): object => ({ vars: { data } });
  const names = { name: "new" };
  const created = await http.post(sets, resource("varsets", names, inSet(variable(REGION))));
  const path = `/varsets/${created.data.id}`;
  const keys = async (): Promise<unknown> =>
    (await http.get(`${path}/relationships/vars`)).list.map(({ attributes }) => attributes["key"]);
  expect([created.status, created.data.attributes["var-count"], await keys()]).toEqual([201, 1, ["region"]]);
  const existing = created.data.relationships["vars"]!.data as readonly object[];
  const added = variable({ key: "zone", category: "env" });
  const changed = await http.patch(path, resource("varsets", { priority: true }, inSet(...existing, added)));
  expect([changed.status, changed.data.attributes["var-count"]]).toEqual([200, 2]);

  const invalid = inSet(variable({ key: "ok", category: "env" }), variable(REGION), variable({ key: "x" }));
  const refused = await http.patch(path, resource("varsets", { name: "renamed" }, invalid));
  expect([refused.status, refused.pointers]).toEqual([
    422,
    ["/data/relationships/vars/data/1/attributes/key", "/data/relationships/vars/data/2/attributes/category"],
  ]);
  expect([(await http.get(path)).data.attributes["name"], await keys()]).toEqual(["new", ["region", "zone"]]);
  expect((await http.post(sets, resource("varsets", { name: "bad" }, { vars: {} }))).pointers).toEqual([
    "/data/relationships/vars/data",
  ]);
  expect((await http.get(sets)).names).toEqual(["aws", "new"]);
});

shows.documented(
  PAGES,
  "other-clients: Variables of global sets",
  "Two global variable sets cannot have a variable of the same key and category.",
);
test("global sets have no variables in common", async () => {
  const global = emulator.variableSets.create({ organization, name: "global", global: true }).id;
  const path = `/varsets/${global}/relationships/vars`;
  await add(REGION, path);
  await add(REGION);
  const makeGlobal = (): Promise<HttpResponse> =>
    http.patch(`/varsets/${varset}`, resource("varsets", { global: true }));
  expect((await makeGlobal()).pointers).toEqual(["/data/attributes/global"]);
  const { id } = (await http.get(vars)).list[0]!;
  await change(id, { category: "env" });
  expect((await makeGlobal()).status).toBe(200);
  expect((await change(id, { category: "terraform" })).pointers).toEqual(["/data/attributes/key"]);
  expect((await add(REGION)).pointers).toEqual(["/data/attributes/key"]);
});

shows.documented(
  OPENAPI,
  "other-clients: Variable sets of a workspace",
  "Those that apply to it, directly, by its project or globally, with their variables.",
);
test("lists the sets that apply to a workspace, and their variables", async () => {
  const workspace = emulator.workspaces.create({ organization, name: "api", projectId: web }).id;
  emulator.variableSets.create({ organization, name: "everywhere", global: true });
  emulator.variableSets.create({ organization, name: "project", projectIds: [web] });
  emulator.variableSets.create({ organization, name: "direct", workspaceIds: [workspace] });
  for (const path of ["varsets", "applicable-varsets"]) {
    expect((await http.get(`/workspaces/${workspace}/${path}`)).names).toEqual(["direct", "everywhere", "project"]);
    expect((await http.get(`/workspaces/${workspace}/${path}`, { q: "PRO" })).names).toEqual(["project"]);
  }
  const { id } = (await add(REGION)).data;
  const path = `/workspaces/${workspace}/varsets/${varset}/relationships/vars`;
  expect([(await http.get(path)).status, (await http.get(`${path}/${id}`)).status]).toEqual([404, 404]);
  await http.post(`/varsets/${varset}/relationships/workspaces`, identifiers("workspaces", [workspace]));
  expect((await http.get(path)).list.map((it) => it.id)).toEqual([id]);
  expect((await http.get(`${path}/${id}`)).data).toEqual((await http.get(`${vars}/${id}`)).data);
});

shows.documented(
  OPENAPI,
  "other-clients: Parameters of a policy set",
  "Created, listed, shown, changed and deleted; a list has pages only if the request asks for one.",
);
test("creates, lists, shows, changes and deletes the parameters of a policy set", async () => {
  const set = emulator.policySets.create({ organization, name: "cis" }).id;
  const path = `/policy-sets/${set}/parameters`;
  const created = await add({ key: "limit", value: "1", category: "policy-set", sensitive: true }, path);
  const { id } = created.data;
  expect([created.status, created.data.attributes["value"], created.data.links["self"]]).toEqual([
    201,
    null,
    `/api/v2${path}/${id}`,
  ]);
  expect(created.data.relationships["configurable"]!.data).toEqual({ id: set, type: "policy-sets" });
  expect((await add({ key: "x", category: "env" }, path)).pointers).toEqual(["/data/attributes/category"]);
  expect((await http.patch(`${path}/${id}`, resource("vars", { value: "2" }))).status).toBe(200);
  expect((await http.get(`${vars}/${id}`)).status).toBe(404);
  for (let index = 0; index < 25; index += 1) await add({ key: `key-${index}`, category: "policy-set" }, path);
  expect((await http.get(path)).list).toHaveLength(26);
  expect((await http.get(path, { "page[number]": "2" })).list).toHaveLength(6);
  expect((await http.delete(`${path}/${id}`)).status).toBe(204);
  expect((await http.get(`${path}/${id}`)).status).toBe(404);
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization, role: "read-only" }));
  expect((await reader.get(path)).status).toBe(404);
});

test("only who can change a set changes its variables", async () => {
  const { id } = (await add(REGION)).data;
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization, role: "read-only" }));
  expect((await reader.get(`${vars}/${id}`)).status).toBe(200);
  const refused = [
    await reader.post(vars, resource("vars", { key: "x", category: "env" })),
    await reader.patch(`${vars}/${id}`, resource("vars", { value: "x" })),
    await reader.delete(`${vars}/${id}`),
  ];
  expect(refused.map((it) => it.status)).toEqual([404, 404, 404]);
});

test("a state file keeps variables with their values", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-variables-"));
  const stateFile = join(folder, "state.jsonl");
  const first = await Emulator.start({ stateFile });
  const before = new HttpClient(first);
  const set = first.variableSets.create({ organization, name: "aws" }).id;
  const path = `/varsets/${set}/relationships/vars`;
  await before.post(path, resource("vars", { ...REGION, value: "kept", sensitive: true }));
  const { document } = await before.get(path);
  await first.stop();
  expect(readFileSync(stateFile, "utf8")).toContain("kept");
  const second = await Emulator.start({ stateFile });
  expect((await new HttpClient(second).get(path)).document.data).toEqual(document.data);
  await second.stop();
  rmSync(folder, { recursive: true });
});
