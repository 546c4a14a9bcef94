import type { Emulator, RunState } from "../../src/emulator";
import type { TaskResultStatus } from "../../src/model";
import { HttpClient } from "../emulator/http-client";
import { startClientAndEmulator } from "./client-and-emulator";
import type { ClientAndEmulator } from "./client-and-emulator";

/** Situations that lead to each status, read over plain HTTP and by the client. */

interface Statuses {
  readonly stage: unknown;
  readonly results: readonly unknown[];
}

type Look = (both: ClientAndEmulator, stageId: string) => Promise<Statuses>;

const overHttp: Look = async ({ emulator }, id) => {
  const { data, document } = await new HttpClient(emulator).get(`/task-stages/${id}`, { include: "task-results" });
  const results = document.included!.map((result) => result.attributes["status"]);
  return { stage: data.attributes["status"], results };
};

const byTheClient: Look = async ({ client }, id) => {
  const { status, taskResults } = await client.taskStages.get(id, { include: ["task-results"] });
  return { stage: status, results: taskResults.map((result) => result.status) };
};

describe.each([
  ["over HTTP @over-http", overHttp],
  ["by the client @by-client", byTheClient],
])("seen %s", (_, look) => {
  let both: ClientAndEmulator;
  let emulator: Emulator;
  let workspaceId: string;

  beforeEach(async () => {
    both = await startClientAndEmulator();
    ({ emulator } = both);
    workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
  });
  afterEach(() => both.stop());

  /** A run with two post-plan tasks and one pre-apply task, all mandatory. */
  function startRun(options: { readonly overridable?: boolean } = {}): RunState {
    return emulator.runs.start({
      workspaceId,
      ...options,
      tasks: [
        { name: "scan", stage: "post_plan" },
        { name: "cost", stage: "post_plan" },
        { name: "notify", stage: "pre_apply" },
      ],
    });
  }

  function report(run: RunState, ...statuses: readonly TaskResultStatus[]): void {
    const { taskResults } = run.taskStages[0]!;
    for (const [index, status] of statuses.entries()) emulator.runs.reportResult(taskResults[index]!.id, { status });
  }

  const first = (run: RunState): Promise<Statuses> => look(both, run.taskStages[0]!.id);

  test("a stage and its results are pending after their creation @stage-pending", async () => {
    expect(await first(startRun())).toEqual({ stage: "pending", results: ["pending", "pending"] });
  });

  test("a stage runs while a result is unfinished, and a result once its task has started @stage-running", async () => {
    const run = startRun();
    report(run, "running");
    expect(await first(run)).toEqual({ stage: "running", results: ["running", "pending"] });
    report(run, "passed");
    expect(await first(run)).toEqual({ stage: "running", results: ["passed", "pending"] });
  });

  test("a stage passes when all its results have passed @stage-passed", async () => {
    const run = startRun();
    report(run, "passed", "passed");
    expect(await first(run)).toEqual({ stage: "passed", results: ["passed", "passed"] });
  });

  test("a stage fails when one of its mandatory results has failed @stage-failed", async () => {
    const run = startRun();
    report(run, "passed", "failed");
    expect(await first(run)).toEqual({ stage: "failed", results: ["passed", "failed"] });
  });

  test("a stage also fails when only an advisory result has failed @stage-failed-advisory", async () => {
    const enforcementLevel = "advisory";
    const tasks = [{ name: "scan", stage: "post_plan", enforcementLevel } as const];
    const run = emulator.runs.start({ workspaceId, tasks });
    report(run, "failed");
    expect(await first(run)).toEqual({ stage: "failed", results: ["failed"] });
  });

  test("a stage awaits an override when its failures can be overridden @stage-awaiting-override", async () => {
    const run = startRun({ overridable: true });
    report(run, "failed", "passed");
    expect(await first(run)).toEqual({ stage: "awaiting_override", results: ["failed", "passed"] });
  });

  test("a stage has errored when an evaluation in it did @stage-errored", async () => {
    const tasks = [{ name: "scan", stage: "post_plan" }] as const;
    const run = emulator.runs.start({ workspaceId, tasks, policyEvaluations: [{}] });
    report(run, "passed");
    emulator.runs.reportPolicyEvaluation(run.taskStages[0]!.policyEvaluations[0]!.id, "errored");
    expect(await first(run)).toEqual({ stage: "errored", results: ["passed"] });
  });

  test("a result has errored when its task did @result-errored", async () => {
    const run = startRun();
    report(run, "passed", "errored");
    expect((await first(run)).results).toEqual(["passed", "errored"]);
  });

  test("a result whose task did not report for ten minutes has errored @result-timeout", async () => {
    const run = startRun();
    report(run, "passed");
    emulator.clock.advance(600);
    expect(await first(run)).toEqual({ stage: "failed", results: ["passed", "errored"] });
  });

  test("a stage and its unfinished results are canceled with their run @stage-canceled", async () => {
    const run = startRun();
    report(run, "passed");
    emulator.runs.cancel(run.id);
    expect(await first(run)).toEqual({ stage: "canceled", results: ["passed", "canceled"] });
  });

  test("a stage after a failed one is unreachable with its results @stage-unreachable", async () => {
    const run = startRun();
    report(run, "failed", "passed");
    expect(await look(both, run.taskStages[1]!.id)).toEqual({ stage: "unreachable", results: ["unreachable"] });
  });
});
