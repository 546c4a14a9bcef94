import { isLoopbackUrl } from "../loopback";
import type { RunRecord, TaskStageRecord } from "../store/records";
import type { Store } from "../store/store";
import {
  activeRun,
  endsRun,
  isConfirmed,
  isFinalRunStatus,
  isPartOfApply,
  isQueued,
  passedStatuses,
  runStatus,
  stagesInOrder,
} from "./run-status";
import { startResult } from "./task-results";
import { deriveStage, endStage } from "./task-stages";
import type { Cause } from "./transitions";
import { isFinal, TASK_STAGE, timestampKey } from "./transitions";

/**
 * What a change affects: a stage whose status may be another, a run that may continue, or a workspace whose next run
 * may start.
 */
export type Affected =
  | { readonly stageId: string; readonly cause: Cause }
  | { readonly runId: string }
  | { readonly workspaceId: string };

/**
 * Continues everything that a change affects, with all that follows from it: a stage affects its run, a completed run
 * its workspace, and that its next run. A list in place of recursion, since thousands of runs can complete one after
 * the other. Callers make the change and this call in `store.atomically`.
 */
export function advance(store: Store, affected: readonly Affected[], at: number): void {
  // What follows comes before the rest: a stage that fails ends the later ones before they are derived.
  const list = [...affected].reverse();
  for (let next = list.pop(); next !== undefined; next = list.pop()) {
    const follows = advanceOne(store, next, at);
    if (follows !== undefined) list.push(follows);
  }
}

/** @returns what is affected by that in turn */
function advanceOne(store: Store, affected: Affected, at: number): Affected | undefined {
  if ("stageId" in affected) return { runId: deriveStage(store, affected.stageId, affected.cause, at).runId };
  if ("runId" in affected) return advanceRun(store, affected.runId, at);
  const run = activeRun(store, affected.workspaceId);
  return run === undefined ? undefined : { runId: run.id };
}

/** Continues a run as far as possible. If that completes it, the next run of its workspace can start. */
function advanceRun(store: Store, runId: string, at: number): Affected | undefined {
  const run = store.runs.expect(runId);
  if (!run.canceled && !run.discarded) startNextStage(store, run, at);
  const { workspaceId, underway } = recordTimes(store, run, at);
  if (underway !== true || !isFinalRunStatus(runStatus(store, run))) return undefined;
  store.runs.put({ ...store.runs.expect(runId), underway: undefined });
  return { workspaceId };
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
        if (!isFinal(TASK_STAGE, later.status)) endStage(store, later, "stop", at);
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

/** Records when the run first had its current status, and the ones that it has passed through. */
function recordTimes(store: Store, run: RunRecord, at: number): RunRecord {
  const status = runStatus(store, run);
  const statuses = [
    // No configuration must be uploaded first.
    ...(isQueued(store, run) ? [] : ["plan_queueable", ...passedStatuses(run, stagesInOrder(store, run))]),
    ...(status === "pending" ? [] : [status]),
  ];
  const keys = statuses.map(timestampKey).filter((key) => !(key in run.statusTimestamps));
  if (keys.length === 0) return run;
  const time = store.clock.statusTimestamp(at);
  const statusTimestamps = { ...run.statusTimestamps, ...Object.fromEntries(keys.map((key) => [key, time])) };
  return store.runs.put({ ...run, statusTimestamps });
}
