import { Emulator } from "../../../src/emulator";
import { OPENAPI, PAGES, shows } from "../../fidelity";
import type { HttpResponse } from "../http-client";
import { HttpClient, identifiers, resource } from "../http-client";

const organization = "acme";
const SETS = "/organizations/acme/varsets";

let emulator: Emulator;
let http: HttpClient;
let web: string;
let data: string;
let api: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  web = emulator.projects.create({ organization, name: "Web" }).id;
  data = emulator.projects.create({ organization, name: "Data" }).id;
  api = emulator.workspaces.create({ organization, name: "api", projectId: web }).id;
});
afterEach(() => emulator.stop());

const create = (attributes: object, relationships?: object): Promise<HttpResponse> =>
  http.post(SETS, resource("varsets", attributes, relationships));
const to = (type: string, id: string): object => ({ data: { type, id } });

shows.documented(
  OPENAPI,
  "other-clients: Variable sets",
  "Created, listed, shown, changed and deleted, with the projects and workspaces that they apply to.",
);
test("creates, shows, changes and deletes variable sets", async () => {
  const given = { name: "aws", description: "Keys", priority: true };
  const created = await create(given, { projects: identifiers("projects", [web]) });
  const { id } = created.data;
  expect([created.status, id]).toEqual([201, expect.stringMatching(/^varset-\w{16}$/)]);
  expect(created.data).toMatchObject({
    attributes: { ...given, global: false, "project-count": 1, "workspace-count": 0, "var-count": 0 },
    relationships: {
      projects: identifiers("projects", [web]),
      parent: { data: { id: "acme", type: "organizations" } },
    },
  });
  expect((await http.get(`/varsets/${id}`)).data).toEqual(created.data);

  const attributes = { name: "keys", description: null };
  const changed = await http.patch(
    `/varsets/${id}`,
    resource("varsets", attributes, {
      projects: identifiers("projects", []),
      workspaces: identifiers("workspaces", [api]),
    }),
  );
  expect([changed.status, changed.data.attributes]).toEqual([
    200,
    expect.objectContaining({ ...attributes, priority: true, "project-count": 0, "workspace-count": 1 }),
  ]);
  expect((await http.get(`/varsets/${id}`)).data).toEqual(changed.data);
  const { included } = (await http.get(`/varsets/${id}`, { include: "workspaces,stacks" })).document;
  expect(included!.map((it) => it.id)).toEqual([api]);
  expect((await http.delete(`/varsets/${id}`)).status).toBe(204);
  expect((await http.get(`/varsets/${id}`)).status).toBe(404);
});

shows.documented(OPENAPI, "other-clients: q, filter[global] and scope", "Select variable sets of an organization.");
test("lists the sets of an organization by name, kind and owner", async () => {
  await create({ name: "everywhere", global: true });
  await create({ name: "aws" });
  await create({ name: "owned" }, { parent: to("projects", web) });
  const names = async (query: Record<string, string> = {}): Promise<unknown> => (await http.get(SETS, query)).names;
  expect(await names()).toEqual(["aws", "everywhere", "owned"]);
  expect(await names({ q: "AW" })).toEqual(["aws"]);
  expect(await names({ "filter[global]": "true" })).toEqual(["everywhere"]);
  expect(await names({ "filter[global]": "false" })).toEqual(["aws", "owned"]);
  expect(await names({ scope: "owned" })).toEqual(["aws", "everywhere"]);
  expect((await http.get(SETS, { "filter[global]": "maybe" })).status).toBe(400);
  expect((await http.get(SETS, { scope: "all" })).status).toBe(400);
});

shows.documented(
  PAGES,
  "other-clients: Owner of a variable set",
  "`parent`: the organization, by its name, or one of its projects. It cannot be changed. A set that a project owns " +
    "is not global.",
);
test("a project or the organization owns a set from its creation on", async () => {
  const owned = await create({ name: "owned" }, { parent: to("projects", web) });
  expect(owned.data.relationships["parent"]).toEqual(to("projects", web));
  const { id } = (await create({ name: "aws" }, { parent: to("organizations", "acme") })).data;
  await http.patch(`/varsets/${id}`, resource("varsets", {}, { parent: to("projects", web) }));
  expect((await http.get(`/varsets/${id}`)).data.relationships["parent"]).toEqual(to("organizations", "acme"));

  emulator.organizations.create({ name: "other" });
  const pointers = async (parent: object): Promise<unknown> => {
    const { status, pointers: at } = await create({ name: "x" }, { parent });
    return [status, at];
  };
  const AT = "/data/relationships/parent";
  expect(await pointers(to("organizations", "other"))).toEqual([422, [AT]]);
  expect(await pointers(to("organizations", "none"))).toEqual([422, [AT]]);
  expect(await pointers(to("projects", "prj-none"))).toEqual([422, [AT]]);
  expect(await pointers(to("workspaces", api))).toEqual([422, [`${AT}/data/type`]]);
  expect((await create({ name: "x", global: true }, { parent: to("projects", web) })).pointers).toEqual([
    "/data/attributes/global",
  ]);
  expect((await http.patch(`/varsets/${owned.data.id}`, resource("varsets", { global: true }))).pointers).toEqual([
    "/data/attributes/global",
  ]);
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization, role: "team" }));
  expect((await reader.get(SETS)).names).toEqual(["aws"]);
  emulator.projects.delete(data);
  expect((await http.get(SETS)).names).toEqual(["aws", "owned"]);
});

shows.documented(
  OPENAPI,
  "other-clients: What a variable set applies to",
  "Projects and workspaces are added and removed under `/relationships/`; there are no stacks to add.",
);
test("adds and removes projects and workspaces", async () => {
  const { id } = (await create({ name: "aws" })).data;
  const path = `/varsets/${id}/relationships`;
  const state = async (): Promise<unknown> => {
    const { projects, workspaces } = (await http.get(`/varsets/${id}`)).data.relationships;
    return [projects!.data, workspaces!.data];
  };
  const statuses = [
    await http.post(`${path}/projects`, identifiers("projects", [web, data])),
    await http.post(`${path}/projects`, identifiers("projects", [data])),
    await http.post(`${path}/workspaces`, identifiers("workspaces", [api])),
    await http.send("DELETE", `${path}/projects`, identifiers("projects", [web])),
  ].map(({ status }) => status);
  expect(statuses).toEqual([204, 204, 204, 204]);
  expect(await state()).toEqual([[{ id: data, type: "projects" }], [{ id: api, type: "workspaces" }]]);
  expect((await http.post(`${path}/projects`, identifiers("projects", [web, "prj-none"]))).pointers).toEqual([
    "/data/1/id",
  ]);
  expect((await http.post(`${path}/stacks`, identifiers("stacks", []))).status).toBe(204);
  expect((await http.post(`${path}/stacks`, identifiers("stacks", ["st-1"]))).pointers).toEqual(["/data/0/id"]);
  expect((await http.send("DELETE", `${path}/stacks`, identifiers("stacks", ["st-1"]))).status).toBe(204);
  const stacks = { stacks: identifiers("stacks", ["st-1"]) };
  expect((await create({ name: "x" }, stacks)).pointers).toEqual(["/data/relationships/stacks/data/0/id"]);
  emulator.workspaces.delete(api);
  expect(await state()).toEqual([[{ id: data, type: "projects" }], []]);
});

shows.ourChoice(
  "2026-11",
  "other-clients: Limits of what a variable set applies to",
  "A global set cannot name projects and workspaces, and loses those it had; one that a project owns applies to " +
    "nothing outside of it.",
);
test("global sets and those of a project apply to nothing else, whatever operation says so", async () => {
  const global = (await create({ name: "global" }, { workspaces: identifiers("workspaces", [api]) })).data.id;
  await http.patch(`/varsets/${global}`, resource("varsets", { global: true }));
  expect((await http.get(`/varsets/${global}`)).data.relationships["workspaces"]!.data).toEqual([]);
  const owned = (await create({ name: "owned" }, { parent: to("projects", web) })).data.id;
  const other = emulator.workspaces.create({ organization, name: "other", projectId: data }).id;
  for (const [id, type, target] of [
    [global, "projects", web],
    [global, "workspaces", api],
    [owned, "projects", data],
    [owned, "workspaces", other],
  ] as const) {
    const added = await http.post(`/varsets/${id}/relationships/${type}`, identifiers(type, [target]));
    expect([added.status, added.pointers]).toEqual([422, ["/data"]]);
    const relationships = { [type]: identifiers(type, [target]) };
    expect((await http.patch(`/varsets/${id}`, resource("varsets", {}, relationships))).status).toBe(422);
  }
  expect((await http.post(`/varsets/${owned}/relationships/projects`, identifiers("projects", [web]))).status).toBe(
    204,
  );
  expect((await http.post(`/varsets/${owned}/relationships/workspaces`, identifiers("workspaces", [api]))).status).toBe(
    204,
  );
});

test("only who manages the organization changes its sets", async () => {
  const { id } = (await create({ name: "aws" })).data;
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization, role: "read-only" }));
  const { status, data: seen } = await reader.get(`/varsets/${id}`);
  expect([status, seen.attributes["permissions"]]).toEqual([200, { "can-update": false }]);
  const refused = [
    await reader.post(SETS, resource("varsets", { name: "x" })),
    await reader.patch(`/varsets/${id}`, resource("varsets", { name: "x" })),
    await reader.delete(`/varsets/${id}`),
    await reader.post(`/varsets/${id}/relationships/projects`, identifiers("projects", [web])),
    await reader.post(`/varsets/${id}/relationships/stacks`, identifiers("stacks", [])),
  ];
  expect(refused.map((it) => it.status)).toEqual([404, 404, 404, 404, 404]);
  expect((await http.get(SETS)).names).toEqual(["aws"]);
});

test("a set needs a name that no other one has", async () => {
  await create({ name: "aws" });
  expect((await create({})).errors).toMatchObject([{ status: "422", detail: "Name can't be blank" }]);
  expect((await create({ name: "AWS" })).errors).toMatchObject([{ detail: "Name has already been taken" }]);
});

shows.ourChoice(
  "2026-11-29",
  "other-clients: A workspace that leaves the project that owns its variable set",
  "Keeps the set.",
);
test("a workspace keeps a set of the project that it leaves", async () => {
  const workspaces = identifiers("workspaces", [api]);
  const { id } = (await create({ name: "owned" }, { parent: to("projects", web), workspaces })).data;
  emulator.workspaces.move(api, data);
  expect((await http.get(`/varsets/${id}`)).data.relationships["workspaces"]).toEqual(workspaces);
  expect((await http.get(`/workspaces/${api}/varsets`)).names).toEqual(["owned"]);
});
