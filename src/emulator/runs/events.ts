import type { RunStatus, TaskStageStatus } from "../../model";
import { advance } from "./progress";
import { stagesInOrder } from "./run-status";
import type { NewOutcome, TaskResultReport } from "./task-results";
import { putOutcomes, recordReport, TIMEOUT_REPORT } from "./task-results";
import { endStage, overrideFailures } from "./task-stages";
import type { Cause } from "./transitions";
import { canTransition, POLICY_EVALUATION, TASK_STAGE, transition } from "./transitions";
import type { Store } from "../engine/kind";
import type { PolicyEvaluationRecord, PolicyEvaluationStatus } from "../kinds/policy-evaluation";
import type { RunRecord } from "../kinds/run/shape";
import type { TaskResultRecord } from "../kinds/task-result";
import type { TaskStageRecord } from "../kinds/task-stage";
import type { WorkspaceRecord } from "../kinds/workspace/shape";
import { runs } from "../kinds/run";
import { recordRunEvent } from "../kinds/run-event";
import { taskStages } from "../kinds/task-stage";
import { policyEvaluations } from "../kinds/policy-evaluation";
import { workspaces } from "../kinds/workspace";

/*
 * Everything that can happen to a run after it was created. Each event is recorded with all that follows from it, or
 * not at all.
 */

/** Confirms a run, which continues with its apply. */
export function confirmRun(store: Store, run: RunRecord, confirmedBy: string): void {
  store.atomically(() => {
    store.table(runs).put({ ...run, setStatus: undefined, confirmed: true, confirmedBy });
    recordRunEvent(store, run.id, "confirmed", { actor: confirmedBy });
    advance(store, [{ runId: run.id }], store.clock.now());
  });
}

/** Cancels a run and everything in it that has not completed. */
export function cancelRun(store: Store, run: RunRecord, by: string): void {
  endRun(store, { ...run, setStatus: undefined, canceled: true }, "canceled", by);
}

/** Discards a run before it is applied, and cancels everything in it that has not completed. */
export function discardRun(store: Store, run: RunRecord, by: string): void {
  endRun(store, { ...run, setStatus: undefined, discarded: true }, "discarded", by);
}

function endRun(store: Store, ended: RunRecord, action: "canceled" | "discarded", actor: string): void {
  const now = store.clock.now();
  store.atomically(() => {
    store.table(runs).put(ended);
    recordRunEvent(store, ended.id, action, { actor });
    for (const stage of stagesInOrder(store, ended)) endStage(store, stage, "cancel", now);
    advance(store, [{ runId: ended.id }], now);
  });
}

/**
 * Locks a workspace, whose new runs then wait until it is unlocked; plan-only runs need no lock (our choice). It must
 * have no active run. Since one of several queued runs is always active and locks the workspace itself, a lock never
 * overtakes a run that was created before it (our choice: undocumented).
 */
export function lockWorkspace(
  store: Store,
  workspace: WorkspaceRecord,
  lock: NonNullable<WorkspaceRecord["lock"]>,
): WorkspaceRecord {
  return store.table(workspaces).put({ ...workspace, lock });
}

/** Unlocks a workspace; the first run that waits starts. */
export function unlockWorkspace(store: Store, workspace: WorkspaceRecord): WorkspaceRecord {
  return store.atomically(() => {
    store.table(workspaces).put({ ...workspace, lock: undefined });
    advance(store, [{ workspaceId: workspace.id }], store.clock.now());
    return store.table(workspaces).expect(workspace.id);
  });
}

/** Records a report on a task result, with outcomes from its run task. */
export function reportResult(
  store: Store,
  result: TaskResultRecord,
  report: TaskResultReport,
  cause: Cause,
  { at = store.clock.now(), outcomes = [] }: { readonly at?: number; readonly outcomes?: readonly NewOutcome[] } = {},
): TaskResultRecord {
  return store.atomically(() => {
    putOutcomes(store, result, outcomes);
    const reported = recordReport(store, result, report, cause, at);
    advance(store, [{ stageId: result.taskStageId, cause }], at);
    return reported;
  });
}

/** Ends a result that has timed out. */
export function timeOutResult(store: Store, result: TaskResultRecord, at: number): void {
  reportResult(store, result, TIMEOUT_REPORT, "timeout", { at });
}

/** Records the outcome of a policy evaluation. */
export function reportPolicyEvaluation(
  store: Store,
  evaluation: PolicyEvaluationRecord,
  status: PolicyEvaluationStatus,
): void {
  // Policy evaluations are only reported out of band, in any order; a valid transition is recorded as such.
  const cause = canTransition(POLICY_EVALUATION, evaluation.status, status, "report") ? "report" : "control";
  store.atomically(() => {
    const reported = transition(store, POLICY_EVALUATION, evaluation, status, cause);
    store.table(policyEvaluations).put({ ...evaluation, ...reported });
    advance(store, [{ stageId: evaluation.taskStageId, cause }], store.clock.now());
  });
}

/**
 * How long an overridden stage is `running` before it is `passed`, in seconds of the emulator's clock. The response to
 * an override shows `running`, as documented.
 */
const OVERRIDE_DELAY_SECONDS = 1;

/** Overrides the failures of a stage that `isOverridable`: it runs, and passes shortly after. */
export function overrideStage(store: Store, stage: TaskStageRecord): TaskStageRecord {
  const now = store.clock.now();
  return store.atomically(() => {
    store.table(taskStages).put({
      ...stage,
      ...transition(store, TASK_STAGE, stage, "running", "override"),
      overridden: true,
      setByControl: false,
      passesAt: now + OVERRIDE_DELAY_SECONDS * 1000,
    });
    advance(store, [{ runId: stage.runId }], now);
    return store.table(taskStages).expect(stage.id);
  });
}

/** Completes an overridden stage. */
export function completeOverride(store: Store, stage: TaskStageRecord, at: number): void {
  store.atomically(() => {
    overrideFailures(store, stage, at);
    advance(store, [{ stageId: stage.id, cause: "results" }], at);
  });
}

/**
 * Sets the status of a run out of band, whatever its stages, which do not change. It stays until it is set again, or
 * the run is confirmed, discarded or canceled.
 */
export function setRunStatus(store: Store, run: RunRecord, status: RunStatus, isConfirmable?: boolean): void {
  store.atomically(() => {
    const underway = run.planOnly ? undefined : true;
    store.table(runs).put({ ...run, setStatus: { status, isConfirmable }, underway });
    advance(store, [{ runId: run.id }], store.clock.now());
  });
}

/** Sets the status of a stage out of band, regardless of its results, until the next report. */
export function setStageStatus(store: Store, stage: TaskStageRecord, status: TaskStageStatus): void {
  store.atomically(() => {
    store.table(taskStages).put({
      ...stage,
      ...transition(store, TASK_STAGE, stage, status, "control"),
      setByControl: true,
      passesAt: null,
      letsRunGoOn: undefined,
      // A stage that awaits an override must be overridable.
      tasksOverridable: stage.tasksOverridable || status === "awaiting_override",
      overridden: status === "awaiting_override" ? false : stage.overridden,
    });
    advance(store, [{ runId: stage.runId }], store.clock.now());
  });
}
