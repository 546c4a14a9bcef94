import { isFinalRunStatus } from "../../model";
import { isLoopbackUrl } from "../loopback";
import { endsRun, isConfirmed, isPartOfApply, isQueued, passedStatuses, runStatus, stagesInOrder } from "./run-status";
import { startResult } from "./task-results";
import { deriveStage, endStage, passEvaluations } from "./task-stages";
import type { Cause } from "./transitions";
import { isFinal, TASK_STAGE } from "./transitions";
import type { Store } from "../engine/kind";
import type { RunRecord } from "../kinds/run/shape";
import type { TaskStageRecord } from "../kinds/task-stage";
import { configurationVersions } from "../kinds/configuration-version";
import { runs, timestampKey } from "../kinds/run";
import { taskStages } from "../kinds/task-stage";
import { taskResults } from "../kinds/task-result";
import { workspaces } from "../kinds/workspace";
import { activeRunOf } from "../kinds/workspace/current-run";

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
  const run = activeRunOf(store, store.table(workspaces).expect(affected.workspaceId));
  return run === undefined ? undefined : { runId: run.id };
}

/** Continues a run as far as possible. If that completes it, the next run of its workspace can start. */
function advanceRun(store: Store, runId: string, at: number): Affected | undefined {
  const run = store.table(runs).expect(runId);
  if (!run.canceled && !run.discarded && run.setStatus === undefined) {
    const stageId = startNextStage(store, run, at);
    // The run continues from there: what passes at once can complete the stage.
    if (stageId !== undefined && passEvaluations(store, stageId, at)) return { stageId, cause: "report" };
  }
  const { workspaceId, underway, status } = recordStatus(store, run, at);
  if (underway !== true || !isFinalRunStatus(status)) return undefined;
  store.table(runs).put({ ...store.table(runs).expect(runId), underway: undefined });
  return { workspaceId };
}

/**
 * Starts the first stage that has not completed. A stage that did not pass can end the run, even before it started,
 * since its status can be set out of band.
 *
 * @returns the ID of the stage that it started
 */
function startNextStage(store: Store, run: RunRecord, at: number): string | undefined {
  const stages = stagesInOrder(store, run);
  let isNext = !isQueued(store, run);
  let started: string | undefined;
  for (const [index, stage] of stages.entries()) {
    if (!isFinal(TASK_STAGE, stage.status)) {
      const canStart = isConfirmed(run) || !isPartOfApply(stage.stage);
      if (isNext && canStart && stage.turnAt === null) {
        startStage(store, stage, at);
        started = stage.id;
      }
      isNext = false;
    } else if (endsRun(stage)) {
      for (const later of stages.slice(index + 1)) {
        if (!isFinal(TASK_STAGE, later.status)) endStage(store, later, "stop", at);
      }
      return started;
    }
  }
  return started;
}

function startStage(store: Store, stage: TaskStageRecord, at: number): void {
  const started = store.table(taskStages).put({ ...stage, turnAt: at });
  for (const result of [...store.table(taskResults).where("taskStageId", stage.id).all()]) {
    startResult(store, result, started, isLoopbackUrl(result.taskUrl), at);
  }
}

/** Records the status of a run, when it first had it, and when it passed through others. */
function recordStatus(store: Store, run: RunRecord, at: number): RunRecord {
  const status = runStatus(store, run);
  const statuses = [
    // No configuration must be uploaded first.
    ...(isQueued(store, run) || run.setStatus !== undefined
      ? []
      : ["plan_queueable", ...passedStatuses(run, stagesInOrder(store, run))]),
    ...(status === "pending" ? [] : [status]),
  ];
  const keys = statuses.map(timestampKey).filter((key) => !Object.hasOwn(run.statusTimestamps, key));
  if (keys.length === 0 && status === run.status) return run;
  const time = store.clock.statusTimestamp(at);
  const statusTimestamps = { ...run.statusTimestamps, ...Object.fromEntries(keys.map((key) => [key, time])) };
  if (status === "applied") markApplied(store, run);
  return store.table(runs).put({ ...run, status, statusTimestamps });
}

/** A provisional configuration version becomes the workspace's current one when a run has applied it. */
function markApplied(store: Store, { configurationVersionId }: RunRecord): void {
  const table = store.table(configurationVersions);
  const version = table.get(configurationVersionId ?? "");
  if (version?.provisional === true && version.applied !== true) table.put({ ...version, applied: true });
}
