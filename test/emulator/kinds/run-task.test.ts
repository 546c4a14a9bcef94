import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { NO_WORKSPACE_WRITES, PAGES, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

const attach = (taskId: string, attributes: object): ReturnType<HttpClient["post"]> =>
  http.post(
    `/workspaces/${workspaceId}/tasks`,
    resource("workspace-tasks", attributes, { task: { data: { type: "tasks", id: taskId } } }),
  );

test("creates, shows, lists and deletes run tasks, and detaches deleted ones", async () => {
  const created = await http.post(
    "/organizations/acme/tasks",
    resource("tasks", { name: "scan", url: "https://s.example.com", category: "task" }),
  );
  const { id } = created.data;
  expect(created.status).toBe(201);
  expect((await http.get(`/tasks/${id}`)).data.attributes).toMatchObject({
    name: "scan",
    url: "https://s.example.com",
  });
  expect((await http.get("/organizations/acme/tasks")).names).toEqual(["scan"]);
  await attach(id, { "enforcement-level": "mandatory", stages: ["pre_plan"] });

  expect((await http.delete(`/tasks/${id}`)).status).toBe(204);

  expect((await http.get(`/tasks/${id}`)).status).toBe(404);
  expect(emulator.runs.start({ workspaceId }).taskStages).toEqual([]);
});

shows.documented(
  PAGES,
  "run-tasks: Creating a run task",
  "Requires `name`, of letters, digits, `-` and `_`, `url` and `category`; the description has at most 300 characters.",
);
test("a run task requires a unique name, a URL and the category", async () => {
  emulator.runTasks.create({ organization: "acme", name: "scan" });
  expect((await http.post("/organizations/acme/tasks", resource("tasks", {}))).pointers).toEqual([
    "/data/attributes/category",
    "/data/attributes/name",
    "/data/attributes/url",
  ]);
  const taken = await http.post(
    "/organizations/acme/tasks",
    resource("tasks", { name: "SCAN", url: "https://x.example.com", category: "task" }),
  );
  expect(taken.errors[0]!.detail).toBe("Name has already been taken");
});

shows.documented(PAGES, "workspaces: Run tasks of workspaces", "Attached with their stages, changed, detached.", {
  client: NO_WORKSPACE_WRITES,
});
test("attaches a task with one stage, as older clients do, and detaches it", async () => {
  const { id } = emulator.runTasks.create({ organization: "acme", name: "scan" });
  const attached = await attach(id, { "enforcement-level": "advisory", stage: "pre_apply" });
  expect(attached.data.attributes).toMatchObject({
    "enforcement-level": "advisory",
    stages: ["pre_apply"],
    stage: "pre_apply",
  });
  const at = `/workspaces/${workspaceId}/tasks/${attached.data.id}`;
  expect((await http.get(at)).status).toBe(200);
  expect((await http.get(`/workspaces/${workspaceId}/tasks`)).list).toHaveLength(1);

  expect((await http.delete(at)).status).toBe(204);

  expect((await http.get(at)).status).toBe(404);
  expect(emulator.runs.start({ workspaceId }).taskStages).toEqual([]);
});

test("errors of an attachment point to its attributes", async () => {
  const { id } = emulator.runTasks.create({ organization: "acme", name: "scan" });
  expect((await attach(id, {})).pointers).toEqual(["/data/attributes/enforcement-level"]);
  expect((await attach(id, { "enforcement-level": "strict", stages: ["plan"] })).pointers).toEqual([
    "/data/attributes/stages",
    "/data/attributes/enforcement-level",
  ]);
  expect((await attach("task-0000000000000000", { "enforcement-level": "advisory" })).status).toBe(404);
});

test("the list of a task's attachments has only those in projects that the principal can read", async () => {
  const { id } = emulator.runTasks.create({ organization: "acme", name: "scan" });
  const project = emulator.projects.create({ organization: "acme", name: "Web" }).id;
  const web = emulator.workspaces.create({ organization: "acme", name: "web", projectId: project }).id;
  for (const it of [workspaceId, web]) emulator.runTasks.attach({ workspaceId: it, taskId: id });
  const access = { role: "team", projects: { [project]: ["read"] } } as const;
  const member = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", ...access }));
  const attachedTo = async (principal: HttpClient) =>
    (await principal.get(`/tasks/${id}/relationships/workspace-tasks`)).list.map(
      ({ relationships }) => relationships["workspace"]!.data,
    );
  expect(await attachedTo(http)).toEqual([workspaceId, web].map((it) => ({ type: "workspaces", id: it })));
  expect(await attachedTo(member)).toEqual([{ type: "workspaces", id: web }]);
});

describe("the settings of a run task", () => {
  const create = (attributes: object): ReturnType<HttpClient["post"]> =>
    http.post(
      "/organizations/acme/tasks",
      resource("tasks", { name: "scan", url: "https://s.example.com", category: "task", ...attributes }),
    );

  test("are kept and returned, except the HMAC key", async () => {
    const global = { enabled: true, stages: ["pre_plan", "post_plan"], "enforcement-level": "mandatory" };
    const { data, text } = await create({
      category: "task",
      description: "Looks for secrets",
      enabled: true,
      "hmac-key": "very-secret",
      "global-configuration": global,
    });
    expect(data.attributes).toMatchObject({
      category: "task",
      description: "Looks for secrets",
      enabled: true,
      "hmac-key": null,
      "global-configuration": global,
    });
    expect(text + (await http.get(`/tasks/${data.id}`)).text).not.toContain("very-secret");
  });

  test("can be changed; omitted ones do not change", async () => {
    const { id } = (await create({ description: "Looks for secrets" })).data;
    const { status, data } = await http.patch(`/tasks/${id}`, resource("tasks", { name: "scanner", enabled: false }));
    expect(status).toBe(200);
    const changed = { name: "scanner", enabled: false, url: "https://s.example.com", description: "Looks for secrets" };
    expect(data.attributes).toMatchObject(changed);
    const cleared = await http.patch(`/tasks/${id}`, resource("tasks", { description: null }));
    expect(cleared.data.attributes).toMatchObject({ ...changed, description: null });
  });

  test.each<[object, string]>([
    [{ name: "" }, "/data/attributes/name"],
    [{ name: "other" }, "/data/attributes/name"],
    [{ name: "a b" }, "/data/attributes/name"],
    [{ name: "scan.all" }, "/data/attributes/name"],
    [{ description: "a".repeat(301) }, "/data/attributes/description"],
    [{ url: "nowhere" }, "/data/attributes/url"],
    [{ category: "advisory" }, "/data/attributes/category"],
    [{ enabled: "yes" }, "/data/attributes/enabled"],
    [{ "global-configuration": 1 }, "/data/attributes/global-configuration"],
    [{ "global-configuration": { stages: ["plan"] } }, "/data/attributes/global-configuration/stages"],
  ])("%j is rejected with a pointer, and changes nothing", async (attributes, pointer) => {
    emulator.runTasks.create({ organization: "acme", name: "other" });
    const { data: before } = await create({});
    const response = await http.patch(`/tasks/${before.id}`, resource("tasks", attributes));
    expect([response.status, response.pointers]).toEqual([422, [pointer]]);
    expect((await http.get(`/tasks/${before.id}`)).data).toEqual(before);
  });

  test.each(["true", "false"])(
    "can have the text %j for a boolean, as in the documentation's samples",
    async (enabled) => {
      const { data } = await create({ enabled, "global-configuration": { enabled, stages: ["pre_plan"] } });
      expect(data.attributes).toMatchObject({
        enabled: enabled === "true",
        "global-configuration": { enabled: enabled === "true" },
      });
    },
  );

  test("can have a description of 300 characters and a name of letters, digits, hyphens and underscores", async () => {
    const given = { name: "Scan_all-2", description: "ä".repeat(300) };
    expect((await create(given)).data.attributes).toMatchObject(given);
  });

  test("configure it globally, or disable it", async () => {
    const global = { enabled: true, stages: ["pre_plan"], "enforcement-level": "advisory" };
    const { id } = (await create({ "global-configuration": global })).data;
    const [stage] = emulator.runs.start({ workspaceId }).taskStages;
    expect([stage!.stage, stage!.taskResults[0]!.taskName]).toEqual(["pre_plan", "scan"]);
    expect((await http.get(`/task-results/${stage!.taskResults[0]!.id}`)).data.attributes).toMatchObject({
      "workspace-task-id": null,
      "workspace-task-enforcement-level": "advisory",
    });
    await http.patch(`/tasks/${id}`, resource("tasks", { enabled: false }));
    expect(emulator.runs.start({ workspaceId }).taskStages).toEqual([]);
  });

  test.each(["workspace_tasks,workspace_tasks.workspace", "workspace-tasks,workspace-tasks.workspace"])(
    "include=%s includes its attachments, in show and list",
    async (include) => {
      const { id } = (await create({})).data;
      await attach(id, { "enforcement-level": "advisory" });
      for (const path of [`/tasks/${id}`, "/organizations/acme/tasks"]) {
        const { document } = await http.get(path, { include });
        expect(document.included!.map(({ type }) => type)).toEqual(["workspace-tasks", "workspaces"]);
      }
      expect((await http.get(`/tasks/${id}/relationships/workspace-tasks`)).list).toHaveLength(1);
      expect((await http.get(`/tasks/${id}`, { include: "workspace" })).status).toBe(400);
    },
  );

  shows("workspaces: Run tasks of workspaces");
  test("of an attachment can be changed, too, and apply to the next run", async () => {
    const { id } = (await create({})).data;
    const attached = (await attach(id, { "enforcement-level": "advisory", stages: ["pre_plan"] })).data.id;
    const at = `/workspaces/${workspaceId}/tasks/${attached}`;
    // Of another task it cannot be: the service ignores what only a new one can have.
    const other = emulator.runTasks.create({ organization: "acme", name: "other" }).id;
    const given = { "enforcement-level": "mandatory", stages: ["post_apply"] };
    const body = resource("workspace-tasks", given, { task: { data: { type: "tasks", id: other } } });
    expect((await http.patch(at, body)).data).toMatchObject({
      attributes: given,
      relationships: { task: { data: { type: "tasks", id } } },
    });
    expect(emulator.runs.start({ workspaceId }).taskStages.map(({ stage }) => stage)).toEqual(["post_apply"]);
    const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
    expect((await reader.patch(at, body)).status).toBe(404);
  });
});
