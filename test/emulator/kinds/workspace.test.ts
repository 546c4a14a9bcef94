import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { GO_CLIENT, NO_WORKSPACE_WRITES, OPENAPI, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let platform: string;

const LIST = "/organizations/acme/workspaces";

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  platform = emulator.projects.create({ organization: "acme", name: "Platform", autoDestroyActivityDuration: "3d" }).id;
});
afterEach(() => emulator.stop());

const inProject = (id: string): object => ({ project: { data: { type: "projects", id } } });
const projectOf = (name: string): string => emulator.workspaces.find("acme", name)!.projectId;

shows.documented(OPENAPI, "success: Create a workspace", "201.", { client: NO_WORKSPACE_WRITES });
shows.documented(PAGES, "workspaces: A new workspace without a project", "Is created in the default project.", {
  client: NO_WORKSPACE_WRITES,
});
test("a workspace without a project is created in the default project", async () => {
  const response = await http.post(LIST, resource("workspaces", { name: "api" }));
  expect(response.status).toBe(201);
  expect(projectOf("api")).toBe(emulator.state().organizations[0]!.defaultProjectId);
});

shows.behavior(
  "create-project: auto-destroy-activity-duration of new workspaces",
  "The default of all future workspaces in the project.",
);
shows.documented(PAGES, "workspaces: links.self of a workspace", "The path by organization and name.", {
  client: "The client returns it as sent, and does not use it.",
});
shows.documented(
  GO_CLIENT,
  "workspaces: A new workspace in a project",
  "Is created in it, and inherits its duration.",
  { client: NO_WORKSPACE_WRITES },
);
test("a workspace with a project is created in it, and inherits its duration", async () => {
  const given = { name: "api", "execution-mode": "local" };
  const { data } = await http.post(LIST, resource("workspaces", given, inProject(platform)));

  expect(projectOf("api")).toBe(platform);
  expect(data).toMatchObject({
    type: "workspaces",
    attributes: {
      ...given,
      "auto-destroy-activity-duration": "3d",
      "inherits-project-auto-destroy": true,
    },
    relationships: {
      organization: { data: { id: "acme", type: "organizations" } },
      project: { data: { id: platform, type: "projects" } },
    },
    links: { self: "/api/v2/organizations/acme/workspaces/api" },
  });
});

shows.documented(OPENAPI, "success: Show and update a workspace", "200.");
shows.documented(
  PAGES,
  "workspaces: Show a workspace",
  "By ID or by organization and name, with the same document, which always contains the project.",
);
test("a workspace is found by ID and by name, and an unknown one is not found", async () => {
  const { id } = emulator.workspaces.create({ organization: "acme", name: "api", projectId: platform });
  expect((await http.get(`/workspaces/${id}`)).data).toEqual((await http.get(`${LIST}/api`)).data);
  expect((await http.get(`${LIST}/api`, { include: "project" })).document.included).toMatchObject([{ id: platform }]);
  expect((await http.get("/workspaces/ws-0000000000000000")).status).toBe(404);
  expect((await http.get(`${LIST}/none`)).status).toBe(404);
});

shows.documented(
  OPENAPI,
  "workspaces: List workspaces",
  "Pages, `filter[project][id]`, `search[name]` for a part of the name, `sort`.",
);
test("the list can be filtered by project and by a part of the name, sorted and paged", async () => {
  for (const name of ["web-2", "api", "web-1"])
    emulator.workspaces.create({ organization: "acme", name, projectId: platform });
  emulator.workspaces.create({ organization: "acme", name: "web-0" });
  const empty = emulator.projects.create({ organization: "acme", name: "Empty" }).id;
  emulator.organizations.create({ name: "other" });
  const foreign = emulator.state().organizations[1]!.defaultProjectId;
  emulator.workspaces.create({ organization: "other", name: "foreign" });

  expect((await http.get(LIST)).names).toEqual(["web-2", "api", "web-1", "web-0"]);
  expect((await http.get(LIST, { sort: "-name" })).names).toEqual(["web-2", "web-1", "web-0", "api"]);
  const filter = { "filter[project][id]": platform };
  expect((await http.get(LIST, filter)).names).toEqual(["web-2", "api", "web-1"]);
  const page = await http.get(LIST, { ...filter, sort: "name", "page[size]": "2", "page[number]": "2" });
  expect(page.names).toEqual(["web-2"]);
  expect(page.document.meta!.pagination).toMatchObject({ "total-count": 3, "prev-page": 1 });
  expect((await http.get(LIST, { ...filter, "search[name]": "WEB" })).names).toEqual(["web-2", "web-1"]);
  for (const id of [empty, foreign, "prj-0000000000000000"]) {
    expect((await http.get(LIST, { "filter[project][id]": id })).list).toEqual([]);
  }
  expect((await http.get(LIST, { "filter[tag-union]": "true" })).errors[0]).toMatchObject({
    status: "400",
    title: "not emulated",
  });
  expect((await http.get(LIST, { ...filter, "filter[tag-union]": "false" })).list).toHaveLength(3);
});

shows.documented(
  PAGES,
  "workspaces: PATCH of a workspace moves it",
  "If its relationship `project` names another project; needs permission on both.",
  { client: "The client moves workspaces into a project instead." },
);
shows("success: Show and update a workspace");
test("a workspace is moved only by another project in its relationships", async () => {
  const { id } = emulator.workspaces.create({ organization: "acme", name: "api" });

  const moved = await http.patch(`/workspaces/${id}`, resource("workspaces", {}, inProject(platform)));
  expect([moved.status, moved.data.relationships["project"]!.data]).toEqual([200, { id: platform, type: "projects" }]);
  await http.patch(`${LIST}/api`, resource("workspaces", { description: "x" }));
  await http.patch(`${LIST}/api`, resource("workspaces", {}, { project: { data: null } }));
  expect(projectOf("api")).toBe(platform);
});

shows("workspaces: PATCH of a workspace moves it");
test("a move by PATCH requires permission on both projects, and an existing project", async () => {
  const { id } = emulator.workspaces.create({ organization: "acme", name: "api", projectId: platform });
  const other = emulator.projects.create({ organization: "acme", name: "Other" }).id;
  const leave = (...projects: readonly string[]): HttpClient => {
    const abilities = Object.fromEntries(projects.map((project) => [project, ["move-workspaces"] as const]));
    return new HttpClient(
      emulator,
      emulator.tokens.create({ organization: "acme", role: "read-only", projects: abilities }),
    );
  };
  const move = (principal: HttpClient, to: string): ReturnType<HttpClient["patch"]> =>
    principal.patch(`/workspaces/${id}`, resource("workspaces", {}, inProject(to)));

  expect((await move(leave(platform), other)).status).toBe(404);
  expect((await move(leave(other), other)).status).toBe(404);
  expect((await move(http, "prj-0000000000000000")).status).toBe(404);
  expect(projectOf("api")).toBe(platform);
  expect((await move(leave(platform, other), other)).status).toBe(200);
  expect(projectOf("api")).toBe(other);
});

shows.documented(
  OPENAPI,
  "workspaces: Inheritance of the duration",
  "`inherits-project-auto-destroy` is true if a workspace has the project's.",
);
test("a workspace can have its own duration, and inherit again", async () => {
  const { id } = emulator.workspaces.create({ organization: "acme", name: "api", projectId: platform });
  const patch = async (attributes: object): Promise<unknown> => {
    const { data } = await http.patch(`/workspaces/${id}`, resource("workspaces", attributes));
    return [data.attributes["auto-destroy-activity-duration"], data.attributes["inherits-project-auto-destroy"]];
  };
  expect(await patch({ "auto-destroy-activity-duration": "9h" })).toEqual(["9h", false]);
  expect(await patch({ "auto-destroy-activity-duration": null })).toEqual([null, false]);
  expect(await patch({ "inherits-project-auto-destroy": true })).toEqual(["3d", true]);
});

test.each([
  ["api", ["Name has already been taken"]],
  ["API", ["Name has already been taken"]],
  ["", ["Name can't be blank"]],
  ["a b", ["Name is invalid: it can only include letters, numbers, dashes, and underscores"]],
  ["a".repeat(91), ["Name is too long (maximum is 90 characters)"]],
])("rejects the name %j", async (name, details) => {
  emulator.workspaces.create({ organization: "acme", name: "api" });
  const response = await http.post(LIST, resource("workspaces", { name }));
  expect(response.status).toBe(422);
  expect(response.errors.map((error) => error.detail)).toEqual(details);
});

shows.documented(
  OPENAPI,
  "success: Delete a workspace",
  "204, also for a safe delete, which may be rejected with 409.",
  { client: NO_WORKSPACE_WRITES },
);
test.each(["by identifier", "by name", "safely"])("a workspace is deleted %s", async (how) => {
  const { id } = emulator.workspaces.create({ organization: "acme", name: "api" });
  const response =
    how === "safely"
      ? await http.post(`/workspaces/${id}/actions/safe-delete`)
      : await http.delete(how === "by name" ? `${LIST}/api` : `/workspaces/${id}`);
  expect(response.status).toBe(204);
  expect(emulator.workspaces.find("acme", "api")).toBeUndefined();
});

test("a workspace tells when it was created, and when it was last changed", async () => {
  const { id } = emulator.workspaces.create({ organization: "acme", name: "api" });
  const times = async () => {
    const { attributes } = (await http.get(`/workspaces/${id}`)).data;
    return [attributes["created-at"], attributes["updated-at"]] as [string, string];
  };
  const [created, updated] = await times();
  expect(updated).toBe(created);
  emulator.clock.advance(60);
  await http.patch(`/workspaces/${id}`, resource("workspaces", { description: "The API" }));
  const [same, later] = await times();
  expect(same).toBe(created);
  expect(Date.parse(later) - Date.parse(created)).toBeGreaterThanOrEqual(60_000);
});

test("a workspace in a project that is not visible is not found", async () => {
  const { id } = emulator.workspaces.create({ organization: "acme", name: "hidden" });
  emulator.workspaces.create({ organization: "acme", name: "seen", projectId: platform });
  const token = emulator.tokens.create({ organization: "acme", role: "team", projects: { [platform]: ["read"] } });
  const member = new HttpClient(emulator, token);

  expect((await member.get(LIST)).names).toEqual(["seen"]);
  expect((await member.get(`/workspaces/${id}`)).status).toBe(404);
  expect((await member.delete(`${LIST}/seen`)).status).toBe(404);
});

shows.observed("2023-01-30", "workspaces: Created in a project that cannot be used", "422 `unprocessable entity`.", {
  client: NO_WORKSPACE_WRITES,
});
test("a workspace cannot be created in a project that is unknown, hidden, or may not be used", async () => {
  emulator.organizations.create({ name: "other" });
  const elsewhere = emulator.projects.create({ organization: "other", name: "Elsewhere" }).id;
  const hidden = emulator.projects.create({ organization: "acme", name: "Hidden" }).id;
  const token = emulator.tokens.create({ organization: "acme", role: "team", projects: { [platform]: ["read"] } });
  const create = (client: HttpClient, project: string): ReturnType<HttpClient["post"]> =>
    client.post(LIST, resource("workspaces", { name: "new" }, inProject(project)));
  const detail = "Project not found, or you are not authorized to use it.";
  for (const [client, project] of [
    [http, "prj-0000000000000000"],
    [http, elsewhere],
    [new HttpClient(emulator, token), hidden],
    [new HttpClient(emulator, token), platform],
  ] as const) {
    const { status, errors } = await create(client, project);
    expect([status, errors]).toEqual([422, [{ status: "422", title: "unprocessable entity", detail }]]);
  }
  expect(emulator.workspaces.find("acme", "new")).toBeUndefined();
  expect((await create(http, hidden)).status).toBe(201);
});
