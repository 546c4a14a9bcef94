import type { TaskStageStatus } from "../../model";
import type { PolicyEvaluationRecord, PolicyEvaluationStatus, TaskResultRecord, TaskStageRecord } from "./records";
import { advanceRun } from "./run-progress";
import type { StageInput } from "./stage-status";
import { allowsRunToContinue, stageStatus } from "./stage-status";
import { transition } from "./status-change";
import type { Store } from "./store";
import type { TaskResultReport } from "./task-results";
import { recordReport } from "./task-results";
import type { Cause } from "./transitions";
import { canTransition, isFinal, POLICY_EVALUATION, TASK_STAGE } from "./transitions";

/**
 * How long an overridden stage is `running` before it is `passed`, in seconds of the emulator's clock. The response to
 * an override shows `running`, as documented.
 */
export const OVERRIDE_DELAY_SECONDS = 1;

/** Records a report on a task result, and updates the stage and the run. */
export function reportResult(
  store: Store,
  result: TaskResultRecord,
  report: TaskResultReport,
  cause: Cause,
  at = store.clock.now(),
): TaskResultRecord {
  const reported = recordReport(store, result, report, cause, at);
  deriveStage(store, result.taskStageId, cause, at);
  return reported;
}

/** Records the outcome of a policy evaluation, and updates the stage. */
export function reportPolicyEvaluation(
  store: Store,
  evaluation: PolicyEvaluationRecord,
  status: PolicyEvaluationStatus,
): PolicyEvaluationRecord {
  // Policy evaluations are only reported out of band, in any order; a valid transition is recorded as such.
  const cause = canTransition(POLICY_EVALUATION, evaluation.status, status, "report") ? "report" : "control";
  const reported = store.policyEvaluations.put({
    ...evaluation,
    ...transition(store, POLICY_EVALUATION, evaluation, status, cause),
  });
  deriveStage(store, evaluation.taskStageId, cause);
  return reported;
}

/** Sets the status of a stage, regardless of its results, until the next report. */
export function setStageStatus(store: Store, stage: TaskStageRecord, status: TaskStageStatus): void {
  store.taskStages.put({
    ...stage,
    ...transition(store, TASK_STAGE, stage, status, "control"),
    setByControl: true,
    passesAt: null,
    letsRunGoOn: undefined,
    // A stage that awaits an override must be overridable.
    tasksOverridable: stage.tasksOverridable || status === "awaiting_override",
    overridden: status === "awaiting_override" ? false : stage.overridden,
  });
  advanceRun(store, stage.runId, store.clock.now());
}

/** Whether the stage waits for its failures to be overridden. */
export function isOverridable(stage: TaskStageRecord): boolean {
  return stage.status === "awaiting_override";
}

/** Overrides the failures of a stage that {@link isOverridable}: it runs, and passes shortly after. */
export function overrideStage(store: Store, stage: TaskStageRecord): TaskStageRecord {
  store.taskStages.put({
    ...stage,
    ...transition(store, TASK_STAGE, stage, "running", "override"),
    overridden: true,
    setByControl: false,
    passesAt: store.clock.now() + OVERRIDE_DELAY_SECONDS * 1000,
  });
  advanceRun(store, stage.runId, store.clock.now());
  return store.taskStages.expect(stage.id);
}

/** Completes an overridden stage; its failed policy evaluations become overridden. */
export function completeOverride(store: Store, stage: TaskStageRecord, at: number): void {
  for (const evaluation of [...store.policyEvaluationsOf(stage.id).all()]) {
    if (evaluation.status !== "failed") continue;
    const overridden = transition(store, POLICY_EVALUATION, evaluation, "overridden", "override", at);
    store.policyEvaluations.put({ ...evaluation, ...overridden });
  }
  store.taskStages.put({ ...stage, passesAt: null });
  deriveStage(store, stage.id, "results", at);
}

/** Updates a stage to the status derived from its contents, then its run. */
export function deriveStage(store: Store, stageId: string, cause: Cause, at = store.clock.now()): void {
  const stage = store.taskStages.expect(stageId);
  const run = store.runs.expect(stage.runId);
  const byControl = cause === "control" || stage.setByControl;
  // A completed stage does not change.
  if (run.canceled || run.discarded || (isFinal(TASK_STAGE, stage.status) && !byControl)) return;
  const facts: StageInput = {
    results: store.taskResultsOf(stage.id).all(),
    policies: store.policyEvaluationsOf(stage.id).all(),
    tasksOverridable: stage.tasksOverridable,
    overridden: stage.overridden,
    underway: stage.passesAt !== null,
    advisoryFailures: store.advisoryFailures,
  };
  const status = stageStatus(facts);
  const derived = transition(store, TASK_STAGE, stage, status, byControl ? "control" : "results", at);
  const runContinues = status === "failed" && allowsRunToContinue(facts) ? true : undefined;
  store.taskStages.put({ ...stage, ...derived, setByControl: false, letsRunGoOn: runContinues });
  advanceRun(store, run.id, at);
}
