import { UnexpectedResponseError } from "../../src/api";
import { RUN_STAGES } from "../../src/model";
import type { TaskResult } from "../../src/model";
import { ScriptedService } from "../api/scripted-service";
import { startClientAndEmulator } from "./client-and-emulator";
import type { ClientAndEmulator } from "./client-and-emulator";

const NOON = Date.UTC(2026, 10, 2, 12);

describe.each(["documented", "full"] as const)("of a task result, with %s documents,", (documents) => {
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

  describe.each(["show", "the inclusion in its stage"])("the response @response-%s", (response) => {
    const read = async (): Promise<TaskResult> => {
      if (response === "show") return both.client.taskResults.get(resultId);
      const { taskResults } = await both.client.taskStages.get(stageId, { include: ["task-results"] });
      return taskResults[0]!;
    };

    test("contains the ID @contains-id", async () => {
      expect((await read()).id).toBe(resultId);
      expect(resultId).toMatch(/^taskrs-/);
    });

    test("contains the status @contains-status", async () => {
      expect((await read()).status).toBe("passed");
    });

    test("contains the message with its line breaks @contains-message", async () => {
      expect((await read()).message).toBe("two\nlines");
    });

    test("contains the time of each status @contains-status-times", async () => {
      expect((await read()).statusTimestamps).toMatchObject({
        "running-at": "2026-11-02T12:00:05+00:00",
        "passed-at": "2026-11-02T12:00:10+00:00",
      });
    });

    test("contains the URL of its details @contains-url", async () => {
      expect((await read()).url).toBe("https://scanner.example.com/findings/1");
    });

    test("contains when it was created and last changed @contains-created-and-updated", async () => {
      const result = await read();
      expect(result.createdAt).toMatch(/^2026-11-02T12:00:00/);
      expect(result.updatedAt).toMatch(/^2026-11-02T12:00:10/);
    });

    test("contains the task's ID @contains-task-id", async () => {
      expect((await read()).taskId).toMatch(/^task-/);
    });

    test("contains the task's name @contains-task-name", async () => {
      expect((await read()).taskName).toBe("scan");
    });

    test("contains the task's URL @contains-task-url", async () => {
      expect((await read()).taskUrl).toBe("https://scanner.example.com");
    });

    test("contains the run stage @contains-run-stage", async () => {
      expect((await read()).stage).toBe("post_plan");
    });

    test("contains whether its run is speculative @contains-speculative", async () => {
      expect((await read()).isSpeculative).toBe(true);
    });

    test("contains the ID of the workspace's task @contains-workspace-task-id", async () => {
      expect((await read()).workspaceTaskId).toMatch(/^wstask-/);
    });

    test("contains the enforcement level @contains-enforcement-level", async () => {
      expect((await read()).workspaceTaskEnforcementLevel).toBe("mandatory");
    });

    test("contains its stage @contains-stage", async () => {
      expect((await read()).taskStageId).toBe(stageId);
    });
  });

  test.each(RUN_STAGES)("any run stage is sent @run-stage-%s", async (stage) => {
    const { id: workspaceId } = both.emulator.workspaces.find("acme", "api")!;
    const run = both.emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage }] });
    expect((await both.client.taskResults.get(run.taskStages[0]!.taskResults[0]!.id)).stage).toBe(stage);
  });

  test.each(["mandatory", "advisory"] as const)(
    "any enforcement level is sent @enforcement-level-%s",
    async (enforcementLevel) => {
      const { id: workspaceId } = both.emulator.workspaces.find("acme", "api")!;
      const tasks = [{ name: "scan", stage: "post_plan", enforcementLevel } as const];
      const run = both.emulator.runs.start({ workspaceId, tasks });
      const { id } = run.taskStages[0]!.taskResults[0]!;
      expect((await both.client.taskResults.get(id)).workspaceTaskEnforcementLevel).toBe(enforcementLevel);
    },
  );

  test("a task that has not reported has no message and no URL of details @unreported-null", async () => {
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

test("a document of another type is not a task result @other-type-rejected", async () => {
  const service = await ScriptedService.start();
  service.script({ body: { data: { id: "taskrs-1", type: "task-stages" } } });
  await expect(service.client().taskResults.get("taskrs-1")).rejects.toThrow(UnexpectedResponseError);
  await service.stop();
});
