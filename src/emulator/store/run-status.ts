import type { RunStage } from "../../model";
import type { RunRecord, TaskStageRecord } from "./records";

/** Final statuses of a run. */
const FINAL = ["canceled", "discarded", "errored", "planned_and_finished", "applied"];

/** Statuses of a run that waits for its plan to be confirmed or discarded. */
const AWAITING_CONFIRMATION = ["planned", "post_plan_completed"];

/**
 * The status of a run, derived from its stages in order. Plan and apply take no time, so a run whose stages have all
 * passed has completed, unless its apply needs confirmation.
 */
export function statusByStages(run: RunRecord, stages: readonly TaskStageRecord[]): string {
  if (run.canceled) return "canceled";
  if (run.discarded) return "discarded";
  for (const [index, record] of stages.entries()) {
    const { stage, status } = record;
    if (isPartOfApply(stage) && !isConfirmed(run)) return awaitingConfirmation(stages);
    switch (status) {
      case "passed":
        continue;
      case "pending":
        return index === 0 && !run.confirmed ? "pending" : `${stage}_running`;
      case "running":
        return `${stage}_running`;
      case "awaiting_override":
        return `${stage}_awaiting_decision`;
      case "failed":
      case "errored":
      case "unreachable":
      case "canceled":
        if (endsRun(record)) return "errored";
    }
  }
  if (run.isSpeculative) return "planned_and_finished";
  return isConfirmed(run) ? "applied" : awaitingConfirmation(stages);
}

/**
 * Whether a completed stage ends its run: it did not pass, and not only advisory results failed. After the apply a
 * failure is only a warning.
 */
export function endsRun({ stage, status, letsRunGoOn }: TaskStageRecord): boolean {
  return status !== "passed" && letsRunGoOn !== true && stage !== "post_apply";
}

export function isFinalRunStatus(status: string): boolean {
  return FINAL.includes(status);
}

/** Whether the run waits for its plan to be confirmed. */
export function isConfirmable(status: string): boolean {
  return AWAITING_CONFIRMATION.includes(status);
}

/** Whether the run can be canceled. One that waits for confirmation is discarded instead. */
export function isCancelable(status: string): boolean {
  return !isFinalRunStatus(status) && !isConfirmable(status);
}

/** Whether the run can be discarded: it is pending, or waits for a decision. */
export function isDiscardable(status: string): boolean {
  return status === "pending" || isConfirmable(status) || status.endsWith("_awaiting_decision");
}

/**
 * Whether the run can continue after its plan. A plan-only run needs no confirmation, and also has the stages of the
 * apply if its workspace has tasks in them.
 */
export function isConfirmed(run: RunRecord): boolean {
  return run.isSpeculative || run.autoApply || run.confirmed;
}

export function isPartOfApply(stage: RunStage): boolean {
  return stage === "pre_apply" || stage === "post_apply";
}

function awaitingConfirmation(stages: readonly TaskStageRecord[]): string {
  return stages.some(({ stage }) => stage === "post_plan") ? "post_plan_completed" : "planned";
}
