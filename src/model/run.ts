/** The statuses in which a run has ended: it stays in them, and so do its task stages. */
const FINAL_RUN_STATUSES = [
  "applied",
  "planned_and_finished",
  "errored",
  "discarded",
  "canceled",
  "force_canceled",
  "policy_soft_failed",
] as const;

/**
 * All statuses of a run: those on its way in their order, then the final ones.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run#run-states
 */
export const RUN_STATUSES = [
  "pending",
  "fetching",
  "fetching_completed",
  "pre_plan_running",
  "pre_plan_awaiting_decision",
  "pre_plan_completed",
  "queuing",
  "plan_queued",
  "planning",
  "planned",
  "planned_and_saved",
  "tf_policy_override",
  "tf_policy_checked",
  "post_plan_running",
  "post_plan_awaiting_decision",
  "post_plan_completed",
  "cost_estimating",
  "cost_estimated",
  "policy_checking",
  "policy_override",
  "policy_checked",
  "assessing",
  "assessed",
  "confirmed",
  "pre_apply_running",
  "pre_apply_awaiting_decision",
  "pre_apply_completed",
  "queuing_apply",
  "apply_queued",
  "applying",
  "post_apply_running",
  "post_apply_awaiting_decision",
  "post_apply_completed",
  ...FINAL_RUN_STATUSES,
] as const;
/** The status of a run. */
export type RunStatus = (typeof RUN_STATUSES)[number];

/**
 * A run of a workspace.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run
 */
export interface Run {
  /** Identifier, prefix `run-`. */
  readonly id: string;
  /** One of {@link RunStatus}, or a status that the service adds later. */
  readonly status: RunStatus | (string & {});
  /** Whether the run only plans; undefined where the response does not contain it. */
  readonly isPlanOnly: boolean | undefined;
  /** Whether the run waits for its plan to be confirmed; undefined where the response does not contain it. */
  readonly isConfirmable: boolean | undefined;
}

/** Whether a run with this status has ended. An unknown status is not final. */
export function isFinalRunStatus(status: string): boolean {
  return FINAL_RUN_STATUSES.some((final) => final === status);
}
