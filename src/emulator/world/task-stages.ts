import type { TaskResultStatus, TaskStageStatus } from "../../model";
import { isFinalResultStatus, RUN_STAGES } from "../../model";
import type {
  PolicyEvaluationRecord,
  PolicyEvaluationStatus,
  RunRecord,
  TaskResultRecord,
  TaskStageRecord,
} from "./records";
import { stageStatus } from "./stage-status";
import type { World } from "./world";

/**
 * How long, in emulated seconds, an overridden stage runs before it has passed. The response to an override thus shows `running`, as
 * the contract says; who looks again after a second, or after `advance(1)`, finds `passed`.
 */
export const SECONDS_FROM_OVERRIDE_TO_PASSED = 1;

/** What a run task says of its progress. */
export interface Report {
  readonly status: TaskResultStatus;
  readonly message?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/** Takes down what a run task said; the stage, and if that fails the later stages, follow. */
export function reportResult(world: World, result: TaskResultRecord, report: Report): TaskResultRecord {
  const reported = world.taskResults.put({
    ...result,
    ...reached(world, result, report.status),
    message: report.message === undefined ? result.message : report.message,
    url: report.url === undefined ? result.url : report.url,
  });
  deriveStage(world, result.taskStageId);
  return reported;
}

/** Takes down how a policy evaluation stands; the stage follows. */
export function reportPolicyEvaluation(
  world: World,
  evaluation: PolicyEvaluationRecord,
  status: PolicyEvaluationStatus,
): PolicyEvaluationRecord {
  const reported = world.policyEvaluations.put({ ...evaluation, ...reached(world, evaluation, status) });
  deriveStage(world, evaluation.taskStageId);
  return reported;
}

/** Puts a stage into a status of its own, whatever its results say, until the next report. */
export function setStageStatus(world: World, stage: TaskStageRecord, status: TaskStageStatus): TaskStageRecord {
  return world.taskStages.put({
    ...stage,
    ...reached(world, stage, status),
    passesAt: null,
    // Who waits for an override must be able to get one.
    tasksOverridable: stage.tasksOverridable || status === "awaiting_override",
    overridden: status === "awaiting_override" ? false : stage.overridden,
  });
}

/** Whether the stage waits for somebody to override its failures. */
export function isOverridable(stage: TaskStageRecord): boolean {
  return stage.status === "awaiting_override";
}

/** Overrides the failures of a stage that {@link isOverridable} (service-api.md section 3.1): it runs on, and passes shortly after. */
export function overrideStage(world: World, stage: TaskStageRecord): TaskStageRecord {
  return world.taskStages.put({
    ...stage,
    ...reached(world, stage, "running"),
    overridden: true,
    passesAt: world.clock.now() + SECONDS_FROM_OVERRIDE_TO_PASSED * 1000,
  });
}

/** Lets happen what is due by now: overridden stages come to `passed`. To be called before anybody looks. */
export function settle(world: World): void {
  const now = world.clock.now();
  for (const stage of [...world.stagesUnderway()]) {
    const due = stage.passesAt;
    if (due === null || due > now) continue;
    for (const evaluation of [...world.policyEvaluationsOf(stage.id).all()]) {
      if (evaluation.status === "failed") {
        world.policyEvaluations.put({ ...evaluation, ...reached(world, evaluation, "overridden", due) });
      }
    }
    world.taskStages.put({ ...stage, passesAt: null });
    deriveStage(world, stage.id, due);
  }
}

/** The stages of a run in the order in which it comes to them. */
export function stagesInOrder(world: World, run: RunRecord): readonly TaskStageRecord[] {
  return [...world.taskStagesOf(run.id).all()].sort(
    (one, other) => RUN_STAGES.indexOf(one.stage) - RUN_STAGES.indexOf(other.stage),
  );
}

/** Cancels what is not at its end in a stage. */
export function cancelStage(world: World, stage: TaskStageRecord): void {
  endOpen(world, stage, "canceled");
  if (!isEnded(stage.status)) {
    world.taskStages.put({ ...stage, ...reached(world, stage, "canceled"), passesAt: null });
  }
}

/** Brings a stage to the status that follows from what is in it. */
export function deriveStage(world: World, stageId: string, at = world.clock.now()): void {
  const stage = world.taskStages.expect(stageId);
  const run = world.runs.expect(stage.runId);
  if (run.canceled) return;
  const status = stageStatus({
    results: world.taskResultsOf(stage.id).all(),
    policies: world.policyEvaluationsOf(stage.id).all(),
    tasksOverridable: stage.tasksOverridable,
    overridden: stage.overridden,
    underway: stage.passesAt !== null,
  });
  const derived = world.taskStages.put({ ...stage, ...reached(world, stage, status, at) });
  if (stopsTheRun(derived)) giveUpLaterStages(world, run, derived);
}

/** A stage that ends without passing ends the run; after the apply there is nothing left to stop. */
function stopsTheRun(stage: TaskStageRecord): boolean {
  return isEnded(stage.status) && stage.status !== "passed" && stage.stage !== "post_apply";
}

/** The run never comes to the later stages: what waits there cannot be executed. */
function giveUpLaterStages(world: World, run: RunRecord, stopped: TaskStageRecord): void {
  const position = RUN_STAGES.indexOf(stopped.stage);
  for (const { id } of stagesInOrder(world, run)) {
    const later = world.taskStages.expect(id);
    if (RUN_STAGES.indexOf(later.stage) <= position || isEnded(later.status)) continue;
    endOpen(world, later, "unreachable");
    deriveStage(world, id);
  }
}

/** Ends every result and policy evaluation of a stage that is not at its end. */
function endOpen(world: World, stage: TaskStageRecord, status: "canceled" | "unreachable"): void {
  for (const result of [...world.taskResultsOf(stage.id).all()]) {
    if (!isFinalResultStatus(result.status)) world.taskResults.put({ ...result, ...reached(world, result, status) });
  }
  for (const evaluation of [...world.policyEvaluationsOf(stage.id).all()]) {
    if (["pending", "queued", "running"].includes(evaluation.status)) {
      world.policyEvaluations.put({ ...evaluation, ...reached(world, evaluation, status) });
    }
  }
}

function isEnded(status: TaskStageStatus): boolean {
  return ["passed", "failed", "errored", "canceled", "unreachable"].includes(status);
}

interface Reached<Status> {
  readonly status: Status;
  readonly statusTimestamps: Readonly<Record<string, string>>;
  readonly updatedAt: string;
}

/** What changes in anything that has a status when it comes to one: earlier timestamps stay. */
function reached<Status extends string>(
  world: World,
  before: {
    readonly status: string;
    readonly statusTimestamps: Readonly<Record<string, string>>;
    readonly updatedAt: string;
  },
  status: Status,
  at = world.clock.now(),
): Reached<Status> {
  if (before.status === status)
    return { status, statusTimestamps: before.statusTimestamps, updatedAt: before.updatedAt };
  const time = world.clock.statusTimestamp(at);
  // What returned something must have begun, even if it never said so.
  const begun: Readonly<Record<string, string>> =
    before.status === "pending" && !["running", "queued", "canceled", "unreachable"].includes(status)
      ? { "running-at": time }
      : {};
  return {
    status,
    statusTimestamps: { ...before.statusTimestamps, ...begun, [`${status.replaceAll("_", "-")}-at`]: time },
    updatedAt: world.clock.timestamp(at),
  };
}
