import type { TaskStageStatus } from "../../model";
import type { PolicyEvaluationRecord, PolicyEvaluationStatus, TaskResultRecord, TaskStageRecord } from "./records";
import { advanceRun } from "./run-progress";
import type { StageInput } from "./stage-status";
import { allowsRunToContinue, stageStatus } from "./stage-status";
import { transition } from "./status-change";
import type { TaskResultReport } from "./task-results";
import { recordReport } from "./task-results";
import type { Cause } from "./transitions";
import { canTransition, isFinal, POLICY_EVALUATION, TASK_STAGE } from "./transitions";
import type { Store } from "./store";

/**
 * How long, in emulated seconds, an overridden stage runs before it has passed. The response to an override thus shows `running`, as
 * the contract says; who looks again after a second, or after `advance(1)`, finds `passed`.
 */
export const OVERRIDE_DELAY_SECONDS = 1;

/** Takes down how a task result stands; the stage, and with it the run, follow. */
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

/** Takes down how a policy evaluation stands; the stage follows. */
export function reportPolicyEvaluation(
  store: Store,
  evaluation: PolicyEvaluationRecord,
  status: PolicyEvaluationStatus,
): PolicyEvaluationRecord {
  // Nobody but control speaks for policies: it goes by the table where it can, and is bound by it nowhere.
  const cause = canTransition(POLICY_EVALUATION, evaluation.status, status, "report") ? "report" : "control";
  const reported = store.policyEvaluations.put({
    ...evaluation,
    ...transition(store, POLICY_EVALUATION, evaluation, status, cause),
  });
  deriveStage(store, evaluation.taskStageId, cause);
  return reported;
}

/** Puts a stage into a status of its own, whatever its results say, until the next report. */
export function setStageStatus(store: Store, stage: TaskStageRecord, status: TaskStageStatus): void {
  store.taskStages.put({
    ...stage,
    ...transition(store, TASK_STAGE, stage, status, "control"),
    setByControl: true,
    passesAt: null,
    letsRunGoOn: undefined,
    // Who waits for an override must be able to get one.
    tasksOverridable: stage.tasksOverridable || status === "awaiting_override",
    overridden: status === "awaiting_override" ? false : stage.overridden,
  });
  advanceRun(store, stage.runId, store.clock.now());
}

/** Whether the stage waits for somebody to override its failures. */
export function isOverridable(stage: TaskStageRecord): boolean {
  return stage.status === "awaiting_override";
}

/** Overrides the failures of a stage that {@link isOverridable} (service-api.md section 3.1): it runs on, and passes shortly after. */
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

/** An overridden stage comes to its end, and what failed in it counts as overridden. */
export function completeOverride(store: Store, stage: TaskStageRecord, at: number): void {
  for (const evaluation of [...store.policyEvaluationsOf(stage.id).all()]) {
    if (evaluation.status !== "failed") continue;
    const overridden = transition(store, POLICY_EVALUATION, evaluation, "overridden", "override", at);
    store.policyEvaluations.put({ ...evaluation, ...overridden });
  }
  store.taskStages.put({ ...stage, passesAt: null });
  deriveStage(store, stage.id, "results", at);
}

/** Brings a stage to the status that follows from what is in it, and the run to where it is then. */
export function deriveStage(store: Store, stageId: string, cause: Cause, at = store.clock.now()): void {
  const stage = store.taskStages.expect(stageId);
  const run = store.runs.expect(stage.runId);
  const byControl = cause === "control" || stage.setByControl;
  // What is at its end stays there: a stage that was given up does not come back for what is in it.
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
  const goesOn = status === "failed" && allowsRunToContinue(facts) ? true : undefined;
  store.taskStages.put({ ...stage, ...derived, setByControl: false, letsRunGoOn: goesOn });
  advanceRun(store, run.id, at);
}
