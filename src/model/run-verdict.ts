import { ownMember } from "../own-member";
import { isFinalRunStatus, type Run, type RunStatus } from "./run";
import type { Verdict } from "./verdict";

/** The parts of a run that the verdict depends on. */
export type VerdictRun = Pick<Run, "status" | "isPlanOnly" | "isConfirmable">;

/**
 * The verdict of a run by its own status, without its task stages. One that waits for its plan to be confirmed has
 * passed: whether it was applied, its status says.
 */
export function verdictOfRun({ status, isConfirmable }: VerdictRun): Verdict {
  const verdict = ownMember(RUN_VERDICTS, status) ?? "pending";
  if (verdict === "confirmable") return isConfirmable === true ? "passed" : "pending";
  return verdict;
}

/** By status; `confirmable` is passed if the run waits for its plan to be confirmed, and pending otherwise. */
const RUN_VERDICTS: Readonly<Record<RunStatus, Verdict | "confirmable">> = {
  pending: "pending",
  fetching: "pending",
  fetching_completed: "pending",
  pre_plan_running: "pending",
  pre_plan_awaiting_decision: "awaiting_override",
  pre_plan_completed: "pending",
  queuing: "pending",
  plan_queued: "pending",
  planning: "pending",
  planned: "confirmable",
  planned_and_saved: "passed",
  tf_policy_override: "awaiting_override",
  tf_policy_checked: "confirmable",
  post_plan_running: "pending",
  post_plan_awaiting_decision: "awaiting_override",
  post_plan_completed: "confirmable",
  cost_estimating: "pending",
  cost_estimated: "confirmable",
  policy_checking: "pending",
  policy_override: "awaiting_override",
  policy_checked: "confirmable",
  assessing: "pending",
  assessed: "pending",
  confirmed: "passed",
  pre_apply_running: "passed",
  pre_apply_awaiting_decision: "awaiting_override",
  pre_apply_completed: "passed",
  queuing_apply: "passed",
  apply_queued: "passed",
  applying: "passed",
  post_apply_running: "passed",
  post_apply_awaiting_decision: "awaiting_override",
  post_apply_completed: "passed",
  applied: "passed",
  planned_and_finished: "passed",
  errored: "failed",
  discarded: "failed",
  canceled: "failed",
  force_canceled: "failed",
  policy_soft_failed: "failed",
};

/** Whether a run has ended, so that nothing in it is pending any more. */
export function hasEnded(run: VerdictRun | undefined): boolean {
  return run !== undefined && isFinalRunStatus(run.status);
}
