import type { RunStage } from "../../model";
import type { RunRecord, TaskStageRecord } from "./records";

/** Run statuses in which a run stays. */
const FINAL = ["canceled", "discarded", "errored", "planned_and_finished", "applied"];

/** Run statuses in which a run that is not applied automatically waits for somebody to confirm or discard its plan. */
const AWAITING_CONFIRMATION = ["planned", "post_plan_completed"];

/**
 * The status of a run as its task stages make it, in order. Between them the emulator plans and applies nothing, so both take no time: a
 * run whose stages have all passed is at its end, unless its apply is to be confirmed.
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
 * Whether a stage that is at its end stops its run: it did not pass, and more than advisory results failed. What is applied is applied: a
 * failure afterwards is only a warning (facts, section 6.2).
 */
export function endsRun({ stage, status, letsRunGoOn }: TaskStageRecord): boolean {
  return status !== "passed" && letsRunGoOn !== true && stage !== "post_apply";
}

export function isFinalRunStatus(status: string): boolean {
  return FINAL.includes(status);
}

/** Whether the run waits for somebody to say that it is to be applied. */
export function isConfirmable(status: string): boolean {
  return AWAITING_CONFIRMATION.includes(status);
}

/** Whether the run can be canceled: it works at something. One that waits for confirmation is discarded instead. */
export function isCancelable(status: string): boolean {
  return !isFinalRunStatus(status) && !isConfirmable(status);
}

/** Whether the run can be given up without being applied: it has not begun, or waits for somebody's decision. */
export function isDiscardable(status: string): boolean {
  return status === "pending" || isConfirmable(status) || status.endsWith("_awaiting_decision");
}

/**
 * Whether the run may go on past its plan. One that plans only has nothing to confirm; that it comes to the stages of the apply all the same,
 * if its workspace has tasks there, is as section 1 of service-api.md says: a stage for each run stage with tasks.
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
