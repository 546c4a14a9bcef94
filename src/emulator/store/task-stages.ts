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
  world: Store,
  result: TaskResultRecord,
  report: TaskResultReport,
  cause: Cause,
  at = world.clock.now(),
): TaskResultRecord {
  const reported = recordReport(world, result, report, cause, at);
  deriveStage(world, result.taskStageId, cause, at);
  return reported;
}

/** Takes down how a policy evaluation stands; the stage follows. */
export function reportPolicyEvaluation(
  world: Store,
  evaluation: PolicyEvaluationRecord,
  status: PolicyEvaluationStatus,
): PolicyEvaluationRecord {
  // Nobody but control speaks for policies: it goes by the table where it can, and is bound by it nowhere.
  const cause = canTransition(POLICY_EVALUATION, evaluation.status, status, "report") ? "report" : "control";
  const reported = world.policyEvaluations.put({
    ...evaluation,
    ...transition(world, POLICY_EVALUATION, evaluation, status, cause),
  });
  deriveStage(world, evaluation.taskStageId, cause);
  return reported;
}

/** Puts a stage into a status of its own, whatever its results say, until the next report. */
export function setStageStatus(world: Store, stage: TaskStageRecord, status: TaskStageStatus): void {
  world.taskStages.put({
    ...stage,
    ...transition(world, TASK_STAGE, stage, status, "control"),
    setByControl: true,
    passesAt: null,
    letsRunGoOn: undefined,
    // Who waits for an override must be able to get one.
    tasksOverridable: stage.tasksOverridable || status === "awaiting_override",
    overridden: status === "awaiting_override" ? false : stage.overridden,
  });
  advanceRun(world, stage.runId, world.clock.now());
}

/** Whether the stage waits for somebody to override its failures. */
export function isOverridable(stage: TaskStageRecord): boolean {
  return stage.status === "awaiting_override";
}

/** Overrides the failures of a stage that {@link isOverridable} (service-api.md section 3.1): it runs on, and passes shortly after. */
export function overrideStage(world: Store, stage: TaskStageRecord): TaskStageRecord {
  world.taskStages.put({
    ...stage,
    ...transition(world, TASK_STAGE, stage, "running", "override"),
    overridden: true,
    setByControl: false,
    passesAt: world.clock.now() + OVERRIDE_DELAY_SECONDS * 1000,
  });
  advanceRun(world, stage.runId, world.clock.now());
  return world.taskStages.expect(stage.id);
}

/** An overridden stage comes to its end, and what failed in it counts as overridden. */
export function completeOverride(world: Store, stage: TaskStageRecord, at: number): void {
  for (const evaluation of [...world.policyEvaluationsOf(stage.id).all()]) {
    if (evaluation.status !== "failed") continue;
    const overridden = transition(world, POLICY_EVALUATION, evaluation, "overridden", "override", at);
    world.policyEvaluations.put({ ...evaluation, ...overridden });
  }
  world.taskStages.put({ ...stage, passesAt: null });
  deriveStage(world, stage.id, "results", at);
}

/** Brings a stage to the status that follows from what is in it, and the run to where it is then. */
export function deriveStage(world: Store, stageId: string, cause: Cause, at = world.clock.now()): void {
  const stage = world.taskStages.expect(stageId);
  const run = world.runs.expect(stage.runId);
  const byControl = cause === "control" || stage.setByControl;
  // What is at its end stays there: a stage that was given up does not come back for what is in it.
  if (run.canceled || run.discarded || (isFinal(TASK_STAGE, stage.status) && !byControl)) return;
  const facts: StageInput = {
    results: world.taskResultsOf(stage.id).all(),
    policies: world.policyEvaluationsOf(stage.id).all(),
    tasksOverridable: stage.tasksOverridable,
    overridden: stage.overridden,
    underway: stage.passesAt !== null,
    advisoryFailures: world.advisoryFailures,
  };
  const status = stageStatus(facts);
  const derived = transition(world, TASK_STAGE, stage, status, byControl ? "control" : "results", at);
  const goesOn = status === "failed" && allowsRunToContinue(facts) ? true : undefined;
  world.taskStages.put({ ...stage, ...derived, setByControl: false, letsRunGoOn: goesOn });
  advanceRun(world, run.id, at);
}
