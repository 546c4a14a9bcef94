import type { RunStatus, Verdict } from "../../src/model";

/** The verdict of a run that has this status, by what decides it. */
export interface ExpectedVerdicts {
  readonly ofRun: Verdict;
  /** All stages and the run: `post_plan` has passed. */
  readonly all: Verdict;
  /** All stages and the run: it has none. */
  readonly none: Verdict;
  /** Only `pre_plan`, which has passed. */
  readonly prePlan: Verdict;
  /** Only `post_plan`, which has passed. */
  readonly postPlan: Verdict;
  /** Only `post_plan`, which is running. */
  readonly running: Verdict;
}

const row = (...verdicts: [Verdict, Verdict, Verdict, Verdict, Verdict, Verdict]): ExpectedVerdicts => {
  const [ofRun, all, none, prePlan, postPlan, running] = verdicts;
  return { ofRun, all, none, prePlan, postPlan, running };
};

const GOES_ON = row("pending", "pending", "pending", "passed", "passed", "pending");
const WAITS = row("passed", "passed", "passed", "passed", "passed", "pending");
const ENDED_WELL = row("passed", "passed", "passed", "passed", "passed", "failed");
const AWAITS_DECISION = row(
  "awaiting_override",
  "awaiting_override",
  "awaiting_override",
  "passed",
  "awaiting_override",
  "awaiting_override",
);
const FAILED = row("failed", "failed", "failed", "failed", "failed", "failed");

/** By status; `*` behind it: the run waits for its plan to be confirmed. */
const EXPECTED: Readonly<Record<RunStatus, ExpectedVerdicts>> & Readonly<Record<`${string}*`, ExpectedVerdicts>> = {
  pending: GOES_ON,
  fetching: GOES_ON,
  fetching_completed: GOES_ON,
  pre_plan_running: GOES_ON,
  pre_plan_awaiting_decision: AWAITS_DECISION,
  pre_plan_completed: GOES_ON,
  queuing: GOES_ON,
  plan_queued: GOES_ON,
  planning: GOES_ON,
  planned: GOES_ON,
  "planned*": WAITS,
  planned_and_saved: WAITS,
  tf_policy_override: AWAITS_DECISION,
  tf_policy_checked: GOES_ON,
  "tf_policy_checked*": WAITS,
  post_plan_running: GOES_ON,
  post_plan_awaiting_decision: AWAITS_DECISION,
  post_plan_completed: GOES_ON,
  "post_plan_completed*": WAITS,
  cost_estimating: GOES_ON,
  cost_estimated: GOES_ON,
  "cost_estimated*": WAITS,
  policy_checking: GOES_ON,
  policy_override: AWAITS_DECISION,
  policy_checked: GOES_ON,
  "policy_checked*": WAITS,
  assessing: GOES_ON,
  assessed: GOES_ON,
  confirmed: WAITS,
  pre_apply_running: WAITS,
  pre_apply_awaiting_decision: AWAITS_DECISION,
  pre_apply_completed: WAITS,
  queuing_apply: WAITS,
  apply_queued: WAITS,
  applying: WAITS,
  post_apply_running: WAITS,
  post_apply_awaiting_decision: AWAITS_DECISION,
  post_apply_completed: WAITS,
  applied: ENDED_WELL,
  planned_and_finished: ENDED_WELL,
  errored: FAILED,
  discarded: FAILED,
  canceled: FAILED,
  force_canceled: FAILED,
  policy_soft_failed: FAILED,
};

/** Each case with its status, and whether the run waits for its plan to be confirmed. */
export const RUN_CASES = Object.entries(EXPECTED).map(([name, expected]) => ({
  name,
  status: name.replace("*", "") as RunStatus,
  isConfirmable: name.endsWith("*"),
  expected,
}));
