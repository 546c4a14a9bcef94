import { Emulator } from "../../../src/emulator";
import { OPENAPI, PAGES, shows } from "../../fidelity";
import type { HttpResponse } from "../http-client";
import { HttpClient, resource } from "../http-client";

const CONFIGS = "/organizations/acme/task-configs";
const TASKS = "/organizations/acme/tasks";
const PRE_PLAN = { "enforcement-level": "mandatory", "allowed-stages": ["pre_plan"] };

let emulator: Emulator;
let http: HttpClient;
let taskId: string;
let web: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  taskId = emulator.runTasks.create({ organization: "acme", name: "scan" }).id;
  web = emulator.projects.create({ organization: "acme", name: "Web" }).id;
});
afterEach(() => emulator.stop());

const owner = (name = "acme"): object => ({ data: { type: "organizations", id: name } });
const inProjects = (...ids: readonly string[]): object => ({ data: ids.map((id) => ({ type: "projects", id })) });

/** A task configuration, owned by the organization. */
const config = (attributes: object, projects?: object, task: string | undefined = taskId): object =>
  resource("task-configs", attributes, {
    owner: owner(),
    ...(task === "" ? {} : { task: { data: { type: "tasks", id: task } } }),
    ...(projects === undefined ? {} : { projects }),
  });

const create = (attributes: object, projects?: object, client = http): Promise<HttpResponse> =>
  client.post(CONFIGS, config({ ...PRE_PLAN, ...attributes }, projects));

/** The tasks of a new run in a workspace of a project, by stage. */
async function tasksIn(projectId?: string): Promise<readonly unknown[]> {
  const name = `workspace-${emulator.state().runs.length}`;
  const workspaceId = emulator.workspaces.create({ organization: "acme", name, ...(projectId && { projectId }) }).id;
  const results = emulator.runs.start({ workspaceId }).taskStages.flatMap(({ taskResults }) => taskResults);
  return Promise.all(
    results.map(async ({ id }) => {
      const { attributes } = (await http.get(`/task-results/${id}`)).data;
      return ["stage", "task-name", "workspace-task-enforcement-level"].map((key) => attributes[key]);
    }),
  );
}

/** The plan without global run tasks. */
async function subscribeToFree(): Promise<void> {
  const [free] = (await http.get("/admin/feature-sets", { q: "Free" })).list;
  const plan = { "feature-set": { data: { type: "feature-sets", id: free!.id } } };
  await http.post("/admin/organizations/acme/subscription", resource("subscription", {}, plan));
}

shows.documented(
  PAGES,
  "run-tasks: Task configurations",
  "A run has the tasks that are configured for its project, or for all projects.",
);
test("a task that is configured for projects runs in all of their workspaces", async () => {
  const created = await create({ global: false }, inProjects(web));
  const { id } = created.data;
  expect([created.status, created.data]).toEqual([
    201,
    {
      id: expect.stringMatching(/^taskcfg-\w{16}$/),
      type: "task-configs",
      attributes: {
        global: false,
        ...PRE_PLAN,
        "created-at": expect.any(String),
        "updated-at": expect.any(String),
      },
      relationships: {
        task: { data: { type: "tasks", id: taskId } },
        owner: owner(),
        projects: inProjects(web),
        organization: owner(),
      },
      links: { self: `/api/v2/task-configs/${id}` },
    },
  ]);
  expect((await http.get(`/task-configs/${id}`)).data).toEqual(created.data);
  expect((await http.get(CONFIGS)).list).toEqual([created.data]);
  expect(await tasksIn(web)).toEqual([["pre_plan", "scan", "mandatory"]]);
  expect(await tasksIn()).toEqual([]);

  const changed = await http.patch(
    `/task-configs/${id}`,
    resource("task-configs", { "enforcement-level": "advisory", "allowed-stages": ["post_plan", "post_apply"] }),
  );
  expect([changed.status, changed.data.relationships["projects"]]).toEqual([200, inProjects(web)]);
  expect(await tasksIn(web)).toEqual([
    ["post_plan", "scan", "advisory"],
    ["post_apply", "scan", "advisory"],
  ]);
  const other = emulator.projects.create({ organization: "acme", name: "Data" }).id;
  await http.patch(`/task-configs/${id}`, resource("task-configs", {}, { projects: inProjects(other) }));
  expect(await tasksIn(web)).toEqual([]);
  expect(await tasksIn(other)).toHaveLength(2);
});

shows("run-tasks: Task configurations");
test("a global configuration applies everywhere, and loses its projects", async () => {
  const { id } = (await create({ global: false }, inProjects(web))).data;
  const global = await http.patch(`/task-configs/${id}`, resource("task-configs", { global: true }));
  expect(global.data).toMatchObject({ attributes: { global: true }, relationships: { projects: { data: [] } } });
  expect([...(await tasksIn()), ...(await tasksIn(web))]).toHaveLength(2);
  emulator.projects.delete(web, { evacuate: true });
  await http.delete(`/tasks/${taskId}`);
  expect((await http.get(`/task-configs/${id}`)).status).toBe(404);
  expect(await tasksIn()).toEqual([]);
});

test("an attachment to a workspace applies instead of the configuration of its project", async () => {
  await create({ global: true });
  const { id } = emulator.workspaces.create({ organization: "acme", name: "api", projectId: web });
  const attachment = emulator.runTasks.attach({ workspaceId: id, taskId, stages: ["pre_plan"] });
  const [stage] = emulator.runs.start({ workspaceId: id }).taskStages;
  const [result, ...others] = stage!.taskResults;
  expect(others).toEqual([]);
  const { attributes } = (await http.get(`/task-results/${result!.id}`)).data;
  expect(attributes["workspace-task-id"]).toBe(attachment.id);
});

shows.documented(PAGES, "run-tasks: Errors of task configurations", "One for each task and owner; all parts required.");
test("a task configuration requires all of its parts, and a task has only one of an owner", async () => {
  const pointersOf = async (body: object): Promise<readonly unknown[]> => {
    const response = await http.post(CONFIGS, body);
    expect(response.status).toBe(422);
    return response.pointers;
  };
  expect(await pointersOf(resource("task-configs", {}, { task: { data: { type: "tasks", id: taskId } } }))).toEqual([
    "/data/attributes/global",
    "/data/attributes/enforcement-level",
    "/data/attributes/allowed-stages",
    "/data/relationships/owner",
    "/data/relationships/projects",
  ]);
  const wrong = { global: "maybe", "enforcement-level": "strict", "allowed-stages": ["plan"] };
  expect(await pointersOf(config(wrong, inProjects()))).toEqual([
    "/data/attributes/allowed-stages",
    "/data/attributes/enforcement-level",
    "/data/attributes/global",
  ]);
  expect(await pointersOf(config({ ...PRE_PLAN, global: true, "allowed-stages": [] }))).toEqual([
    "/data/attributes/allowed-stages",
  ]);
  expect(await pointersOf(config({ ...PRE_PLAN, global: true }, inProjects(web)))).toEqual([
    "/data/relationships/projects",
  ]);
  expect(await pointersOf(config({ ...PRE_PLAN, global: false }, inProjects("prj-none")))).toEqual([
    "/data/relationships/projects/data/0/id",
  ]);
  expect(await pointersOf(config({ ...PRE_PLAN, global: true }, undefined, ""))).toEqual(["/data/relationships/task"]);
  expect((await http.post(CONFIGS, config({ ...PRE_PLAN, global: true }, undefined, "task-none"))).status).toBe(404);
  expect((await http.get(CONFIGS)).list).toEqual([]);

  await create({ global: true });
  const second = await create({ global: false }, inProjects(web));
  expect([second.status, second.errors]).toMatchObject([
    422,
    [{ detail: "Task has already been taken", source: { pointer: "/data/relationships/task" } }],
  ]);
});

test("only the organization of the task can own its configuration", async () => {
  emulator.organizations.create({ name: "other" });
  const foreign = emulator.runTasks.create({ organization: "other", name: "scan" }).id;
  const body = { ...PRE_PLAN, global: true };
  const of = (organization: string, task: string): object =>
    resource("task-configs", body, { owner: owner(organization), task: { data: { type: "tasks", id: task } } });
  expect((await http.post(CONFIGS, of("other", taskId))).pointers).toEqual(["/data/relationships/owner"]);
  expect((await http.post(CONFIGS, of("none", taskId))).pointers).toEqual(["/data/relationships/owner"]);
  expect((await http.post(CONFIGS, of("acme", foreign))).status).toBe(404);
});

shows.documented(
  OPENAPI,
  "run-tasks: Filters of task configurations",
  "By target, with global ones that apply to it, and by category, in both spellings.",
);
test("the list is filtered by target and by category", async () => {
  const { id } = (await create({ global: false }, inProjects(web))).data;
  const workspace = emulator.workspaces.create({ organization: "acme", name: "api", projectId: web }).id;
  const found = async (query: Readonly<Record<string, string>>): Promise<boolean> => {
    const { status, list } = await http.get(CONFIGS, query);
    expect(status).toBe(200);
    return list.some((it) => it.id === id);
  };
  const other = emulator.projects.create({ organization: "acme", name: "Data" }).id;
  for (const [type, target] of ["target_type target_id", "target-type target-id"].map((it) => it.split(" "))) {
    const on = (its: string, value: string) => found({ [`filter[${type}]`]: its, [`filter[${target}]`]: value });
    expect(await Promise.all([on("project", web), on("projects", web), on("project", other)])).toEqual([
      true,
      true,
      false,
    ]);
    expect(await Promise.all([on("workspaces", workspace), on("workspace", "ws-none")])).toEqual([true, false]);
  }
  for (const name of ["filter[task_category]", "filter[task-category]"]) {
    expect(await Promise.all(["hook", "task", "native"].map((it) => found({ [name]: it })))).toEqual([
      true,
      true,
      false,
    ]);
  }
  expect(await found({ "filter[target_id]": other })).toBe(true);
  const unknown = await http.get(CONFIGS, { "filter[target_type]": "stacks", "filter[target_id]": "x" });
  expect(unknown.status).toBe(400);
});

shows("run-tasks: Filters of task configurations");
test("a global configuration applies to every target, where the plan has it", async () => {
  await create({ global: true });
  const { id } = emulator.workspaces.create({ organization: "acme", name: "api" });
  const targets: readonly Readonly<Record<string, string>>[] = [
    { "filter[target_type]": "project", "filter[target_id]": web },
    { "filter[target-type]": "workspaces", "filter[target-id]": id },
  ];
  const counts = () => Promise.all(targets.map(async (query) => (await http.get(CONFIGS, query)).list.length));
  expect(await counts()).toEqual([1, 1]);
  await subscribeToFree();
  expect(await counts()).toEqual([0, 0]);
});

test("the configuration of a task and its owner is found by both", async () => {
  const { data } = await create({ global: true });
  const find = (query: object) => http.get(`${CONFIGS}/for-owner`, query as Record<string, string>);
  const query = { "q[task-id]": taskId, "q[owner-id]": "acme", "q[owner-type]": "organizations" };
  expect((await find(query)).data).toEqual(data);
  for (const [name, value] of Object.entries({
    "q[task-id]": "task-none",
    "q[owner-id]": "x",
    "q[owner-type]": "teams",
  })) {
    expect((await find({ ...query, [name]: value })).status).toBe(404);
    expect((await find({ ...query, [name]: "" })).status).toBe(400);
  }
});

test("projects, owner and task can be included", async () => {
  await create({ global: false }, inProjects(web));
  const { document } = await http.get(CONFIGS, { include: "projects,owner,task,organization" });
  expect(document.included!.map(({ type }) => type)).toEqual(["projects", "organizations", "tasks"]);
});

shows.documented(
  PAGES,
  "run-tasks: task-configs of a new run task",
  "Created with it, instead of its global configuration.",
);
test("a new run task can have its configuration", async () => {
  const task = { name: "lint", url: "https://lint.example.com", category: "task" };
  const nested = (attributes: object, projects = inProjects(web)): object => ({
    type: "task-configs",
    attributes: { ...PRE_PLAN, ...attributes },
    relationships: { owner: owner(), projects },
  });
  const post = (attributes: object, ...configs: readonly unknown[]) =>
    http.post(TASKS, resource("tasks", { ...task, ...attributes }, { "task-configs": { data: configs } }));
  const at = "/data/relationships/task-configs/data";
  expect((await post({}, nested({ global: "maybe" }))).pointers).toEqual([`${at}/0/attributes/global`]);
  expect((await post({}, nested({ global: false }, inProjects("prj-none")))).pointers).toEqual([
    `${at}/0/relationships/projects/data/0/id`,
  ]);
  expect((await post({}, { type: "tasks" })).pointers).toEqual([`${at}/0/type`]);
  expect((await post({}, nested({ global: false }), nested({ global: false }))).pointers).toEqual([
    `${at}/1/relationships/task`,
  ]);
  expect((await http.get(TASKS)).names).toEqual(["scan"]);

  const global = { enabled: true, stages: ["post_plan"], "enforcement-level": "advisory" };
  const created = await post({ "global-configuration": global }, nested({ global: false }));
  expect([created.status, created.data.attributes["global-configuration"]]).toEqual([
    201,
    { enabled: false, stages: ["pre_plan"], "enforcement-level": "mandatory" },
  ]);
  expect(await tasksIn(web)).toEqual([["pre_plan", "lint", "mandatory"]]);
  expect(await tasksIn()).toEqual([]);
});

shows.documented(
  PAGES,
  "run-tasks: global-configuration of a run task",
  "Creates or changes the task configuration that the organization owns.",
);
test("the global configuration of a task is its configuration", async () => {
  const set = (given: unknown) => http.patch(`/tasks/${taskId}`, resource("tasks", { "global-configuration": given }));
  await set({ enabled: true, stages: ["pre_plan"] });
  const [first] = (await http.get(CONFIGS)).list;
  expect(first!.attributes).toMatchObject({
    global: true,
    "allowed-stages": ["pre_plan"],
    "enforcement-level": "advisory",
  });
  const changed = await set({ enabled: false, "enforcement-level": "mandatory" });
  expect(changed.data.attributes["global-configuration"]).toEqual({
    enabled: false,
    stages: ["pre_plan"],
    "enforcement-level": "mandatory",
  });
  expect((await set(null)).data).toEqual((await http.get(`/tasks/${taskId}`)).data);
  expect((await http.get(CONFIGS)).list).toMatchObject([{ id: first!.id, attributes: { global: false } }]);
});

shows.documented(
  PAGES,
  "run-tasks: Who sees task configurations",
  "Who may manage run tasks; for others they are missing, as is the list: 404.",
);
test("only who manages run tasks can configure them, and see how they are configured", async () => {
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  const { id } = (await create({ global: true })).data;
  const ofOwner = { "q[task-id]": taskId, "q[owner-id]": "acme", "q[owner-type]": "organizations" };
  const statuses = [
    await create({ global: true }, undefined, reader),
    await reader.get(CONFIGS),
    await reader.get(`/task-configs/${id}`),
    await reader.get(`${CONFIGS}/for-owner`, ofOwner),
    await reader.patch(`/task-configs/${id}`, resource("task-configs", { global: false })),
    // No one can delete them.
    await http.delete(`/task-configs/${id}`),
  ].map(({ status }) => status);
  expect(statuses).toEqual(Array(6).fill(404));
});

test("a plan without global run tasks refuses global configurations, and ends those there are", async () => {
  await create({ global: true });
  expect(await tasksIn()).toHaveLength(1);
  await subscribeToFree();
  expect(await tasksIn()).toEqual([]);
  const other = emulator.runTasks.create({ organization: "acme", name: "lint" }).id;
  expect((await http.post(CONFIGS, config({ ...PRE_PLAN, global: true }, undefined, other))).pointers).toEqual([
    "/data/attributes/global",
  ]);
  const targeted = await http.post(CONFIGS, config({ ...PRE_PLAN, global: false }, inProjects(web), other));
  expect(targeted.status).toBe(201);
  expect(await tasksIn(web)).toEqual([["pre_plan", "lint", "mandatory"]]);
});
