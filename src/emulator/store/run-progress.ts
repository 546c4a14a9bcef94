import { RUN_STAGES } from "../../model";
import { isLoopbackUrl } from "./loopback";
import type { RunRecord, TaskStageRecord } from "./records";
import { endsRun, isConfirmed, isFinalRunStatus, isPartOfApply, statusByStages } from "./run-status";
import { transition, timestampKey } from "./status-change";
import { startResult } from "./task-results";
import { isFinal, POLICY_EVALUATION, TASK_RESULT, TASK_STAGE } from "./transitions";
import type { Store } from "./store";

/** The stages of a run in the order in which it comes to them. */
export function stagesInOrder(store: Store, run: RunRecord): readonly TaskStageRecord[] {
  return [...store.taskStagesOf(run.id).all()].sort(
    (one, other) => RUN_STAGES.indexOf(one.stage) - RUN_STAGES.indexOf(other.stage),
  );
}

/** The run that works in a workspace, and so holds its lock; runs that plan only hold none. */
export function activeRun(store: Store, workspaceId: string): RunRecord | undefined {
  return store.activeRunsOf(workspaceId).first;
}

/** The status of a run as it is now. One that waits for another to come to its end is pending, whatever is in it. */
export function runStatus(store: Store, run: RunRecord): string {
  const status = statusByStages(run, stagesInOrder(store, run));
  return isQueued(store, run) && !["canceled", "discarded", "errored"].includes(status) ? "pending" : status;
}

function isQueued(store: Store, { id, workspaceId, underway }: RunRecord): boolean {
  return underway === true && activeRun(store, workspaceId)?.id !== id;
}

/** Lets a run go on from where its stages are. To be called whenever one of them has changed. */
export function advanceRun(store: Store, runId: string, at: number): void {
  const run = store.runs.expect(runId);
  if (!run.canceled && !run.discarded) startNextStage(store, run, at);
  recordRunStatus(store, runId, at);
  if (store.runs.expect(runId).underway === true && isFinalRunStatus(runStatus(store, run)))
    startNextRun(store, runId, at);
}

/** A run that has come to its end makes way for the next one of its workspace. */
function startNextRun(store: Store, runId: string, at: number): void {
  const { workspaceId } = store.runs.put({ ...store.runs.expect(runId), underway: undefined });
  const next = activeRun(store, workspaceId);
  if (next !== undefined) advanceRun(store, next.id, at);
}

/** Ends every result and policy evaluation of a stage that is not at its end, and the stage. */
export function endStage(
  store: Store,
  stage: TaskStageRecord,
  end:
    | { readonly status: "canceled"; readonly cause: "cancel" }
    | { readonly status: "unreachable"; readonly cause: "stop" },
  at: number,
): void {
  const { status, cause } = end;
  for (const result of [...store.taskResultsOf(stage.id).all()]) {
    if (isFinal(TASK_RESULT, result.status)) continue;
    const ended = transition(store, TASK_RESULT, result, status, cause, at);
    store.taskResults.put({ ...result, ...ended, callDue: false, timesOutAt: null });
  }
  for (const evaluation of [...store.policyEvaluationsOf(stage.id).all()]) {
    if (!["pending", "queued", "running"].includes(evaluation.status)) continue;
    store.policyEvaluations.put({
      ...evaluation,
      ...transition(store, POLICY_EVALUATION, evaluation, status, cause, at),
    });
  }
  if (isFinal(TASK_STAGE, stage.status)) return;
  store.taskStages.put({ ...stage, ...transition(store, TASK_STAGE, stage, status, cause, at), passesAt: null });
}

/**
 * The first stage that is not at its end has its turn. One that ended without passing may end the run, before its turn as well: control may
 * say so.
 */
function startNextStage(store: Store, run: RunRecord, at: number): void {
  const stages = stagesInOrder(store, run);
  let isNext = !isQueued(store, run);
  for (const [index, stage] of stages.entries()) {
    if (!isFinal(TASK_STAGE, stage.status)) {
      const mayBegin = isConfirmed(run) || !isPartOfApply(stage.stage);
      if (isNext && mayBegin && stage.turnAt === null) startStage(store, stage, at);
      isNext = false;
    } else if (endsRun(stage)) {
      for (const later of stages.slice(index + 1)) {
        if (!isFinal(TASK_STAGE, later.status)) endStage(store, later, { status: "unreachable", cause: "stop" }, at);
      }
      return;
    }
  }
}

function startStage(store: Store, stage: TaskStageRecord, at: number): void {
  const begun = store.taskStages.put({ ...stage, turnAt: at });
  for (const result of [...store.taskResultsOf(stage.id).all()]) {
    startResult(store, result, begun, isLoopbackUrl(result.taskUrl), at);
  }
}

/** Takes down when a run first came to the status that it now has. */
function recordRunStatus(store: Store, runId: string, at: number): void {
  const run = store.runs.expect(runId);
  const status = runStatus(store, run);
  const keys = [
    // It has all that a plan needs from the beginning: no configuration is uploaded first.
    ...(isQueued(store, run) ? [] : ["plan-queueable-at"]),
    ...(status === "pending" ? [] : [timestampKey(status)]),
  ].filter((key) => !(key in run.statusTimestamps));
  if (keys.length === 0) return;
  const time = store.clock.statusTimestamp(at);
  const statusTimestamps = { ...run.statusTimestamps, ...Object.fromEntries(keys.map((key) => [key, time])) };
  store.runs.put({ ...run, statusTimestamps });
}
