import { Client, NotFoundError } from "../../src/api";
import { Emulator } from "../../src/emulator";
import { listDocument, ScriptedService } from "./scripted-service";
import { shows } from "../fidelity";

let emulator: Emulator;
let client: Client;

beforeEach(async () => {
  emulator = await Emulator.start();
  client = new Client({ address: emulator.address, token: emulator.token, env: {} });
});
afterEach(async () => {
  client.close();
  await emulator.stop();
});

async function names(filters: Parameters<Client["workspaces"]["list"]>[1]): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of client.workspaces.list("acme", filters)) found.push(name);
  return found.sort();
}

shows("success: Show and update a workspace", "workspaces: Show a workspace");
test("reads a workspace with its project by ID and by name", async () => {
  const project = emulator.projects.create({ organization: "acme", name: "Platform" });
  const { id } = emulator.workspaces.create({ organization: "acme", name: "api", projectId: project.id });
  const workspace = await client.workspaces.get(id);
  expect(workspace).toMatchObject({ id, name: "api", projectId: project.id, organization: "acme" });
  expect(await client.workspaces.getByName("acme", "api")).toEqual(workspace);
});

shows("workspaces: The current run");
test("has the ID of the current run, null without one, and undefined if the service does not say", async () => {
  const { id } = emulator.workspaces.create({ organization: "acme", name: "api" });
  expect(await client.workspaces.get(id)).toMatchObject({ currentRunId: null });
  emulator.runs.start({ workspaceId: id, tasks: [] });
  const run = emulator.runs.start({ workspaceId: id, tasks: [] });
  emulator.runs.start({ workspaceId: id, tasks: [], isSpeculative: true });
  expect(await client.workspaces.get(id)).toMatchObject({ currentRunId: run.id });
  expect(await client.workspaces.getByName("acme", "API")).toMatchObject({ currentRunId: run.id });

  const service = await ScriptedService.start();
  const relationships = { project: { data: { id: "prj-1", type: "projects" } } };
  const sent = { id: "ws-1", type: "workspaces", attributes: { name: "api" }, relationships };
  service.script({ body: { data: sent } });
  const [read] = [await service.client().workspaces.getByName("acme", "api")];
  expect(read).toHaveProperty("currentRunId", undefined);
  await service.stop();
});

test.each([
  ["acme/api", "envs/prod", { owner: "acme", folder: "envs" }],
  ["acme/payments/api", "./envs/prod/", { owner: "acme/payments", folder: "envs" }],
  ["acme/Payments/_git/api", "/", { owner: "acme/Payments", folder: undefined }],
  ["api", null, { owner: undefined, folder: undefined }],
  [undefined, "envs", undefined],
])("has whose the repository %s is, and the first folder in %s", async (identifier, workingDirectory, repository) => {
  const service = await ScriptedService.start();
  const attributes = { name: "api", "working-directory": workingDirectory, "vcs-repo": identifier && { identifier } };
  const relationships = { project: { data: { id: "prj-1", type: "projects" } } };
  service.script({ body: { data: { id: "ws-1", type: "workspaces", attributes, relationships } } });
  const read = await service.client().workspaces.getByName("acme", "api");
  expect(read.repository).toEqual(repository);
  await service.stop();
});

shows("workspaces: include=project");
test("includes the project on request, by ID, by name and in lists", async () => {
  const { id: projectId } = emulator.projects.create({ organization: "acme", name: "Platform" });
  const { id } = emulator.workspaces.create({ organization: "acme", name: "api", projectId });
  const include = ["project"] as const;
  const project = expect.objectContaining({ id: projectId, name: "Platform", organization: "acme" });
  expect(await client.workspaces.get(id, { include })).toMatchObject({ id, project });
  expect(await client.workspaces.getByName("acme", "api", { include })).toMatchObject({ id, project });
  for await (const workspace of client.workspaces.list("acme", { projectId }, { include })) {
    expect(workspace).toMatchObject({ id, project });
  }
  expect(await client.workspaces.get(id)).toMatchObject({ projectId, project: undefined });
});

shows("workspaces: search[wildcard-name]", "workspaces: search[tags]", "workspaces: search[exclude-tags]");
shows("workspaces: filter[current-run][status]", "workspaces: filter[tagged] of workspaces");
shows("workspaces: sort of workspaces");
test("sends every filter as its query parameter", async () => {
  const service = await ScriptedService.start();
  service.script({ body: listDocument([]) });
  await service.client().workspaces.listPage("acme", {
    projectId: "prj-1",
    search: "api",
    wildcardName: "*-prod",
    tags: ["one", "two"],
    excludeTags: ["three"],
    tagged: [{ key: "env", value: "prod" }],
    currentRunStatus: "applied",
    sort: "-latest-change-at",
  });
  const { searchParams } = new URL(service.requests[0]!.path, service.address);
  expect(Object.fromEntries(searchParams)).toEqual({
    "filter[project][id]": "prj-1",
    "search[name]": "api",
    "search[wildcard-name]": "*-prod",
    "search[tags]": "one,two",
    "search[exclude-tags]": "three",
    "filter[tagged][0][key]": "env",
    "filter[tagged][0][value]": "prod",
    "filter[current-run][status]": "applied",
    sort: "-latest-change-at",
  });
  await service.stop();
});

shows("workspaces: Show a workspace");
test("a missing workspace is not found", async () => {
  await expect(client.workspaces.get("ws-0000000000000000")).rejects.toThrow(NotFoundError);
  await expect(client.workspaces.getByName("acme", "unknown")).rejects.toThrow(NotFoundError);
});

shows("workspaces: List workspaces");
test("lists workspaces by project and by part of the name", async () => {
  const project = emulator.projects.create({ organization: "acme", name: "Platform" });
  emulator.workspaces.create({ organization: "acme", name: "api-prod", projectId: project.id });
  emulator.workspaces.create({ organization: "acme", name: "api-test" });
  emulator.workspaces.create({ organization: "acme", name: "web" });
  expect(await names({})).toEqual(["api-prod", "api-test", "web"]);
  expect(await names({ projectId: project.id })).toEqual(["api-prod"]);
  expect(await names({ search: "api" })).toEqual(["api-prod", "api-test"]);
  expect((await client.workspaces.listPage("acme", { size: 2 })).pagination).toMatchObject({
    totalCount: 3,
    nextPage: 2,
  });
});

describe("the own tags of a workspace", () => {
  let service: ScriptedService;
  beforeEach(async () => (service = await ScriptedService.start()));
  afterEach(() => service.stop());

  const PROJECT = { data: { id: "prj-1", type: "projects" } };
  const identifiers = (ids: readonly string[]) => ids.map((id) => ({ id, type: "effective-tag-bindings" }));
  const sent = (id: string, tags: readonly string[] | undefined) => ({
    id,
    type: "workspaces",
    attributes: { name: `name of ${id}` },
    relationships: {
      project: PROJECT,
      ...(tags === undefined ? {} : { "effective-tag-bindings": { data: identifiers(tags) } }),
    },
  });
  const tag = (id: string, members: object = {}, attributes: object = { key: id, value: "x" }) => ({
    id,
    type: "effective-tag-bindings",
    attributes,
    ...members,
  });
  const INHERITED = { relationships: { "inherited-from": PROJECT } };

  /** The tags of a list with these workspaces, by the ID of the workspace. */
  const tagsIn = async (workspaces: readonly object[], included: readonly object[]) => {
    service.script({ body: { ...listDocument(workspaces), included } });
    const { items } = await service.client().workspaces.listPage("acme", {}, { include: ["effective-tag-bindings"] });
    return Object.fromEntries(items.map(({ id, tags }) => [id, tags]));
  };

  test("are those that do not say where they are inherited from, as a relationship or a link", async () => {
    const included = [
      tag("own"),
      tag("flag", {}, { key: "flag", value: null }),
      tag("by-relationship", INHERITED),
      tag("by-link", { links: { "inherited-from": "/api/v2/projects/prj-1" } }),
    ];
    const tags = included.map(({ id }) => id);
    expect(await tagsIn([sent("ws-1", tags), sent("ws-2", [])], included)).toEqual({
      "ws-1": [
        { key: "own", value: "x" },
        { key: "flag", value: "" },
      ],
      "ws-2": [],
    });
  });

  test("are unknown if the response does not have them, or not all of them", async () => {
    const workspaces = [sent("ws-1", undefined), sent("ws-2", ["a", "b"]), sent("ws-3", ["a"])];
    expect(await tagsIn(workspaces, [tag("c")])).toEqual({ "ws-1": undefined, "ws-2": undefined, "ws-3": undefined });
    expect(await tagsIn([sent("ws-2", ["a", "b"]), sent("ws-3", ["c"])], [tag("a"), tag("c")])).toMatchObject({
      "ws-2": undefined,
      "ws-3": [{ key: "c" }],
    });
  });

  test("are unknown if several workspaces share a tag without a source: one of a project, then", async () => {
    const workspaces = [sent("ws-1", ["shared", "own"]), sent("ws-2", ["shared"]), sent("ws-3", ["other"])];
    expect(
      await tagsIn(
        workspaces,
        ["shared", "own", "other"].map((id) => tag(id)),
      ),
    ).toEqual({
      "ws-1": undefined,
      "ws-2": undefined,
      "ws-3": [{ key: "other", value: "x" }],
    });
    const included = [tag("shared", INHERITED), tag("own"), tag("other")];
    expect(await tagsIn(workspaces, included)).toEqual({
      "ws-1": [{ key: "own", value: "x" }],
      "ws-2": [],
      "ws-3": [{ key: "other", value: "x" }],
    });
  });

  test("are apart from flat ones, which have no value", async () => {
    const flat = (...names: readonly unknown[]) => ({ attributes: { name: "ws", "tag-names": names } });
    const workspaces = [
      { ...sent("ws-1", []), ...flat("net", "team:net") },
      { ...sent("ws-2", []), ...flat() },
    ];
    service.script({ body: listDocument(workspaces) });
    const { items } = await service.client().workspaces.listPage("acme");
    expect(items.map(({ flatTags }) => flatTags)).toEqual([["net", "team:net"], undefined]);
  });

  shows("workspaces: A workspace without tags");
  test("are referred to by a response that does not include them, or are not", async () => {
    const link = { links: { related: "/api/v2/workspaces/ws-1/tag-bindings" } };
    const workspaces = [
      { ...sent("ws-links", undefined), relationships: { project: PROJECT, "effective-tag-bindings": link } },
      { ...sent("ws-own-link", undefined), relationships: { project: PROJECT, "tag-bindings": link } },
      sent("ws-partly", ["d", "e"]),
      sent("ws-absent", undefined),
      sent("ws-included", ["a"]),
      sent("ws-none", []),
      sent("ws-shared", ["c"]),
      sent("ws-sharing", ["c"]),
    ];
    service.script({ body: { ...listDocument(workspaces), included: [tag("a"), tag("c"), tag("d")] } });
    const { items } = await service.client().workspaces.listPage("acme", {}, { include: ["effective-tag-bindings"] });
    expect(Object.fromEntries(items.map(({ id, tagReference }) => [id, tagReference]))).toEqual({
      "ws-links": "linked",
      "ws-own-link": "linked",
      "ws-partly": "linked",
      "ws-absent": "absent",
      "ws-included": undefined,
      "ws-none": undefined,
      "ws-shared": "indistinct",
      "ws-sharing": "indistinct",
    });
  });

  test("are requested in the other spelling if the service rejects the first one", async () => {
    const rejection = { status: 400, body: { errors: [{ status: "400", title: "Invalid include parameter" }] } };
    service.script(rejection, { body: { ...listDocument([sent("ws-1", ["a"])]), included: [tag("a")] } });
    const client = service.client();
    const { items } = await client.workspaces.listPage("acme", {}, { include: ["effective-tag-bindings"] });
    expect(items).toMatchObject([{ tags: [{ key: "a" }] }]);
    expect(service.requests.map(({ path }) => new URL(path, service.address).searchParams.get("include"))).toEqual([
      "effective-tag-bindings",
      "effective_tag_bindings",
    ]);
  });
});
