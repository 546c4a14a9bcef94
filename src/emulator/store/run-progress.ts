import { RUN_STAGES } from "../../model";
import { isLoopbackUrl } from "../loopback";
import type { RunRecord, TaskStageRecord } from "./records";
import { endsRun, isConfirmed, isFinalRunStatus, isPartOfApply, statusByStages } from "./run-status";
import { transition, timestampKey } from "./status-change";
import type { Store } from "./store";
import { startResult } from "./task-results";
import { isFinal, POLICY_EVALUATION, TASK_RESULT, TASK_STAGE } from "./transitions";

/** The task stages of a run, in the order they run. */
export function stagesInOrder(store: Store, run: RunRecord): readonly TaskStageRecord[] {
  return [...store.taskStagesOf(run.id).all()].sort(
    (one, other) => RUN_STAGES.indexOf(one.stage) - RUN_STAGES.indexOf(other.stage),
  );
}

/** The active run of a workspace, which locks it; plan-only runs do not. */
export function activeRun(store: Store, workspaceId: string): RunRecord | undefined {
  return store.activeRunsOf(workspaceId).first;
}

/** The status of a run. A queued run is pending. */
export function runStatus(store: Store, run: RunRecord): string {
  const status = statusByStages(run, stagesInOrder(store, run));
  return isQueued(store, run) && !["canceled", "discarded", "errored"].includes(status) ? "pending" : status;
}

function isQueued(store: Store, { id, workspaceId, underway }: RunRecord): boolean {
  return underway === true && activeRun(store, workspaceId)?.id !== id;
}

/** Continues a run after one of its stages has changed. */
export function advanceRun(store: Store, runId: string, at: number): void {
  const run = store.runs.expect(runId);
  if (!run.canceled && !run.discarded) startNextStage(store, run, at);
  recordRunStatus(store, runId, at);
  if (store.runs.expect(runId).underway === true && isFinalRunStatus(runStatus(store, run)))
    startNextRun(store, runId, at);
}

/** Completes a run and starts the next one in its workspace. */
function startNextRun(store: Store, runId: string, at: number): void {
  const { workspaceId } = store.runs.put({ ...store.runs.expect(runId), underway: undefined });
  const next = activeRun(store, workspaceId);
  if (next !== undefined) advanceRun(store, next.id, at);
}

/** Ends a stage and everything in it that has not completed. */
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
 * Starts the first stage that has not completed. A stage that did not pass can end the run, even before it started,
 * since its status can be set out of band.
 */
function startNextStage(store: Store, run: RunRecord, at: number): void {
  const stages = stagesInOrder(store, run);
  let isNext = !isQueued(store, run);
  for (const [index, stage] of stages.entries()) {
    if (!isFinal(TASK_STAGE, stage.status)) {
      const canStart = isConfirmed(run) || !isPartOfApply(stage.stage);
      if (isNext && canStart && stage.turnAt === null) startStage(store, stage, at);
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
  const started = store.taskStages.put({ ...stage, turnAt: at });
  for (const result of [...store.taskResultsOf(stage.id).all()]) {
    startResult(store, result, started, isLoopbackUrl(result.taskUrl), at);
  }
}

/** Records the time at which the run first had its current status. */
function recordRunStatus(store: Store, runId: string, at: number): void {
  const run = store.runs.expect(runId);
  const status = runStatus(store, run);
  const keys = [
    // No configuration must be uploaded first.
    ...(isQueued(store, run) ? [] : ["plan-queueable-at"]),
    ...(status === "pending" ? [] : [timestampKey(status)]),
  ].filter((key) => !(key in run.statusTimestamps));
  if (keys.length === 0) return;
  const time = store.clock.statusTimestamp(at);
  const statusTimestamps = { ...run.statusTimestamps, ...Object.fromEntries(keys.map((key) => [key, time])) };
  store.runs.put({ ...run, statusTimestamps });
}
