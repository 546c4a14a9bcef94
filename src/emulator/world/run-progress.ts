import { RUN_STAGES } from "../../model";
import { isLoopback } from "./loopback";
import type { RunRecord, TaskStageRecord } from "./records";
import { endsRun, isConfirmed, isPartOfApply, runStatus } from "./run-status";
import { moved, timestampKey } from "./status";
import { beginResult } from "./task-results";
import { isFinal, POLICY_EVALUATION, TASK_RESULT, TASK_STAGE } from "./transitions";
import type { World } from "./world";

/** The stages of a run in the order in which it comes to them. */
export function stagesInOrder(world: World, run: RunRecord): readonly TaskStageRecord[] {
  return [...world.taskStagesOf(run.id).all()].sort(
    (one, other) => RUN_STAGES.indexOf(one.stage) - RUN_STAGES.indexOf(other.stage),
  );
}

/** Lets a run go on from where its stages are. To be called whenever one of them has changed. */
export function proceed(world: World, runId: string, at: number): void {
  const run = world.runs.expect(runId);
  if (!run.canceled && !run.discarded) comeToNextStage(world, run, at);
  noteRunStatus(world, run, at);
}

/** Ends every result and policy evaluation of a stage that is not at its end, and the stage. */
export function endStage(
  world: World,
  stage: TaskStageRecord,
  end:
    | { readonly status: "canceled"; readonly cause: "cancel" }
    | { readonly status: "unreachable"; readonly cause: "stop" },
  at: number,
): void {
  const { status, cause } = end;
  for (const result of [...world.taskResultsOf(stage.id).all()]) {
    if (isFinal(TASK_RESULT, result.status)) continue;
    const ended = moved(world, TASK_RESULT, result, status, cause, at);
    world.taskResults.put({ ...result, ...ended, callDue: false, timesOutAt: null });
  }
  for (const evaluation of [...world.policyEvaluationsOf(stage.id).all()]) {
    if (!["pending", "queued", "running"].includes(evaluation.status)) continue;
    world.policyEvaluations.put({
      ...evaluation,
      ...moved(world, POLICY_EVALUATION, evaluation, status, cause, at),
    });
  }
  if (isFinal(TASK_STAGE, stage.status)) return;
  world.taskStages.put({ ...stage, ...moved(world, TASK_STAGE, stage, status, cause, at), passesAt: null });
}

/**
 * The first stage that is not at its end has its turn. One that ended without passing may end the run, before its turn as well: control may
 * say so.
 */
function comeToNextStage(world: World, run: RunRecord, at: number): void {
  const stages = stagesInOrder(world, run);
  let isNext = true;
  for (const [index, stage] of stages.entries()) {
    if (!isFinal(TASK_STAGE, stage.status)) {
      const mayBegin = isConfirmed(run) || !isPartOfApply(stage.stage);
      if (isNext && mayBegin && stage.turnAt === null) begin(world, stage, at);
      isNext = false;
    } else if (endsRun(stage)) {
      for (const later of stages.slice(index + 1)) {
        if (!isFinal(TASK_STAGE, later.status)) endStage(world, later, { status: "unreachable", cause: "stop" }, at);
      }
      return;
    }
  }
}

function begin(world: World, stage: TaskStageRecord, at: number): void {
  const begun = world.taskStages.put({ ...stage, turnAt: at });
  for (const result of [...world.taskResultsOf(stage.id).all()]) {
    beginResult(world, result, begun, isLoopback(result.taskUrl), at);
  }
}

/** Takes down when a run first came to the status that it now has. */
function noteRunStatus(world: World, run: RunRecord, at: number): void {
  const status = runStatus(run, stagesInOrder(world, run));
  const key = timestampKey(status);
  if (status === "pending" || key in run.statusTimestamps) return;
  const statusTimestamps = { ...run.statusTimestamps, [key]: world.clock.statusTimestamp(at) };
  world.runs.put({ ...run, statusTimestamps });
}
