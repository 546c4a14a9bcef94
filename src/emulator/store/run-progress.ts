import { RUN_STAGES } from "../../model";
import { isLoopbackUrl } from "./loopback";
import type { RunRecord, TaskStageRecord } from "./records";
import { endsRun, isConfirmed, isFinalRunStatus, isPartOfApply, statusByStages } from "./run-status";
import { transition, timestampKey } from "./status-change";
import { startResult } from "./task-results";
import { isFinal, POLICY_EVALUATION, TASK_RESULT, TASK_STAGE } from "./transitions";
import type { Store } from "./store";

/** The stages of a run in the order in which it comes to them. */
export function stagesInOrder(world: Store, run: RunRecord): readonly TaskStageRecord[] {
  return [...world.taskStagesOf(run.id).all()].sort(
    (one, other) => RUN_STAGES.indexOf(one.stage) - RUN_STAGES.indexOf(other.stage),
  );
}

/** The run that works in a workspace, and so holds its lock; runs that plan only hold none. */
export function activeRun(world: Store, workspaceId: string): RunRecord | undefined {
  return world.activeRunsOf(workspaceId).first;
}

/** The status of a run as it is now. One that waits for another to come to its end is pending, whatever is in it. */
export function runStatus(world: Store, run: RunRecord): string {
  const status = statusByStages(run, stagesInOrder(world, run));
  return isQueued(world, run) && !["canceled", "discarded", "errored"].includes(status) ? "pending" : status;
}

function isQueued(world: Store, { id, workspaceId, underway }: RunRecord): boolean {
  return underway === true && activeRun(world, workspaceId)?.id !== id;
}

/** Lets a run go on from where its stages are. To be called whenever one of them has changed. */
export function advanceRun(world: Store, runId: string, at: number): void {
  const run = world.runs.expect(runId);
  if (!run.canceled && !run.discarded) startNextStage(world, run, at);
  recordRunStatus(world, runId, at);
  if (world.runs.expect(runId).underway === true && isFinalRunStatus(runStatus(world, run)))
    startNextRun(world, runId, at);
}

/** A run that has come to its end makes way for the next one of its workspace. */
function startNextRun(world: Store, runId: string, at: number): void {
  const { workspaceId } = world.runs.put({ ...world.runs.expect(runId), underway: undefined });
  const next = activeRun(world, workspaceId);
  if (next !== undefined) advanceRun(world, next.id, at);
}

/** Ends every result and policy evaluation of a stage that is not at its end, and the stage. */
export function endStage(
  world: Store,
  stage: TaskStageRecord,
  end:
    | { readonly status: "canceled"; readonly cause: "cancel" }
    | { readonly status: "unreachable"; readonly cause: "stop" },
  at: number,
): void {
  const { status, cause } = end;
  for (const result of [...world.taskResultsOf(stage.id).all()]) {
    if (isFinal(TASK_RESULT, result.status)) continue;
    const ended = transition(world, TASK_RESULT, result, status, cause, at);
    world.taskResults.put({ ...result, ...ended, callDue: false, timesOutAt: null });
  }
  for (const evaluation of [...world.policyEvaluationsOf(stage.id).all()]) {
    if (!["pending", "queued", "running"].includes(evaluation.status)) continue;
    world.policyEvaluations.put({
      ...evaluation,
      ...transition(world, POLICY_EVALUATION, evaluation, status, cause, at),
    });
  }
  if (isFinal(TASK_STAGE, stage.status)) return;
  world.taskStages.put({ ...stage, ...transition(world, TASK_STAGE, stage, status, cause, at), passesAt: null });
}

/**
 * The first stage that is not at its end has its turn. One that ended without passing may end the run, before its turn as well: control may
 * say so.
 */
function startNextStage(world: Store, run: RunRecord, at: number): void {
  const stages = stagesInOrder(world, run);
  let isNext = !isQueued(world, run);
  for (const [index, stage] of stages.entries()) {
    if (!isFinal(TASK_STAGE, stage.status)) {
      const mayBegin = isConfirmed(run) || !isPartOfApply(stage.stage);
      if (isNext && mayBegin && stage.turnAt === null) startStage(world, stage, at);
      isNext = false;
    } else if (endsRun(stage)) {
      for (const later of stages.slice(index + 1)) {
        if (!isFinal(TASK_STAGE, later.status)) endStage(world, later, { status: "unreachable", cause: "stop" }, at);
      }
      return;
    }
  }
}

function startStage(world: Store, stage: TaskStageRecord, at: number): void {
  const begun = world.taskStages.put({ ...stage, turnAt: at });
  for (const result of [...world.taskResultsOf(stage.id).all()]) {
    startResult(world, result, begun, isLoopbackUrl(result.taskUrl), at);
  }
}

/** Takes down when a run first came to the status that it now has. */
function recordRunStatus(world: Store, runId: string, at: number): void {
  const run = world.runs.expect(runId);
  const status = runStatus(world, run);
  const keys = [
    // It has all that a plan needs from the beginning: no configuration is uploaded first.
    ...(isQueued(world, run) ? [] : ["plan-queueable-at"]),
    ...(status === "pending" ? [] : [timestampKey(status)]),
  ].filter((key) => !(key in run.statusTimestamps));
  if (keys.length === 0) return;
  const time = world.clock.statusTimestamp(at);
  const statusTimestamps = { ...run.statusTimestamps, ...Object.fromEntries(keys.map((key) => [key, time])) };
  world.runs.put({ ...run, statusTimestamps });
}
