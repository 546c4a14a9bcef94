import { Emulator } from "../../../src/emulator";
import { GO_CLIENT, OPENAPI, PAGES, shows } from "../../fidelity";
import type { HttpResponse } from "../http-client";
import { HttpClient, identifiers, resource } from "../http-client";

const organization = "acme";
const POLICIES = "/organizations/acme/policies";

let emulator: Emulator;
let http: HttpClient;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterEach(() => emulator.stop());

const create = (attributes: object, relationships?: object): Promise<HttpResponse> =>
  http.post(POLICIES, resource("policies", attributes, relationships));
const update = (id: string, attributes: object): Promise<HttpResponse> =>
  http.patch(`/policies/${id}`, resource("policies", attributes));
const upload = (id: string, code: string): Promise<HttpResponse> =>
  http.send("PUT", `/policies/${id}/upload`, code, { "content-type": "application/octet-stream" });

shows.documented(
  OPENAPI,
  "other-clients: Policies",
  "Created, listed, shown, changed and deleted; in the sets that their document names.",
);
test("creates, lists, shows, changes and deletes policies", async () => {
  const set = emulator.policySets.create({ organization, name: "cis", kind: "opa" }).id;
  const given = {
    name: "tags",
    description: "Tags",
    kind: "opa",
    query: "data.deny",
    "enforcement-level": "mandatory",
  };
  const sets = { "policy-sets": identifiers("policy-sets", [set]) };
  const created = await create(given, sets);
  const { id } = created.data;
  expect([created.status, id]).toEqual([201, expect.stringMatching(/^pol-\w{16}$/)]);
  expect(created.data).toEqual({
    id,
    type: "policies",
    attributes: { ...given, enforce: [], "policy-set-count": 1, "updated-at": null },
    relationships: { organization: { data: { id: "acme", type: "organizations" } }, ...sets },
    links: { self: `/api/v2/policies/${id}`, upload: `/api/v2/policies/${id}/upload` },
  });
  await create({ name: "cost", "enforcement-level": "advisory" });
  const names = async (query = {}): Promise<unknown> => (await http.get(POLICIES, query)).names;
  expect(await names()).toEqual(["cost", "tags"]);
  expect(await names({ "search[name]": "TA" })).toEqual(["tags"]);
  expect(await names({ "filter[kind]": "sentinel" })).toEqual(["cost"]);
  expect(await names({ sort: "-name" })).toEqual(["tags", "cost"]);

  const changed = await update(id, { name: "other", description: null, query: "data.other" });
  expect([changed.status, changed.data.attributes]).toMatchObject([
    200,
    { name: "tags", description: null, query: "data.other" },
  ]);
  expect((await http.get(`/policies/${id}`)).data).toEqual(changed.data);
  expect((await http.delete(`/policies/${id}`)).status).toBe(204);
  expect((await http.get(`/policies/${id}`)).status).toBe(404);
  expect((await http.get(`/policy-sets/${set}`)).data.attributes["policy-count"]).toBe(0);
});

shows.documented(
  GO_CLIENT,
  "go-client: Code of a policy",
  "Uploaded and downloaded as text; `enforce` and the link to download it exist once there is some.",
);
test("stores the code of a policy", async () => {
  const { id } = (await create({ name: "tags", "enforcement-level": "soft-mandatory" })).data;
  expect((await http.get(`/policies/${id}/download`)).status).toBe(404);
  const code = "main = rule { true }\n# \u00e9";
  const uploaded = await upload(id, code);
  expect([uploaded.status, uploaded.data.attributes]).toMatchObject([
    200,
    { enforce: [{ path: "tags.sentinel", mode: "soft-mandatory" }], "updated-at": expect.any(String) },
  ]);
  const { status, text, headers } = await http.get(`/policies/${id}/download`);
  expect([status, text]).toEqual([200, code]);
  expect(headers.get("content-type")).toContain("application/octet-stream");
  expect(uploaded.data.links["download"]).toBe(`/api/v2/policies/${id}/download`);
  expect((await upload(id, "")).status).toBe(200);
  expect((await http.get(`/policies/${id}/download`)).text).toBe("");
});

shows.documented(
  PAGES,
  "other-clients: Enforcement levels",
  "By kind; the deprecated `enforce` sets it, too, with a default for the path of another policy.",
);
test("has an enforcement level of its kind", async () => {
  const level = async (attributes: object): Promise<unknown> => {
    const { status, document } = await create({ name: `policy-${JSON.stringify(attributes).length}`, ...attributes });
    return status === 201
      ? (document.data as { attributes: Record<string, unknown> }).attributes["enforcement-level"]
      : document.errors![0]!.detail;
  };
  const enforce = (path: string, mode?: string): object => ({ enforce: [{ path, mode }] });
  expect(await level({ name: "a", ...enforce("a.sentinel", "advisory") })).toBe("advisory");
  expect(await level({ name: "b", kind: "opa", ...enforce("b.rego", "mandatory") })).toBe("mandatory");
  expect(await level({ name: "c", ...enforce("other.sentinel", "advisory") })).toBe("hard-mandatory");
  expect(await level({ name: "d", kind: "opa", ...enforce("d.sentinel", "mandatory") })).toBe("advisory");
  expect(await level({ name: "e", kind: "opa", "enforcement-level": "soft-mandatory" })).toBe(
    "Enforcement level must be one of mandatory, advisory",
  );
  expect(await level({ name: "f" })).toBe("Enforcement level can't be blank");
  expect(await level({ name: "g", enforce: "advisory" })).toMatch(/^Enforce must be/);
  expect(await level({ name: "h i", "enforcement-level": "advisory" })).toMatch(/^Name can only include/);
  const { id } = (await http.get(POLICIES, { "search[name]": "a" })).list[0]!;
  expect((await update(id, enforce("a.sentinel", "soft-mandatory"))).data.attributes["enforcement-level"]).toBe(
    "soft-mandatory",
  );
  expect((await update(id, { query: "data.deny" })).data.attributes["query"]).toBeNull();
});

shows.documented(
  OPENAPI,
  "other-clients: Policies of a policy set",
  "Set in its document, added and removed under `/relationships/`, counted and included; all of the kind of the set.",
);
test("policy sets have policies of their kind", async () => {
  const sentinel = (await create({ name: "cost", "enforcement-level": "advisory" })).data.id;
  const opa = (await create({ name: "tags", kind: "opa", "enforcement-level": "advisory" })).data.id;
  const sets = "/organizations/acme/policy-sets";
  const created = await http.post(
    sets,
    resource("policy-sets", { name: "cis" }, { policies: identifiers("policies", [sentinel]) }),
  );
  const { id } = created.data;
  expect(created.data).toMatchObject({
    attributes: { "policy-count": 1 },
    relationships: { policies: identifiers("policies", [sentinel]) },
  });
  expect((await http.get(`/policy-sets/${id}`, { include: "policies" })).document.included).toMatchObject([
    { id: sentinel },
  ]);
  const path = `/policy-sets/${id}/relationships/policies`;
  expect((await http.send("DELETE", path, identifiers("policies", [sentinel]))).status).toBe(204);
  expect((await http.post(path, identifiers("policies", [sentinel]))).status).toBe(204);
  expect((await http.get(`/policies/${sentinel}`)).data.attributes["policy-set-count"]).toBe(1);

  expect((await http.post(path, identifiers("policies", [opa]))).pointers).toEqual(["/data"]);
  const inSet = { "policy-sets": identifiers("policy-sets", [id]) };
  const refused = await create({ name: "other", kind: "opa", "enforcement-level": "advisory" }, inSet);
  expect([refused.status, refused.pointers]).toEqual([422, ["/data/relationships/policy-sets/data/0/id"]]);
  const missing = { "policy-sets": identifiers("policy-sets", ["polset-none"]) };
  expect((await create({ name: "other", "enforcement-level": "advisory" }, missing)).pointers).toEqual([
    "/data/relationships/policy-sets/data/0/id",
  ]);
  expect((await http.get(POLICIES)).names).toEqual(["cost", "tags"]);
  const repository = resource("policy-sets", { "vcs-repo": { identifier: "acme/policies" } });
  expect((await http.patch(`/policy-sets/${id}`, repository)).pointers).toEqual(["/data/attributes/vcs-repo"]);
});

test("only who manages policies sees and changes them", async () => {
  const { id } = (await create({ name: "tags", "enforcement-level": "advisory" })).data;
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization, role: "read-only" }));
  const refused = [
    await reader.get(POLICIES),
    await reader.get(`/policies/${id}`),
    await reader.get(`/policies/${id}/download`),
    await reader.post(POLICIES, resource("policies", { name: "x", "enforcement-level": "advisory" })),
    await reader.send("PUT", `/policies/${id}/upload`, "main"),
    await reader.delete(`/policies/${id}`),
  ];
  expect(refused.map((it) => it.status)).toEqual([404, 404, 404, 404, 404, 404]);
});
