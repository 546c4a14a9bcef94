import type { EnforcementLevel, TaskResultStatus, TaskStageStatus } from "../../model";
import { isFinalResultStatus } from "../../model";
import type { AdvisoryFailuresOption } from "../engine/choices";
import type { PolicyEvaluationStatus } from "../kinds/policy-evaluation";

/** What the status of a task stage is derived from. */
export interface StageInput {
  readonly results: readonly { readonly status: TaskResultStatus; readonly enforcementLevel: EnforcementLevel }[];
  readonly policies: readonly {
    readonly status: PolicyEvaluationStatus;
    readonly enforcementLevel: EnforcementLevel;
    readonly overridable: boolean;
  }[];
  /** Whether failed tasks of the stage can be overridden. */
  readonly tasksOverridable: boolean;
  readonly overridden: boolean;
  /** Overridden, and not passed yet. */
  readonly underway: boolean;
  readonly advisoryFailures: AdvisoryFailuresOption;
}

interface StageRule {
  readonly status: TaskStageStatus;
  /** Completes the sentence "the stage is … because". */
  readonly reason: string;
  readonly when: (facts: StageInput) => boolean;
}

/**
 * Derives the status of a stage from its results and policy evaluations: the first rule that applies. HashiCorp
 * documents the meanings of the statuses, that an advisory failure never stops the run, and that the most restrictive
 * of mixed failures decides; the order of the rules is our choice. An advisory policy is not a result, so its failure
 * does not fail the stage. `canceled` comes from canceling the run.
 */
export const STAGE_RULES: readonly StageRule[] = [
  { status: "running", reason: "it was overridden and continues", when: (facts) => facts.underway },
  { status: "passed", reason: "its failures were overridden", when: (facts) => facts.overridden },
  {
    status: "pending",
    reason: "nothing in it has started",
    when: (facts) => statuses(facts).length > 0 && statuses(facts).every((status) => status === "pending"),
  },
  {
    status: "running",
    reason: "something in it has not completed",
    when: (facts) => statuses(facts).some((status) => !isFinalResultStatus(status) || status === "queued"),
  },
  {
    status: "unreachable",
    reason: "everything in it was unreachable, and some of it is mandatory",
    when: (facts) => failures(facts).length > 0 && statuses(facts).every((status) => status === "unreachable"),
  },
  {
    status: "errored",
    reason: "a mandatory policy evaluation errored",
    when: (facts) =>
      facts.policies.some((policy) => policy.status === "errored" && policy.enforcementLevel === "mandatory"),
  },
  {
    status: "failed",
    reason: "a mandatory failure cannot be overridden",
    when: (facts) => failures(facts).some((failure) => !failure.overridable),
  },
  {
    status: "awaiting_override",
    reason: "all mandatory failures can be overridden",
    when: (facts) => failures(facts).length > 0,
  },
  {
    status: "failed",
    reason: "an advisory result failed",
    when: (facts) => facts.advisoryFailures === "fail" && facts.results.some((result) => result.status !== "passed"),
  },
  { status: "passed", reason: "no result and nothing mandatory failed", when: () => true },
];

/** Whether a stage that did not pass lets its run continue: only advisory results failed. */
export function allowsRunToContinue(facts: StageInput): boolean {
  return stageStatus({ ...facts, advisoryFailures: "pass" }) === "passed";
}

export function stageStatus(facts: StageInput): TaskStageStatus {
  return STAGE_RULES.find((rule) => rule.when(facts))?.status ?? "passed";
}

function statuses(facts: StageInput): readonly string[] {
  return [...facts.results, ...facts.policies].map((it) => it.status);
}

/** Mandatory results and policies that did not pass. */
function failures(facts: StageInput): readonly { readonly overridable: boolean }[] {
  const tasks = facts.results
    .filter((result) => result.enforcementLevel === "mandatory" && result.status !== "passed")
    .map((result) => ({ overridable: facts.tasksOverridable && result.status !== "unreachable" }));
  const policies = facts.policies.filter(
    (policy) => policy.enforcementLevel === "mandatory" && policy.status !== "passed" && policy.status !== "overridden",
  );
  return [...tasks, ...policies];
}
