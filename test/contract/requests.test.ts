import type { Client, ProjectFilters, TaskStageInclude } from "../../src/api";
import { collect } from "./client-and-emulator";
import { listDocument, projectDocument, projectResource, ScriptedService, TOKEN } from "../api/scripted-service";
import { shows } from "../fidelity";

/** The requests that the client sends; the requests themselves are what is tested here. */

let service: ScriptedService;
let client: Client;

beforeEach(async () => {
  service = await ScriptedService.start();
  client = service.client();
});
afterEach(async () => {
  client.close();
  await service.stop();
});

const stage = { data: { id: "ts-1", type: "task-stages" } };

/** The one request that was sent. */
function sent(): { readonly line: string; readonly body: unknown } {
  expect(service.requests).toHaveLength(1);
  const { method, path, body } = service.requests[0]!;
  return { line: `${method} ${path}`, body: body === "" ? undefined : JSON.parse(body) };
}

describe("creating a project", () => {
  shows("create-project: POST /organizations/:organization_name/projects", "create-project: data.type");
  shows("create-project: data.attributes.description");
  shows("create-project: data.attributes.auto-destroy-activity-duration");
  test("is a POST to the organization's projects, with the type and the name", async () => {
    service.script({ status: 201, body: projectDocument("prj-1", { name: "Platform" }) });
    await client.projects.create("acme", { name: "Platform" });
    expect(sent()).toEqual({
      line: "POST /api/v2/organizations/acme/projects",
      body: { data: { type: "projects", attributes: { name: "Platform" } } },
    });
  });

  shows("overview: Names of members", "create-project: data.attributes.description");
  shows("create-project: data.attributes.auto-destroy-activity-duration");
  test("sends the description and the duration when they are given", async () => {
    service.script({ status: 201, body: projectDocument("prj-1", { name: "Platform" }) });
    await client.projects.create("acme", {
      name: "Platform",
      description: "Shared",
      autoDestroyActivityDuration: "14d",
    });
    expect(sent().body).toEqual({
      data: {
        type: "projects",
        attributes: { name: "Platform", description: "Shared", "auto-destroy-activity-duration": "14d" },
      },
    });
  });
});

describe("updating a project", () => {
  shows("update-project: PATCH /projects/:project_id", "update-project: data.type");
  shows("project-attributes: Read-only attributes");
  test("is a PATCH of the project, with the type and only the changes", async () => {
    service.script({ body: projectDocument() });
    await client.projects.update("prj-1", { name: "Base" });
    const { line, body } = sent();
    expect(line).toBe("PATCH /api/v2/projects/prj-1");
    expect(body).toMatchObject({ data: { type: "projects" } });
    expect((body as { data: { attributes: object } }).data.attributes).toEqual({ name: "Base" });
  });

  shows("project-attributes: Unsetting the duration");
  test("sends null to unset a duration, and an empty string to unset a description", async () => {
    service.script({ body: projectDocument() });
    await client.projects.update("prj-1", { description: null, autoDestroyActivityDuration: null });
    expect((sent().body as { data: { attributes: object } }).data.attributes).toEqual({
      description: "",
      "auto-destroy-activity-duration": null,
    });
  });
});

describe("listing projects", () => {
  const LIST = "GET /api/v2/organizations/acme/projects";

  shows("list-projects: GET /organizations/:organization_name/projects", "list-projects: page[number]");
  shows("list-projects: page[size]");
  test("is a GET of the organization's projects", async () => {
    service.script({ body: listDocument([]) });
    await client.projects.listPage("acme");
    expect(sent()).toEqual({ line: LIST, body: undefined });
  });

  shows("list-projects: Brackets in names of parameters");
  shows.case("page[number]", "list-projects: page[number]");
  shows.case("page[size]", "list-projects: page[size]", "pages: Unencoded brackets");
  shows.case("q", "list-projects: q");
  shows.case("filter[names]", "list-projects: filter[names]");
  shows.case("filter[permissions][create-workspace]", "list-projects: filter[permissions][create-workspace]");
  shows.case("filter[permissions][update]", "list-projects: filter[permissions][update]");
  shows.case("filter[permissions][update]", "pages: filter[permissions] without a value");
  shows.case("sort", "list-projects: sort", "pages: sort");
  test.each<[string, ProjectFilters & { readonly number?: number; readonly size?: number }, string]>([
    ["page[number]", { number: 2 }, "page%5Bnumber%5D=2"],
    ["page[size]", { size: 50 }, "page%5Bsize%5D=50"],
    ["q", { search: "plat" }, "q=plat"],
    ["filter[names]", { names: ["Platform", "Base"] }, "filter%5Bnames%5D=Platform%2CBase"],
    [
      "filter[permissions][create-workspace]",
      { canCreateWorkspace: true },
      "filter%5Bpermissions%5D%5Bcreate-workspace%5D=true",
    ],
    ["filter[permissions][update]", { canUpdate: true }, "filter%5Bpermissions%5D%5Bupdate%5D=true"],
    ["sort", { sort: "-name" }, "sort=-name"],
  ])("sends the parameter %s, with its brackets percent-encoded", async (_, asked, query) => {
    service.script({ body: listDocument([], asked) });
    await client.projects.listPage("acme", asked);
    expect(sent().line).toBe(`${LIST}?${query}`);
  });
});

shows("show-project: GET /projects/:project_id", "success: Show a project");
test("showing a project is a GET of it", async () => {
  service.script({ body: projectDocument() });
  await client.projects.get("prj-1");
  expect(sent()).toEqual({ line: "GET /api/v2/projects/prj-1", body: undefined });
});

shows("delete-project: DELETE /projects/:project_id");
test("deleting a project is a DELETE of it, without a body", async () => {
  service.script({ status: 204 });
  await client.projects.delete("prj-1");
  expect(sent()).toEqual({ line: "DELETE /api/v2/projects/prj-1", body: undefined });
});

shows("workspace-reference: type", "workspace-reference: id");
shows("move-workspaces: POST /projects/:project_id/relationships/workspaces", "move-workspaces: data");
shows("move-workspaces: data[].type", "move-workspaces: data[].id");
test("moving workspaces is a POST of their types and IDs to the destination", async () => {
  service.script({ status: 204 });
  await client.projects.moveWorkspaces("prj-1", ["ws-1", "ws-2"]);
  expect(sent()).toEqual({
    line: "POST /api/v2/projects/prj-1/relationships/workspaces",
    body: {
      data: [
        { type: "workspaces", id: "ws-1" },
        { type: "workspaces", id: "ws-2" },
      ],
    },
  });
});

shows("list-stages: GET /runs/:run_id/task-stages", "list-stages: page[number]", "list-stages: page[size]");
test("listing task stages is a GET of the run's task stages", async () => {
  service.script({ body: { data: [] } });
  await client.taskStages.listPage("run-1");
  expect(sent()).toEqual({ line: "GET /api/v2/runs/run-1/task-stages", body: undefined });
});

shows.case("page[number]", "list-stages: page[number]");
shows.case("page[size]", "list-stages: page[size]");
test.each([
  ["page[number]", { number: 2 }, "page%5Bnumber%5D=2"],
  ["page[size]", { size: 50 }, "page%5Bsize%5D=50"],
] as const)(
  "listing task stages sends the parameter %s, with its brackets percent-encoded",
  async (_, asked, query) => {
    service.script({ body: { data: [] } });
    await client.taskStages.listPage("run-1", asked);
    expect(sent().line).toBe(`GET /api/v2/runs/run-1/task-stages?${query}`);
  },
);

shows("show-stage: GET /task-stages/:task_stage_id");
test("showing a task stage is a GET of it", async () => {
  service.script({ body: stage });
  await client.taskStages.get("ts-1");
  expect(sent()).toEqual({ line: "GET /api/v2/task-stages/ts-1", body: undefined });
});

shows.case("run", "show-stage: include=run");
shows.case("run.workspace", "show-stage: include=run.workspace");
shows.case("task-results", "show-stage: include=task-results");
shows.case("policy-evaluations", "show-stage: include=policy-evaluations");
test.each<TaskStageInclude>(["run", "run.workspace", "task-results", "policy-evaluations"])(
  "showing a task stage sends the include %s on request",
  async (include) => {
    service.script({ body: stage });
    await client.taskStages.get("ts-1", { include: [include] });
    expect(sent().line).toBe(`GET /api/v2/task-stages/ts-1?include=${include}`);
  },
);

shows("show-result: GET /task-results/:task_result_id");
test("showing a task result is a GET of it", async () => {
  service.script({ body: { data: { id: "taskrs-1", type: "task-results" } } });
  await client.taskResults.get("taskrs-1");
  expect(sent()).toEqual({ line: "GET /api/v2/task-results/taskrs-1", body: undefined });
});

shows("override-stage: POST /task-stages/:task_stage_id/actions/override");
test("overriding a task stage is a POST to its override, without a body", async () => {
  service.script({ body: stage });
  await client.taskStages.override("ts-1");
  expect(sent()).toEqual({ line: "POST /api/v2/task-stages/ts-1/actions/override", body: undefined });
});

shows("overview: JSON:API documents", "authentication: Authorization: Bearer", "versioning: The media type");
shows("error-documents: Wrong media type");
test("every request has the bearer token, and every write the media type", async () => {
  const list = { body: listDocument([projectResource("prj-1")], { size: 100 }) };
  service.script(list, { body: projectDocument() }, { status: 204 }, { status: 204 }, { body: stage });
  await collect(client.projects.list("acme"));
  await client.projects.update("prj-1", {});
  await client.projects.delete("prj-1");
  await client.projects.moveWorkspaces("prj-1", ["ws-1"]);
  await client.taskStages.override("ts-1");

  expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(Array(5).fill(`Bearer ${TOKEN}`));
  const writing = service.requests.filter(({ method }) => method !== "GET");
  expect(writing.map(({ headers }) => headers["content-type"])).toEqual(Array(4).fill("application/vnd.api+json"));
});
