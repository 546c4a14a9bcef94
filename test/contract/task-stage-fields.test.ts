import { UnexpectedResponseError } from "../../src/api";
import type { TaskStageWithIncluded } from "../../src/api";
import { RUN_STAGES } from "../../src/model";
import type { TaskResultStatus, TaskStage } from "../../src/model";
import { ScriptedService } from "../api/scripted-service";
import { collect, DOCUMENTS, startClientAndEmulator } from "./client-and-emulator";
import type { ClientAndEmulator } from "./client-and-emulator";
import { shows } from "../fidelity";

const NOON = Date.UTC(2026, 10, 2, 12);

describe.each(DOCUMENTS)("of a task stage, with %s documents,", (documents) => {
  let both: ClientAndEmulator;
  let runId: string;
  let stageId: string;
  let resultIds: readonly string[];
  let policyId: string;

  beforeEach(async () => {
    both = await startClientAndEmulator({ documents, now: () => NOON });
    const { emulator } = both;
    const workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
    const run = emulator.runs.start({
      workspaceId,
      overridable: true,
      tasks: ["scan", "cost"].map((name) => ({ name, stage: "post_plan" as const })),
      policyEvaluations: [{ status: "passed" }],
    });
    const [stage] = run.taskStages;
    runId = run.id;
    stageId = stage!.id;
    resultIds = stage!.taskResults.map(({ id }) => id);
    policyId = stage!.policyEvaluations[0]!.id;
    emulator.clock.advance(5);
    emulator.runs.reportResult(resultIds[0]!, { status: "running" });
    emulator.clock.advance(5);
    for (const [index, status] of (["passed", "failed"] as TaskResultStatus[]).entries()) {
      emulator.runs.reportResult(resultIds[index]!, { status });
    }
  });
  afterEach(() => both.stop());

  describe.each(["list", "show", "override"])("the response to %s", (response) => {
    const read = async (): Promise<TaskStage> => {
      const { taskStages } = both.client;
      if (response === "override") return taskStages.override(stageId);
      return response === "show" ? taskStages.get(stageId) : (await collect(taskStages.list(runId)))[0]!;
    };

    shows("stage: id");
    shows.case("show", "success: Show a task stage");
    test("contains the ID", async () => {
      expect((await read()).id).toBe(stageId);
      expect(stageId).toMatch(/^ts-/);
    });

    shows("stage: attributes.status");
    shows.case("override", "success: Override a task stage");
    test("contains the status", async () => {
      expect((await read()).status).toBe(response === "override" ? "running" : "awaiting_override");
    });

    shows("stage: attributes.stage");
    test("contains the run stage", async () => {
      expect((await read()).stage).toBe("post_plan");
    });

    shows("stage: attributes.status-timestamps");
    test("contains the time of each status", async () => {
      const { statusTimestamps } = await read();
      expect(statusTimestamps["awaiting-override-at"]).toBe("2026-11-02T12:00:10+00:00");
      expect(statusTimestamps["running-at"]).toMatch(/^2026-11-02T12:00:/);
    });

    shows("stage: attributes.created-at", "stage: attributes.updated-at");
    test("contains when it was created and last changed", async () => {
      const stage = await read();
      expect(stage.createdAt).toMatch(/^2026-11-02T12:00:00/);
      expect(stage.updatedAt).toMatch(/^2026-11-02T12:00:10/);
    });

    shows("stage: attributes.permissions");
    test("contains the permissions", async () => {
      expect((await read()).permissions).toMatchObject({
        canOverridePolicy: expect.any(Boolean),
        canOverrideTasks: true,
        canOverride: true,
      });
    });

    shows("stage: attributes.actions");
    test("contains whether it can be overridden", async () => {
      expect((await read()).isOverridable).toBe(response !== "override");
    });

    shows("stage: relationships.run.data");
    test("contains its run", async () => {
      expect((await read()).runId).toBe(runId);
    });

    shows("stage: relationships.task-results.data");
    test("contains its results", async () => {
      expect((await read()).taskResultIds).toEqual(resultIds);
    });

    shows("stage: relationships.policy-evaluations.data");
    test("contains its policy evaluations", async () => {
      expect((await read()).policyEvaluationIds).toEqual([policyId]);
    });
  });

  shows.case("pre_plan", "stages-and-results: The run stage pre_plan");
  shows.case("post_plan", "stages-and-results: The run stage post_plan");
  shows.case("pre_apply", "stages-and-results: The run stage pre_apply");
  shows.case("post_apply", "stages-and-results: The run stage post_apply");
  test.each(RUN_STAGES)("the run stage %s is sent", async (stage) => {
    const workspaceId = both.emulator.workspaces.find("acme", "api")!.id;
    const run = both.emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage }] });
    expect((await collect(both.client.taskStages.list(run.id))).map((it) => it.stage)).toEqual([stage]);
  });

  shows("stage: attributes.permissions");
  test.each([
    ["policies and tasks", true, true, true],
    ["policies alone", true, false, true],
    ["tasks alone", false, true, true],
    ["nothing", false, false, false],
  ])("each permission has its own place: %s can be overridden", async (_, policies, tasks, either) => {
    const { id: workspaceId } = both.emulator.workspaces.find("acme", "api")!;
    const run = both.emulator.runs.start({
      workspaceId,
      tasks: [{ name: "scan", stage: "post_plan" }],
      overridable: tasks,
      policyEvaluations: policies ? [{ status: "failed", overridable: true }] : [],
    });
    const { permissions } = await both.client.taskStages.get(run.taskStages[0]!.id);
    expect(permissions).toEqual({ canOverridePolicy: policies, canOverrideTasks: tasks, canOverride: either });
  });

  shows("stage: attributes.status-timestamps");
  test("the time at which it passed is sent", async () => {
    await both.client.taskStages.override(stageId);
    both.emulator.clock.advance(1);
    expect((await both.client.taskStages.get(stageId)).statusTimestamps["passed-at"]).toBe("2026-11-02T12:00:11+00:00");
  });

  shows("stage: relationships.task-results.data");
  test("there may be no results", async () => {
    const workspaceId = both.emulator.workspaces.find("acme", "api")!.id;
    const run = both.emulator.runs.start({ workspaceId, tasks: [], policyEvaluations: [{}] });
    const stage = await both.client.taskStages.get(run.taskStages[0]!.id);
    expect(stage.taskResultIds).toEqual([]);
    expect(stage.policyEvaluationIds).toEqual([run.taskStages[0]!.policyEvaluations[0]!.id]);
  });
});

shows("stage: attributes.permissions", "stages-and-results: permissions and actions on every stage");
test("a task stage without permissions and actions has both unknown", async () => {
  const service = await ScriptedService.start();
  service.script({
    body: { data: { id: "ts-1", type: "task-stages", attributes: { status: "passed", stage: "post_plan" } } },
  });
  const stage: TaskStageWithIncluded = await service.client().taskStages.get("ts-1");
  expect(stage.permissions).toMatchObject({
    canOverridePolicy: undefined,
    canOverrideTasks: undefined,
    canOverride: undefined,
  });
  expect(stage.isOverridable).toBeUndefined();
  await service.stop();
});

test.each<[string, object]>([
  ["paths", { links: { self: "/api/v2/task-stages/ts-1" } }],
  ["whole addresses", { links: { self: "https://elsewhere.example/api/v2/task-stages/ts-9" } }],
  ["absent", {}],
])("the client does not need a task stage's links, and reads the same when they are %s", async (_, links) => {
  const service = await ScriptedService.start();
  service.script({ body: { data: { id: "ts-1", type: "task-stages", attributes: { status: "passed" }, ...links } } });
  const stage = await service.client().taskStages.get("ts-1");
  expect(stage).toMatchObject({ id: "ts-1", status: "passed" });
  expect(service.requests.map(({ path }) => path)).toEqual(["/api/v2/task-stages/ts-1"]);
  await service.stop();
});

shows("stage: type");
test("a document of another type is not a task stage", async () => {
  const service = await ScriptedService.start();
  service.script({ body: { data: { id: "ts-1", type: "task-results" } } });
  await expect(service.client().taskStages.get("ts-1")).rejects.toThrow(UnexpectedResponseError);
  await service.stop();
});
