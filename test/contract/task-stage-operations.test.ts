import { ConflictError, NotFoundError } from "../../src/api";
import { RUN_STAGES, TASK_STAGE_STATUSES } from "../../src/model";
import { collect, DOCUMENTS, startClientAndEmulator } from "./client-and-emulator";
import type { ClientAndEmulator } from "./client-and-emulator";
import { shows } from "../fidelity";

/** The client's operations on task stages and results, against the emulator. */

describe.each(DOCUMENTS)("with %s documents", (documents) => {
  let both: ClientAndEmulator;
  let workspaceId: string;

  beforeEach(async () => {
    both = await startClientAndEmulator({ documents });
    workspaceId = both.emulator.workspaces.create({ organization: "acme", name: "api" }).id;
  });
  afterEach(() => both.stop());

  describe("listing the task stages of a run", () => {
    const runWithAllStages = (): string =>
      both.emulator.runs.start({ workspaceId, tasks: RUN_STAGES.map((stage) => ({ name: stage, stage })) }).id;

    shows("list-stages: GET /runs/:run_id/task-stages", "success: List task stages");
    test("returns one per run stage with tasks, in the order of the run", async () => {
      const stages = await collect(both.client.taskStages.list(runWithAllStages()));
      expect(stages.map(({ stage }) => stage)).toEqual(RUN_STAGES);
    });

    shows("list-stages: page[number]", "list-stages: page[size]", "pages: Lists of task stages");
    test("returns the requested page of the requested size", async () => {
      const { items, pagination } = await both.client.taskStages.listPage(runWithAllStages(), { number: 2, size: 3 });
      expect(items.map(({ stage }) => stage)).toEqual(["post_apply"]);
      expect(pagination).toMatchObject({ currentPage: 2, pageSize: 3, prevPage: 1, nextPage: null, totalCount: 4 });
    });

    shows("list-stages: page[number]", "list-stages: page[size]", "limits: Default page size (task stages)");
    test("returns the first page, of 20, by default", async () => {
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

    shows("list-stages: :run_id");
    test("of a run that does not exist is not found", async () => {
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

    shows("show-stage: GET /task-stages/:task_stage_id");
    test("includes nothing that was not requested", async () => {
      expect(await both.client.taskStages.get(stageId())).toMatchObject({
        run: undefined,
        workspace: undefined,
        taskResults: [],
        policyEvaluations: [],
      });
    });

    shows("show-stage: include=run");
    test("includes its run", async () => {
      const stage = await both.client.taskStages.get(stageId(), { include: ["run"] });
      expect(stage.run).toMatchObject({ id: stage.runId, isPlanOnly: false });
      expect(stage.taskResults).toEqual([]);
    });

    shows("show-stage: include=run.workspace");
    test("includes its workspace", async () => {
      const stage = await both.client.taskStages.get(stageId(), { include: ["run.workspace"] });
      expect(stage.workspace).toMatchObject({ id: workspaceId, name: "api", organization: "acme" });
    });

    shows("show-stage: include=task-results");
    test("includes its results", async () => {
      const stage = await both.client.taskStages.get(stageId(), { include: ["task-results"] });
      expect(stage.taskResults.map(({ id, taskName }) => [id, taskName])).toEqual([[stage.taskResultIds[0], "scan"]]);
      expect(stage.policyEvaluations).toEqual([]);
    });

    shows("show-stage: include=policy-evaluations");
    test("includes its policy evaluations", async () => {
      const stage = await both.client.taskStages.get(stageId(), { include: ["policy-evaluations"] });
      expect(stage.policyEvaluations).toMatchObject([
        { id: stage.policyEvaluationIds[0], status: "failed", policyKind: "opa" },
      ]);
    });

    shows("show-stage: :task_stage_id", "errors: Show task stage 404");
    test("that does not exist, or is not visible, is not found", async () => {
      const id = stageId();
      const member = both.clientWith(both.emulator.tokens.create({ organization: "acme", role: "team" }));
      await expect(both.client.taskStages.get("ts-0000000000000000")).rejects.toThrow(NotFoundError);
      await expect(member.taskStages.get(id)).rejects.toThrow(NotFoundError);
    });
  });

  shows("show-result: :task_result_id", "errors: Show task result 404");
  test("showing a task result that does not exist, or is not visible, is not found", async () => {
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

    shows("stage-status: awaiting_override → running");
    shows("override-stage: POST /task-stages/:task_stage_id/actions/override", "override-stage: Response of override");
    test("that awaits it sets it to running, with both timestamps", async () => {
      const stage = await both.client.taskStages.override(awaiting());
      expect(stage).toMatchObject({ status: "running", isOverridable: false });
      expect(Object.keys(stage.statusTimestamps)).toEqual(
        expect.arrayContaining(["awaiting-override-at", "running-at"]),
      );
    });

    shows("override: After the override");
    test("lets it pass afterwards", async () => {
      const id = awaiting();
      await both.client.taskStages.override(id);
      both.emulator.clock.advance(1);
      expect((await both.client.taskStages.get(id)).status).toBe("passed");
    });

    shows("error-documents: Rejected transition", "override: A stage that does not await an override");
    test.each(TASK_STAGE_STATUSES.filter((status) => status !== "awaiting_override"))(
      "that is %s is a conflict, and changes nothing",
      async (status) => {
        const id = awaiting();
        both.emulator.runs.setTaskStageStatus(id, status);
        await expect(both.client.taskStages.override(id)).rejects.toThrow(ConflictError);
        expect((await both.client.taskStages.get(id)).status).toBe(status);
      },
    );

    shows("override-stage: :task_stage_id", "override: A stage that does not exist");
    test("that does not exist is not found", async () => {
      await expect(both.client.taskStages.override("ts-0000000000000000")).rejects.toThrow(NotFoundError);
    });
  });
});
