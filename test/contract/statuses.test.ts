import type { Emulator, RunState } from "../../src/emulator";
import type { TaskResultStatus } from "../../src/model";
import { HttpClient } from "../emulator/http-client";
import { DOCUMENTS, startClientAndEmulator } from "./client-and-emulator";
import type { ClientAndEmulator } from "./client-and-emulator";
import { bothShow, emulatorShows, shows } from "../fidelity";

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

describe.each(DOCUMENTS)("with %s documents", (documents) => {
  describe.each([
    ["over HTTP", overHttp],
    ["by the client", byTheClient],
  ])("seen %s", (_, look) => {
    let both: ClientAndEmulator;
    let emulator: Emulator;
    let workspaceId: string;

    beforeEach(async () => {
      both = await startClientAndEmulator({ documents });
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

    bothShow.status("stage-status: pending", "Initial status after creation.");
    bothShow.status("result-status: pending", "Initial status after creation.");
    bothShow("stage-rules: Pending");
    test("a stage and its results are pending after their creation", async () => {
      expect(await first(startRun())).toEqual({ stage: "pending", results: ["pending", "pending"] });
    });

    bothShow.status("stage-status: running", "Executing tasks that have not completed.");
    bothShow.status("result-status: running", "The task has started and has not completed.");
    bothShow("stage-rules: Running");
    test("a stage runs while a result is unfinished, and a result once its task has started", async () => {
      const run = startRun();
      report(run, "running");
      expect(await first(run)).toEqual({ stage: "running", results: ["running", "pending"] });
      report(run, "passed");
      expect(await first(run)).toEqual({ stage: "running", results: ["passed", "pending"] });
    });

    bothShow.status("stage-status: passed", "All results in the stage passed.");
    bothShow.status("result-status: passed", "The task ran and returned a passing result.");
    shows("run-tasks: The reported status");
    test("a stage passes when all its results have passed", async () => {
      const run = startRun();
      report(run, "passed", "passed");
      expect(await first(run)).toEqual({ stage: "passed", results: ["passed", "passed"] });
    });

    bothShow.status("stage-status: failed", "One or more results failed.");
    bothShow.status("result-status: failed", "The task ran and returned a failing result.");
    emulatorShows("stage-rules: A mandatory failure");
    shows("run-tasks: The reported status");
    test("a stage fails when one of its mandatory results has failed", async () => {
      const run = startRun();
      report(run, "passed", "failed");
      expect(await first(run)).toEqual({ stage: "failed", results: ["passed", "failed"] });
    });

    bothShow("stage-status: failed", "stage-rules: Advisory failures alone");
    test("a stage also fails when only an advisory result has failed", async () => {
      const enforcementLevel = "advisory";
      const tasks = [{ name: "scan", stage: "post_plan", enforcementLevel } as const];
      const run = emulator.runs.start({ workspaceId, tasks });
      report(run, "failed");
      expect(await first(run)).toEqual({ stage: "failed", results: ["failed"] });
    });

    bothShow.status("stage-status: awaiting_override", "Waiting for user input.");
    bothShow("stage-rules: An overridable failure");
    test("a stage awaits an override when its failures can be overridden", async () => {
      const run = startRun({ overridable: true });
      report(run, "failed", "passed");
      expect(await first(run)).toEqual({ stage: "awaiting_override", results: ["failed", "passed"] });
    });

    bothShow.status("stage-status: errored", "The stage errored.");
    bothShow("stage-rules: An errored policy evaluation");
    test("a stage has errored when an evaluation in it did", async () => {
      const tasks = [{ name: "scan", stage: "post_plan" }] as const;
      const run = emulator.runs.start({ workspaceId, tasks, policyEvaluations: [{}] });
      report(run, "passed");
      emulator.runs.reportPolicyEvaluation(run.taskStages[0]!.policyEvaluations[0]!.id, "errored");
      expect(await first(run)).toEqual({ stage: "errored", results: ["passed"] });
    });

    bothShow.status("result-status: errored", "The task errored during execution.");
    test("a result has errored when its task did", async () => {
      const run = startRun();
      report(run, "passed", "errored");
      expect((await first(run)).results).toEqual(["passed", "errored"]);
    });

    bothShow("run-tasks: No progress for 10 minutes");
    test("a result whose task did not report for ten minutes has errored", async () => {
      const run = startRun();
      report(run, "passed");
      emulator.clock.advance(600);
      expect(await first(run)).toEqual({ stage: "failed", results: ["passed", "errored"] });
    });

    bothShow.status("stage-status: canceled", "The stage was canceled.");
    bothShow.status("result-status: canceled", "Task execution was canceled.");
    bothShow("stage-rules: A canceled run");
    test("a stage and its unfinished results are canceled with their run", async () => {
      const run = startRun();
      report(run, "passed");
      emulator.runs.cancel(run.id);
      expect(await first(run)).toEqual({ stage: "canceled", results: ["passed", "canceled"] });
    });

    bothShow.status("stage-status: unreachable", "The stage could not be executed.");
    bothShow.status("result-status: unreachable", "The task could not be executed.");
    bothShow("stage-rules: All unreachable");
    shows("stage-rules: A mandatory failure");
    test("a stage after a failed one is unreachable with its results", async () => {
      const run = startRun();
      report(run, "failed", "passed");
      expect(await look(both, run.taskStages[1]!.id)).toEqual({ stage: "unreachable", results: ["unreachable"] });
    });
  });
});
