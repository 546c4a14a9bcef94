import { UnexpectedResponseError } from "../../src/api";
import { RUN_STAGES } from "../../src/model";
import type { TaskResult } from "../../src/model";
import { ScriptedService } from "../api/scripted-service";
import { DOCUMENTS, startClientAndEmulator } from "./client-and-emulator";
import type { ClientAndEmulator } from "./client-and-emulator";
import { shows } from "../fidelity";

const NOON = Date.UTC(2026, 10, 2, 12);

describe.each(DOCUMENTS)("of a task result, with %s documents,", (documents) => {
  let both: ClientAndEmulator;
  let stageId: string;
  let resultId: string;

  beforeEach(async () => {
    both = await startClientAndEmulator({ documents, now: () => NOON });
    const { emulator } = both;
    const { id: workspaceId } = emulator.workspaces.create({ organization: "acme", name: "api" });
    const { id: taskId } = emulator.runTasks.create({
      organization: "acme",
      name: "scan",
      url: "https://scanner.example.com",
    });
    emulator.runTasks.attach({ workspaceId, taskId });
    const [stage] = emulator.runs.start({ workspaceId, isSpeculative: true }).taskStages;
    stageId = stage!.id;
    resultId = stage!.taskResults[0]!.id;
    emulator.clock.advance(5);
    emulator.runs.reportResult(resultId, { status: "running" });
    emulator.clock.advance(5);
    const url = "https://scanner.example.com/findings/1";
    emulator.runs.reportResult(resultId, { status: "passed", message: "two\nlines", url });
  });
  afterEach(() => both.stop());

  describe.each(["show", "the inclusion in its stage"])("the response: %s", (response) => {
    const read = async (): Promise<TaskResult> => {
      if (response === "show") return both.client.taskResults.get(resultId);
      const { taskResults } = await both.client.taskStages.get(stageId, { include: ["task-results"] });
      return taskResults[0]!;
    };

    shows("result: id");
    shows.case("show", "show-result: GET /task-results/:task_result_id", "success: Show a task result");
    test("contains the ID", async () => {
      expect((await read()).id).toBe(resultId);
      expect(resultId).toMatch(/^taskrs-/);
    });

    shows("result: attributes.status");
    test("contains the status", async () => {
      expect((await read()).status).toBe("passed");
    });

    shows("result: attributes.message");
    test("contains the message with its line breaks", async () => {
      expect((await read()).message).toBe("two\nlines");
    });

    shows("result: attributes.status-timestamps");
    test("contains the time of each status", async () => {
      expect((await read()).statusTimestamps).toMatchObject({
        "running-at": "2026-11-02T12:00:05+00:00",
        "passed-at": "2026-11-02T12:00:10+00:00",
      });
    });

    shows("result: attributes.url");
    test("contains the URL of its details", async () => {
      expect((await read()).url).toBe("https://scanner.example.com/findings/1");
    });

    shows("result: attributes.created-at", "result: attributes.updated-at");
    test("contains when it was created and last changed", async () => {
      const result = await read();
      expect(result.createdAt).toMatch(/^2026-11-02T12:00:00/);
      expect(result.updatedAt).toMatch(/^2026-11-02T12:00:10/);
    });

    shows("result: attributes.task-id");
    test("contains the task's ID", async () => {
      expect((await read()).taskId).toMatch(/^task-/);
    });

    shows("result: attributes.task-name");
    test("contains the task's name", async () => {
      expect((await read()).taskName).toBe("scan");
    });

    shows("result: attributes.task-url");
    test("contains the task's URL", async () => {
      expect((await read()).taskUrl).toBe("https://scanner.example.com");
    });

    shows("result: attributes.stage");
    test("contains the run stage", async () => {
      expect((await read()).stage).toBe("post_plan");
    });

    shows("result: attributes.is-speculative");
    test("contains whether its run is speculative", async () => {
      expect((await read()).isSpeculative).toBe(true);
    });

    shows("result: attributes.workspace-task-id");
    test("contains the ID of the workspace's task", async () => {
      expect((await read()).workspaceTaskId).toMatch(/^wstask-/);
    });

    shows("result: attributes.workspace-task-enforcement-level");
    test("contains the enforcement level", async () => {
      expect((await read()).workspaceTaskEnforcementLevel).toBe("mandatory");
    });

    shows("result: relationships.task-stage.data");
    test("contains its stage", async () => {
      expect((await read()).taskStageId).toBe(stageId);
    });
  });

  shows("result: attributes.stage");
  shows.case("pre_plan", "stages-and-results: The run stage pre_plan");
  shows.case("post_plan", "stages-and-results: The run stage post_plan");
  shows.case("pre_apply", "stages-and-results: The run stage pre_apply");
  shows.case("post_apply", "stages-and-results: The run stage post_apply");
  test.each(RUN_STAGES)("the run stage %s is sent", async (stage) => {
    const { id: workspaceId } = both.emulator.workspaces.find("acme", "api")!;
    const run = both.emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage }] });
    expect((await both.client.taskResults.get(run.taskStages[0]!.taskResults[0]!.id)).stage).toBe(stage);
  });

  shows.case("mandatory", "stages-and-results: Enforcement level mandatory");
  shows.case("advisory", "stages-and-results: Enforcement level advisory");
  test.each(["mandatory", "advisory"] as const)("the enforcement level %s is sent", async (enforcementLevel) => {
    const { id: workspaceId } = both.emulator.workspaces.find("acme", "api")!;
    const tasks = [{ name: "scan", stage: "post_plan", enforcementLevel } as const];
    const run = both.emulator.runs.start({ workspaceId, tasks });
    const { id } = run.taskStages[0]!.taskResults[0]!;
    expect((await both.client.taskResults.get(id)).workspaceTaskEnforcementLevel).toBe(enforcementLevel);
  });

  shows("stages-and-results: A task that has not reported");
  test("a task that has not reported has no message and no URL of details", async () => {
    const { id: workspaceId } = both.emulator.workspaces.find("acme", "api")!;
    const run = both.emulator.runs.start({ workspaceId });
    expect(await both.client.taskResults.get(run.taskStages[0]!.taskResults[0]!.id)).toMatchObject({
      status: "pending",
      message: null,
      url: null,
    });
  });
});

test.each<[string, object]>([
  ["paths", { links: { self: "/api/v2/task-results/taskrs-1" } }],
  ["whole addresses", { links: { self: "https://elsewhere.example/api/v2/task-results/taskrs-9" } }],
  ["absent", {}],
])("the client does not need a task result's links, and reads the same when they are %s", async (_, links) => {
  const service = await ScriptedService.start();
  service.script({
    body: { data: { id: "taskrs-1", type: "task-results", attributes: { status: "passed" }, ...links } },
  });
  expect(await service.client().taskResults.get("taskrs-1")).toMatchObject({ id: "taskrs-1", status: "passed" });
  expect(service.requests.map(({ path }) => path)).toEqual(["/api/v2/task-results/taskrs-1"]);
  await service.stop();
});

shows("result: type");
test("a document of another type is not a task result", async () => {
  const service = await ScriptedService.start();
  service.script({ body: { data: { id: "taskrs-1", type: "task-stages" } } });
  await expect(service.client().taskResults.get("taskrs-1")).rejects.toThrow(UnexpectedResponseError);
  await service.stop();
});
