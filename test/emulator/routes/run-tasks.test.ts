import { Emulator } from "../../../src/emulator";
import { HttpCaller, resource } from "../http-caller";

let emulator: Emulator;
let http: HttpCaller;
let workspaceId: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpCaller(emulator);
  workspaceId = emulator.addWorkspace({ organization: "acme", name: "api" }).id;
});
afterEach(() => emulator.stop());

const attach = (taskId: string, attributes: object): ReturnType<HttpCaller["post"]> =>
  http.post(
    `/workspaces/${workspaceId}/tasks`,
    resource("workspace-tasks", attributes, { task: { data: { type: "tasks", id: taskId } } }),
  );

test("a run task is created, shown, listed and deleted, and a deleted one works nowhere", async () => {
  const created = await http.post(
    "/organizations/acme/tasks",
    resource("tasks", { name: "scan", url: "https://s.example.com" }),
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
  expect(emulator.startRun({ workspaceId }).taskStages).toEqual([]);
});

test("a run task needs a name that is free and an address", async () => {
  emulator.addRunTask({ organization: "acme", name: "scan" });
  expect((await http.post("/organizations/acme/tasks", resource("tasks", {}))).pointers).toEqual([
    "/data/attributes/name",
    "/data/attributes/url",
  ]);
  const taken = await http.post(
    "/organizations/acme/tasks",
    resource("tasks", { name: "SCAN", url: "https://x.example.com" }),
  );
  expect(taken.errors[0]!.detail).toBe("Name has already been taken");
});

test("a task is attached to a workspace with one stage, as older clients say it, and detached again", async () => {
  const { id } = emulator.addRunTask({ organization: "acme", name: "scan" });
  const attached = await attach(id, { "enforcement-level": "advisory", stage: "pre_apply" });
  expect(attached.data.attributes).toEqual({
    "enforcement-level": "advisory",
    stages: ["pre_apply"],
    stage: "pre_apply",
  });
  const at = `/workspaces/${workspaceId}/tasks/${attached.data.id}`;
  expect((await http.get(at)).status).toBe(200);
  expect((await http.get(`/workspaces/${workspaceId}/tasks`)).list).toHaveLength(1);

  expect((await http.delete(at)).status).toBe(204);

  expect((await http.get(at)).status).toBe(404);
  expect(emulator.startRun({ workspaceId }).taskStages).toEqual([]);
});

test("what is wrong with an attachment is told at its attribute", async () => {
  const { id } = emulator.addRunTask({ organization: "acme", name: "scan" });
  expect((await attach(id, {})).pointers).toEqual(["/data/attributes/enforcement-level"]);
  expect((await attach(id, { "enforcement-level": "strict", stages: ["plan"] })).pointers).toEqual([
    "/data/attributes/stages",
    "/data/attributes/enforcement-level",
  ]);
  expect((await attach("task-0000000000000000", { "enforcement-level": "advisory" })).status).toBe(404);
});
