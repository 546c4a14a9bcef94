import { Emulator } from "../../../src/emulator";
import type { Seed, TagRelationshipsOption } from "../../../src/emulator";
import type { HttpResponse } from "../http-client";
import { HttpClient, resource } from "../http-client";
import { GO_CLIENT, NO_TAG_WRITES, OPENAPI, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let project: string;
let workspace: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  project = `/projects/${emulator.projects.create({ organization: "acme", name: "Platform" }).id}`;
  const { id } = emulator.workspaces.create({
    organization: "acme",
    name: "api",
    projectId: project.replace("/projects/", ""),
  });
  workspace = `/workspaces/${id}`;
});
afterEach(() => emulator.stop());

const tags = (given: Readonly<Record<string, string | undefined>>): { data: object[] } => ({
  data: Object.entries(given).map(([key, value]) => ({ type: "tag-bindings", attributes: { key, value } })),
});
const bindings = (response: HttpResponse): Readonly<Record<string, unknown>> =>
  Object.fromEntries(response.list.map(({ attributes }) => [String(attributes["key"]), attributes["value"]]));
const bound = async (path: string): Promise<unknown> => bindings(await http.get(`${path}/tag-bindings`));

describe.each(["project", "workspace"] as const)("of a %s", (kind) => {
  const path = (): string => (kind === "project" ? project : workspace);
  const type = (): string => `${kind}s`;

  shows.documented(
    PAGES,
    "project-attributes: PATCH /projects/:id/tag-bindings",
    "Adds and changes; 200 with the list.",
    { client: NO_TAG_WRITES },
  );
  test("PATCH adds and changes tags, removes none, and returns the list", async () => {
    await http.patch(`${path()}/tag-bindings`, tags({ env: "dev", team: "a" }));
    const response = await http.patch(`${path()}/tag-bindings`, tags({ env: "prod", cost: undefined }));

    expect(response.status).toBe(200);
    expect(bindings(response)).toEqual({ env: "prod", team: "a", cost: null });
    expect(response.list[0]).toMatchObject({ id: expect.stringMatching(/^tb-/), type: "tag-bindings" });
    expect(await bound(path())).toEqual(bindings(response));
    expect(bindings(await http.get(`${path()}/relationships/tag-bindings`))).toEqual(bindings(response));
  });

  shows.documented(
    OPENAPI,
    "project-attributes: /projects/:id/relationships/tag-bindings",
    "POST adds and PATCH replaces; 204.",
    { client: NO_TAG_WRITES },
  );
  test("under relationships, POST adds and PATCH replaces tags", async () => {
    const under = `${path()}/relationships/tag-bindings`;
    const added = await http.post(under, tags({ env: "dev", team: "a" }));
    expect([added.status, added.text]).toEqual([204, ""]);
    const before = (await http.get(under)).list[0]!.id;

    const replaced = await http.patch(under, tags({ env: "prod", "cost.center": "r+d" }));

    expect([replaced.status, replaced.text]).toEqual([204, ""]);
    expect(await bound(path())).toEqual({ env: "prod", "cost.center": "r+d" });
    expect((await http.get(under)).list[0]!.id).toBe(before);
    await http.patch(under, tags({}));
    expect(await bound(path())).toEqual({});
  });

  shows.documented(
    GO_CLIENT,
    "project-attributes: Tag bindings in a project's document",
    "A relationship of create and update: replaces all; an empty one removes all, an omitted one changes none.",
    { client: NO_TAG_WRITES },
  );
  test("the relationship in an update replaces all tags, an absent one keeps them", async () => {
    const update = (relationships?: object): Promise<HttpResponse> =>
      http.patch(path(), resource(type(), {}, relationships));
    await update({ "tag-bindings": tags({ env: "dev", team: "a" }) });
    await update({ "tag-bindings": tags({ env: "prod" }) });
    await update();
    expect(await bound(path())).toEqual({ env: "prod" });
    await update({ "tag-bindings": { data: [] } });
    expect(await bound(path())).toEqual({});
  });

  shows.documented(PAGES, "project-attributes: Ten tags", "The maximum for a project.", { client: NO_TAG_WRITES });
  test("at most ten tags, including existing ones", async () => {
    const some = (count: number, prefix: string): Readonly<Record<string, string>> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, ""]));
    expect((await http.patch(`${path()}/tag-bindings`, tags(some(8, "a")))).status).toBe(200);

    const refused = [
      await http.patch(`${path()}/tag-bindings`, tags(some(3, "b"))),
      await http.post(`${path()}/relationships/tag-bindings`, tags(some(3, "b"))),
      await http.patch(`${path()}/relationships/tag-bindings`, tags(some(11, "b"))),
      await http.patch(path(), resource(type(), {}, { "tag-bindings": tags(some(11, "b")) })),
    ];

    expect(refused.map((response) => response.status)).toEqual([422, 422, 422, 422]);
    expect(refused[0]!.errors[0]!.detail).toContain("cannot exceed 10 bindings per resource");
    expect(refused[3]!.pointers).toEqual(["/data/relationships/tag-bindings/data"]);
    expect(await bound(path())).toEqual(some(8, "a"));
    expect((await http.patch(`${path()}/tag-bindings`, tags({ ...some(8, "a"), x: "", y: "" }))).status).toBe(200);
  });

  test.each([
    [{ type: "tag-bindings", attributes: { key: "" } }, "/attributes/key"],
    [{ type: "tag-bindings", attributes: { key: "a b" } }, "/attributes/key"],
    [{ type: "tag-bindings", attributes: { key: "k".repeat(129) } }, "/attributes/key"],
    [{ type: "tag-bindings", attributes: { key: "hc:x" } }, "/attributes/key"],
    [{ type: "tag-bindings", attributes: { key: "hcp:x" } }, "/attributes/key"],
    [{ type: "tag-bindings", attributes: { key: 7 } }, "/attributes/key"],
    [{ type: "tag-bindings", attributes: { key: "k", value: "a/b" } }, "/attributes/value"],
    [{ type: "tag-bindings", attributes: { key: "k", value: "v".repeat(257) } }, "/attributes/value"],
    [{ type: "tags", attributes: { key: "k" } }, "/type"],
  ])("rejects %j with a pointer, and changes nothing", async (tag, place) => {
    const good = { type: "tag-bindings", attributes: { key: "good", value: "_.=+-@:9" } };
    const listed = await http.patch(`${path()}/tag-bindings`, { data: [good, tag] });
    const related = await http.patch(path(), resource(type(), {}, { "tag-bindings": { data: [good, tag] } }));

    expect([listed.status, related.status]).toEqual([422, 422]);
    expect(listed.pointers).toEqual([`/data/1${place}`]);
    expect(related.pointers).toEqual([`/data/relationships/tag-bindings/data/1${place}`]);
    expect(await bound(path())).toEqual({});
  });

  test("read-only callers can read tags but not change them", async () => {
    const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
    expect((await reader.get(`${path()}/effective-tag-bindings`)).status).toBe(200);
    expect((await reader.patch(`${path()}/tag-bindings`, tags({ env: "dev" }))).status).toBe(404);
    expect((await reader.patch(`${path()}/relationships/tag-bindings`, tags({ env: "dev" }))).status).toBe(404);
    expect((await reader.patch(path(), resource(type(), {}, { "tag-bindings": tags({ a: "" }) }))).status).toBe(404);
    expect(await bound(path())).toEqual({});
  });

  shows.documented(
    GO_CLIENT,
    "project-attributes: include=effective_tag_bindings",
    "On show and list, with underscores or hyphens.",
    { client: NO_TAG_WRITES },
  );
  shows("project-attributes: Tag bindings in a project's document");
  test("can be set at creation, and included with hyphens or underscores", async () => {
    const collection = `/organizations/acme/${type()}`;
    const created = await http.post(
      collection,
      resource(type(), { name: "tagged" }, { "tag-bindings": tags({ env: "dev" }) }),
    );
    expect(created.status).toBe(201);
    for (const include of ["effective_tag_bindings", "effective-tag-bindings"]) {
      const shown = await http.get(`/${type()}/${created.data.id}`, { include });
      expect(shown.document.included).toMatchObject([
        { type: "effective-tag-bindings", attributes: { key: "env", value: "dev" } },
      ]);
      const [{ id } = { id: "" }] = shown.document.included ?? [];
      expect(shown.data.relationships["effective-tag-bindings"]!.data).toEqual([
        { id, type: "effective-tag-bindings" },
      ]);
      expect((await http.get(collection, { include })).document.included).toHaveLength(1);
    }
    expect((await http.get(`/${type()}/${created.data.id}`)).document.included).toBeUndefined();
    expect((await http.get(collection, { include: "pets" })).errors[0]!.detail).toContain("Invalid include parameter");
  });

  shows.documented(
    PAGES,
    "workspaces: filter[tagged] of workspaces",
    "Keys and values, including inherited ones; all must match.",
    { case: "workspace" },
  );
  shows.documented(PAGES, "project-attributes: filter[tagged]", "Keys and values, all of which must match.");
  test("lists can be filtered by keys and values, all of which must match", async () => {
    const collection = `/organizations/acme/${type()}`;
    const make = (name: string, given: Readonly<Record<string, string>>): Promise<HttpResponse> =>
      http.post(collection, resource(type(), { name }, { "tag-bindings": tags(given) }));
    await make("one", { env: "dev", team: "a" });
    await make("two", { env: "prod", team: "a" });

    const filtered = async (...filters: readonly (readonly [string, string])[]): Promise<unknown> => {
      const query = filters.map(([name, value]) => [`filter[tagged]${name}`, value] as const);
      return [...(await http.get(collection, Object.fromEntries(query))).names].sort();
    };
    expect(await filtered(["[0][key]", "team"], ["[0][value]", ""])).toEqual(["one", "two"]);
    expect(await filtered(["[0][key]", "env"], ["[0][value]", "prod"])).toEqual(["two"]);
    expect(await filtered(["[0][key]", "team"], ["[1][key]", "env"], ["[1][value]", "dev"])).toEqual(["one"]);
    expect(await filtered(["[0][key]", "env"], ["[0][value]", "a"])).toEqual([]);
    expect(await filtered(["[0][value]", "dev"])).toEqual(["one"]);
  });
});

shows.documented(
  GO_CLIENT,
  "project-attributes: effective-tag-bindings",
  "A workspace has its project's tags too, except for keys of its own; each names its source.",
  { client: NO_TAG_WRITES },
);
shows.documented(
  PAGES,
  "project-access: GET /projects/:project_id/effective-tag-bindings",
  "Lists the tags of a project, without pages.",
);
shows("workspaces: filter[tagged] of workspaces");
test("a workspace inherits its project's tags, except for keys of its own", async () => {
  await http.patch(`${project}/tag-bindings`, tags({ env: "prod", cost: "7" }));
  await http.patch(`${workspace}/tag-bindings`, tags({ env: "dev", own: "" }));

  const response = await http.get(`${workspace}/effective-tag-bindings`);

  expect(bindings(response)).toEqual({ env: "dev", own: "", cost: "7" });
  const [own, , inherited] = response.list;
  expect([own!.links, own!.relationships]).toEqual([undefined, undefined]);
  expect(inherited!.links).toEqual({ "inherited-from": `/api/v2${project}` });
  expect(inherited!.relationships["inherited-from"]!.data).toEqual({
    type: "projects",
    id: project.replace("/projects/", ""),
  });
  expect(await bound(workspace)).toEqual({ env: "dev", own: "" });
  const found = await http.get("/organizations/acme/workspaces", { "filter[tagged][0][key]": "cost" });
  expect(found.names).toEqual(["api"]);
});

shows("project-attributes: effective-tag-bindings");
test("a moved workspace inherits the tags of its new project instead", async () => {
  await http.patch(`${project}/tag-bindings`, tags({ from: "platform" }));
  const { id } = emulator.projects.create({ organization: "acme", name: "Other" });
  await http.patch(`/projects/${id}/tag-bindings`, tags({ from: "other" }));
  emulator.workspaces.move(workspace.replace("/workspaces/", ""), id);
  expect(bindings(await http.get(`${workspace}/effective-tag-bindings`))).toEqual({ from: "other" });
});

shows.observed(
  "2025-09",
  "workspaces: A workspace without tags",
  "Has neither `tag-bindings` nor `effective-tag-bindings`; one with tags has both, with links. With an option: by " +
    "default, all workspaces have both.",
);
describe("with the option tagRelationships", () => {
  const RELATIONSHIPS = ["tag-bindings", "effective-tag-bindings"] as const;

  /** For one without tags, one that inherits, and one with its own: those of its relationships that have data. */
  async function relationships(tagRelationships: TagRelationshipsOption, include: object): Promise<unknown> {
    const other = await Emulator.start({ tagRelationships, seed: SEED });
    try {
      const { list, document } = await new HttpClient(other).get("/organizations/acme/workspaces", { ...include });
      const shown = Object.fromEntries(
        list.map(({ attributes, relationships: its }) => [
          String(attributes["name"]),
          RELATIONSHIPS.flatMap((name) => {
            const it = its[name];
            if (it === undefined) return [];
            expect(it.links?.related).toMatch(new RegExp(`^/api/v2/workspaces/ws-\\w+/${name}$`));
            return [it.data === undefined ? "links" : "data"];
          }),
        ]),
      );
      return { ...shown, included: document.included?.length ?? 0 };
    } finally {
      await other.stop();
    }
  }

  const SEED: Seed = {
    organizations: [
      {
        name: "acme",
        projects: [{ name: "Shared", tags: { env: "prod" }, workspaces: ["inheriting"] }],
        workspaces: ["bare", { name: "tagged", tags: { team: "net" } }],
      },
    ],
  };
  const INCLUDED = { include: "effective-tag-bindings" };
  const [links, data] = [
    ["links", "links"],
    ["links", "data"],
  ];

  test.each<[TagRelationshipsOption, object, object]>([
    ["always", {}, { bare: links, inheriting: links, tagged: links, included: 0 }],
    ["always", INCLUDED, { bare: data, inheriting: data, tagged: data, included: 2 }],
    ["tagged", {}, { bare: [], inheriting: links, tagged: links, included: 0 }],
    ["tagged", INCLUDED, { bare: [], inheriting: data, tagged: data, included: 2 }],
    ["links", {}, { bare: [], inheriting: links, tagged: links, included: 0 }],
    ["links", INCLUDED, { bare: [], inheriting: links, tagged: links, included: 0 }],
    ["never", {}, { bare: [], inheriting: [], tagged: [], included: 0 }],
    ["never", INCLUDED, { bare: [], inheriting: [], tagged: [], included: 0 }],
  ])("%s and %j, workspaces have these relationships to tags", async (option, include, expected) => {
    expect(await relationships(option, include)).toEqual(expected);
  });

  test.each(["tagged", "links", "never"] as const)("%s, the tags themselves can be read", async (tagRelationships) => {
    const other = await Emulator.start({ tagRelationships, documents: "documented", seed: SEED });
    const client = new HttpClient(other);
    const { list } = await client.get("/organizations/acme/projects", INCLUDED);
    const shared = list.find(({ attributes }) => attributes["name"] === "Shared")!;
    expect(Object.keys(shared.relationships).includes("tag-bindings")).toBe(tagRelationships !== "never");
    expect(bindings(await client.get(`/projects/${shared.id}/effective-tag-bindings`))).toEqual({ env: "prod" });
    await other.stop();
  });
});

test("with the option tagFilter ignore, lists are returned as without the filter by tags", async () => {
  const other = await Emulator.start({ tagFilter: "ignore" });
  other.workspaces.create({ organization: "acme", name: "api" });
  const client = new HttpClient(other);
  for (const [collection, names] of [
    ["workspaces", ["api"]],
    ["projects", ["Default Project"]],
  ] as const) {
    const { names: found } = await client.get(`/organizations/acme/${collection}`, {
      "filter[tagged][0][key]": "no-such-key",
    });
    expect(found).toEqual(names);
  }
  await other.stop();
});

shows.documented(
  OPENAPI,
  "project-attributes: Links to tags",
  "Always in full documents, otherwise once a client has set tags.",
  { client: NO_TAG_WRITES },
);
test("documented responses have links to tags once a client has set some", async () => {
  const documented = await Emulator.start({ documents: "documented" });
  const client = new HttpClient(documented);
  const path = `/projects/${documented.projects.create({ organization: "acme", name: "Platform" }).id}`;
  const links = { links: { related: `/api/v2${path}/tag-bindings` } };
  expect((await client.get(path)).data.relationships["tag-bindings"]).toBeUndefined();
  await client.patch(`${path}/tag-bindings`, tags({}));
  expect((await client.get(path)).data.relationships["tag-bindings"]).toEqual(links);
  await documented.stop();

  const { list } = await http.get("/organizations/acme/projects");
  expect(list[0]!.relationships["effective-tag-bindings"]).toEqual({
    links: { related: `/api/v2/projects/${list[0]!.id}/effective-tag-bindings` },
  });
});
