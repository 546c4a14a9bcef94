import { ConflictError, NotFoundError } from "../../src/api";
import { RUN_STAGES, TASK_STAGE_STATUSES } from "../../src/model";
import { collect, startClientAndEmulator } from "./client-and-emulator";
import type { ClientAndEmulator } from "./client-and-emulator";

/** The client's operations on task stages and results, against the emulator. */

let both: ClientAndEmulator;
let workspaceId: string;

beforeEach(async () => {
  both = await startClientAndEmulator();
  workspaceId = both.emulator.workspaces.create({ organization: "acme", name: "api" }).id;
});
afterEach(() => both.stop());

describe("listing the task stages of a run", () => {
  const runWithAllStages = (): string =>
    both.emulator.runs.start({ workspaceId, tasks: RUN_STAGES.map((stage) => ({ name: stage, stage })) }).id;

  test("returns one per run stage with tasks, in the order of the run @list-in-run-order", async () => {
    const stages = await collect(both.client.taskStages.list(runWithAllStages()));
    expect(stages.map(({ stage }) => stage)).toEqual(RUN_STAGES);
  });

  test("returns the requested page of the requested size @list-requested-page", async () => {
    const { items, pagination } = await both.client.taskStages.listPage(runWithAllStages(), { number: 2, size: 3 });
    expect(items.map(({ stage }) => stage)).toEqual(["post_apply"]);
    expect(pagination).toMatchObject({ currentPage: 2, pageSize: 3, prevPage: 1, nextPage: null, totalCount: 4 });
  });

  test("returns the first page, of 20, by default @list-first-page-default", async () => {
    const runId = runWithAllStages();
    const { items, pagination } = await both.client.taskStages.listPage(runId);
    expect(items.map(({ stage }) => stage)).toEqual(RUN_STAGES);
    expect(pagination).toMatchObject({ currentPage: 1, pageSize: 20 });
    const sized = await both.client.taskStages.listPage(runId, { size: 1 });
    expect(sized.items.map(({ stage }) => stage)).toEqual([RUN_STAGES[0]]);
    const numbered = await both.client.taskStages.listPage(runId, { number: 2 });
    expect(numbered.items).toEqual([]);
    expect(numbered.pagination).toMatchObject({ currentPage: 2, pageSize: 20 });
  });

  test("of a run that does not exist is not found @list-run-missing", async () => {
    await expect(collect(both.client.taskStages.list("run-0000000000000000"))).rejects.toThrow(NotFoundError);
  });
});

describe("showing a task stage", () => {
  const stageId = (): string =>
    both.emulator.runs.start({
      workspaceId,
      tasks: [{ name: "scan", stage: "post_plan" }],
      policyEvaluations: [{ status: "failed" }],
    }).taskStages[0]!.id;

  test("includes nothing that was not requested @include-nothing", async () => {
    expect(await both.client.taskStages.get(stageId())).toMatchObject({
      run: undefined,
      workspace: undefined,
      taskResults: [],
      policyEvaluations: [],
    });
  });

  test("includes its run @include-run", async () => {
    const stage = await both.client.taskStages.get(stageId(), { include: ["run"] });
    expect(stage.run).toMatchObject({ id: stage.runId, type: "runs" });
    expect(stage.taskResults).toEqual([]);
  });

  test("includes its workspace @include-workspace", async () => {
    const stage = await both.client.taskStages.get(stageId(), { include: ["run.workspace"] });
    expect(stage.workspace).toMatchObject({ id: workspaceId, name: "api", organization: "acme" });
  });

  test("includes its results @include-results", async () => {
    const stage = await both.client.taskStages.get(stageId(), { include: ["task-results"] });
    expect(stage.taskResults.map(({ id, taskName }) => [id, taskName])).toEqual([[stage.taskResultIds[0], "scan"]]);
    expect(stage.policyEvaluations).toEqual([]);
  });

  test("includes its policy evaluations @include-policy-evaluations", async () => {
    const stage = await both.client.taskStages.get(stageId(), { include: ["policy-evaluations"] });
    expect(stage.policyEvaluations).toMatchObject([
      { id: stage.policyEvaluationIds[0], status: "failed", policyKind: "opa" },
    ]);
  });

  test("that does not exist, or is not visible, is not found @show-missing", async () => {
    const id = stageId();
    const member = both.clientWith(both.emulator.tokens.create({ organization: "acme", role: "team" }));
    await expect(both.client.taskStages.get("ts-0000000000000000")).rejects.toThrow(NotFoundError);
    await expect(member.taskStages.get(id)).rejects.toThrow(NotFoundError);
  });
});

test("showing a task result that does not exist, or is not visible, is not found @result-missing", async () => {
  const run = both.emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });
  const { id } = run.taskStages[0]!.taskResults[0]!;
  const member = both.clientWith(both.emulator.tokens.create({ organization: "acme", role: "team" }));
  expect((await both.client.taskResults.get(id)).id).toBe(id);
  await expect(both.client.taskResults.get("taskrs-0000000000000000")).rejects.toThrow(NotFoundError);
  await expect(member.taskResults.get(id)).rejects.toThrow(NotFoundError);
});

test("a task stage and its results begin as pending", async () => {
  const run = both.emulator.runs.start({ workspaceId, tasks: [{ name: "scan", stage: "post_plan" }] });
  const [stage] = await both.client.taskStages.listWithResults(run.id);
  expect(stage).toMatchObject({ status: "pending", taskResults: [{ status: "pending" }] });
});

describe("overriding a task stage", () => {
  const awaiting = (): string => {
    const tasks = [{ name: "scan", stage: "post_plan" }] as const;
    const run = both.emulator.runs.start({ workspaceId, overridable: true, tasks });
    both.emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed" });
    return run.taskStages[0]!.id;
  };

  test("that awaits it sets it to running, with both timestamps @override-sets-running", async () => {
    const stage = await both.client.taskStages.override(awaiting());
    expect(stage).toMatchObject({ status: "running", isOverridable: false });
    expect(Object.keys(stage.statusTimestamps)).toEqual(expect.arrayContaining(["awaiting-override-at", "running-at"]));
  });

  test("lets it pass afterwards @override-then-passes", async () => {
    const id = awaiting();
    await both.client.taskStages.override(id);
    both.emulator.clock.advance(1);
    expect((await both.client.taskStages.get(id)).status).toBe("passed");
  });

  test.each(TASK_STAGE_STATUSES.filter((status) => status !== "awaiting_override"))(
    "that is %s is a conflict, and changes nothing @override-conflict",
    async (status) => {
      const id = awaiting();
      both.emulator.runs.setTaskStageStatus(id, status);
      await expect(both.client.taskStages.override(id)).rejects.toThrow(ConflictError);
      expect((await both.client.taskStages.get(id)).status).toBe(status);
    },
  );

  test("that does not exist is not found @override-missing", async () => {
    await expect(both.client.taskStages.override("ts-0000000000000000")).rejects.toThrow(NotFoundError);
  });
});
