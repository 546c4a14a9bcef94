import type { TaskStageStatus } from "../../model";
import type { PolicyEvaluationRecord, PolicyEvaluationStatus, TaskResultRecord, TaskStageRecord } from "./records";
import { proceed } from "./run-progress";
import type { StageFacts } from "./stage-status";
import { letsRunGoOn, stageStatus } from "./stage-status";
import { moved } from "./status";
import type { Report } from "./task-results";
import { putReport } from "./task-results";
import type { Cause } from "./transitions";
import { canMove, isFinal, POLICY_EVALUATION, TASK_STAGE } from "./transitions";
import type { World } from "./world";

/**
 * How long, in emulated seconds, an overridden stage runs before it has passed. The response to an override thus shows `running`, as
 * the contract says; who looks again after a second, or after `advance(1)`, finds `passed`.
 */
export const SECONDS_FROM_OVERRIDE_TO_PASSED = 1;

/** Takes down how a task result stands; the stage, and with it the run, follow. */
export function reportResult(
  world: World,
  result: TaskResultRecord,
  report: Report,
  cause: Cause,
  at = world.clock.now(),
): TaskResultRecord {
  const reported = putReport(world, result, report, cause, at);
  deriveStage(world, result.taskStageId, cause, at);
  return reported;
}

/** Takes down how a policy evaluation stands; the stage follows. */
export function reportPolicyEvaluation(
  world: World,
  evaluation: PolicyEvaluationRecord,
  status: PolicyEvaluationStatus,
): PolicyEvaluationRecord {
  // Nobody but control speaks for policies: it goes by the table where it can, and is bound by it nowhere.
  const cause = canMove(POLICY_EVALUATION, evaluation.status, status, "report") ? "report" : "control";
  const reported = world.policyEvaluations.put({
    ...evaluation,
    ...moved(world, POLICY_EVALUATION, evaluation, status, cause),
  });
  deriveStage(world, evaluation.taskStageId, cause);
  return reported;
}

/** Puts a stage into a status of its own, whatever its results say, until the next report. */
export function setStageStatus(world: World, stage: TaskStageRecord, status: TaskStageStatus): void {
  world.taskStages.put({
    ...stage,
    ...moved(world, TASK_STAGE, stage, status, "control"),
    setByControl: true,
    passesAt: null,
    letsRunGoOn: undefined,
    // Who waits for an override must be able to get one.
    tasksOverridable: stage.tasksOverridable || status === "awaiting_override",
    overridden: status === "awaiting_override" ? false : stage.overridden,
  });
  proceed(world, stage.runId, world.clock.now());
}

/** Whether the stage waits for somebody to override its failures. */
export function isOverridable(stage: TaskStageRecord): boolean {
  return stage.status === "awaiting_override";
}

/** Overrides the failures of a stage that {@link isOverridable} (service-api.md section 3.1): it runs on, and passes shortly after. */
export function overrideStage(world: World, stage: TaskStageRecord): TaskStageRecord {
  world.taskStages.put({
    ...stage,
    ...moved(world, TASK_STAGE, stage, "running", "override"),
    overridden: true,
    setByControl: false,
    passesAt: world.clock.now() + SECONDS_FROM_OVERRIDE_TO_PASSED * 1000,
  });
  proceed(world, stage.runId, world.clock.now());
  return world.taskStages.expect(stage.id);
}

/** An overridden stage comes to its end, and what failed in it counts as overridden. */
export function completeOverride(world: World, stage: TaskStageRecord, at: number): void {
  for (const evaluation of [...world.policyEvaluationsOf(stage.id).all()]) {
    if (evaluation.status !== "failed") continue;
    const overridden = moved(world, POLICY_EVALUATION, evaluation, "overridden", "override", at);
    world.policyEvaluations.put({ ...evaluation, ...overridden });
  }
  world.taskStages.put({ ...stage, passesAt: null });
  deriveStage(world, stage.id, "results", at);
}

/** Brings a stage to the status that follows from what is in it, and the run to where it is then. */
export function deriveStage(world: World, stageId: string, cause: Cause, at = world.clock.now()): void {
  const stage = world.taskStages.expect(stageId);
  const run = world.runs.expect(stage.runId);
  const byControl = cause === "control" || stage.setByControl;
  // What is at its end stays there: a stage that was given up does not come back for what is in it.
  if (run.canceled || run.discarded || (isFinal(TASK_STAGE, stage.status) && !byControl)) return;
  const facts: StageFacts = {
    results: world.taskResultsOf(stage.id).all(),
    policies: world.policyEvaluationsOf(stage.id).all(),
    tasksOverridable: stage.tasksOverridable,
    overridden: stage.overridden,
    underway: stage.passesAt !== null,
    advisoryFailures: world.advisoryFailures,
  };
  const status = stageStatus(facts);
  const derived = moved(world, TASK_STAGE, stage, status, byControl ? "control" : "results", at);
  const goesOn = status === "failed" && letsRunGoOn(facts) ? true : undefined;
  world.taskStages.put({ ...stage, ...derived, setByControl: false, letsRunGoOn: goesOn });
  proceed(world, run.id, at);
}
