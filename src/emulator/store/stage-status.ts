import type { EnforcementLevel, TaskResultStatus, TaskStageStatus } from "../../model";
import { isFinalResultStatus } from "../../model";
import type { PolicyEvaluationStatus } from "./records";

/**
 * What becomes of a stage in which only advisory results failed; its run goes on either way:
 *
 * - `fail`: the stage has failed, as its contract says of a stage in which one or more results failed;
 * - `pass`: the stage has passed, as HashiCorp's own command line shows it.
 */
export type AdvisoryFailuresOption = "fail" | "pass";

/** What the status of a task stage follows from. */
export interface StageInput {
  readonly results: readonly { readonly status: TaskResultStatus; readonly enforcementLevel: EnforcementLevel }[];
  readonly policies: readonly {
    readonly status: PolicyEvaluationStatus;
    readonly enforcementLevel: EnforcementLevel;
    readonly overridable: boolean;
  }[];
  /** Whether failed tasks of this stage may be overridden. */
  readonly tasksOverridable: boolean;
  readonly overridden: boolean;
  /** Overridden a moment ago: the run goes on, the stage has not yet passed. */
  readonly underway: boolean;
  readonly advisoryFailures: AdvisoryFailuresOption;
}

interface StageRule {
  readonly status: TaskStageStatus;
  /** Read after "the stage is … because". */
  readonly reason: string;
  readonly when: (facts: StageInput) => boolean;
}

/**
 * How the status of a stage follows from its results and policy evaluations: the first rule that holds. The contract gives the meaning
 * of the statuses (service-api.md section 3.1: all results passed, one or more failed) and one transition, override; the rest is as facts
 * section 6.2 proposes, read so that what is documented there holds: an advisory failure of any kind lets the run go on, and where failures
 * are mixed, the most restrictive decides. An advisory policy is no result of the stage: its failure is no failure of the stage.
 * `canceled` is not here: it comes from canceling the run.
 */
export const STAGE_RULES: readonly StageRule[] = [
  { status: "running", reason: "it was overridden and goes on", when: (facts) => facts.underway },
  { status: "passed", reason: "its failures were overridden", when: (facts) => facts.overridden },
  {
    status: "pending",
    reason: "nothing in it has begun",
    when: (facts) => statuses(facts).length > 0 && statuses(facts).every((status) => status === "pending"),
  },
  {
    status: "running",
    reason: "something in it has not completed",
    when: (facts) => statuses(facts).some((status) => !isFinalResultStatus(status) || status === "queued"),
  },
  {
    status: "unreachable",
    reason: "nothing in it could be executed, and some of it is mandatory",
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
    reason: "something mandatory failed that may not be overridden",
    when: (facts) => failures(facts).some((failure) => !failure.overridable),
  },
  {
    status: "awaiting_override",
    reason: "all that failed may be overridden",
    when: (facts) => failures(facts).length > 0,
  },
  {
    status: "failed",
    reason: "a result failed, though only an advisory one",
    when: (facts) => facts.advisoryFailures === "fail" && facts.results.some((result) => result.status !== "passed"),
  },
  { status: "passed", reason: "no result failed, and nothing mandatory", when: () => true },
];

/** Whether a stage that ended without passing lets its run go on: only advisory results failed in it. */
export function allowsRunToContinue(facts: StageInput): boolean {
  return stageStatus({ ...facts, advisoryFailures: "pass" }) === "passed";
}

export function stageStatus(facts: StageInput): TaskStageStatus {
  return STAGE_RULES.find((rule) => rule.when(facts))?.status ?? "passed";
}

function statuses(facts: StageInput): readonly string[] {
  return [...facts.results, ...facts.policies].map((it) => it.status);
}

/** Mandatory results and policies that ended without passing; an advisory failure is a warning. */
function failures(facts: StageInput): readonly { readonly overridable: boolean }[] {
  const tasks = facts.results
    .filter((result) => result.enforcementLevel === "mandatory" && result.status !== "passed")
    .map((result) => ({ overridable: facts.tasksOverridable && result.status !== "unreachable" }));
  const policies = facts.policies.filter(
    (policy) => policy.enforcementLevel === "mandatory" && policy.status !== "passed" && policy.status !== "overridden",
  );
  return [...tasks, ...policies];
}
