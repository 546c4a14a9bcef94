import { hasEnded, type VerdictRun } from "./run-verdict";
import { DEFAULT_ADVISORY_FAILURES, mostSevere, verdictOfStatus, type AdvisoryFailures, type Verdict } from "./verdict";

/** The parts of a task stage that the verdict depends on. */
export interface VerdictStage {
  readonly stage: string;
  readonly status: string;
  /** `<status>-at` → timestamp. */
  readonly statusTimestamps: Readonly<Record<string, string>>;
  readonly taskResults: readonly {
    readonly status: string;
    /** Null when the service does not send it. */
    readonly workspaceTaskEnforcementLevel: string | null;
  }[];
  readonly policyEvaluationIds: readonly string[];
  /** The policy evaluations that could be read; others may have failed. */
  readonly policyEvaluations: readonly {
    readonly status: string;
    readonly resultCounts: Readonly<Record<string, number>>;
  }[];
}

/**
 * The verdict of one stage: its status decides, except where only advisory results failed. Services differ in the
 * status of such a stage, `failed` or `passed`; the results are the same. Once the run has ended, a stage that has not
 * counts as failed: it never will.
 */
export function verdictOfStage(
  stage: VerdictStage,
  run: VerdictRun | undefined,
  advisoryFailures: AdvisoryFailures = DEFAULT_ADVISORY_FAILURES,
): Verdict {
  const verdict = verdictSoFar(stage, advisoryFailures);
  return verdict !== "passed" && hasEnded(run) ? "failed" : verdict;
}

function verdictSoFar(stage: VerdictStage, advisoryFailures: AdvisoryFailures): Verdict {
  if (stage.status === "passed" && advisoryFailures === "block" && !wasOverridden(stage)) return advisoryVerdict(stage);
  if (stage.status === "failed" && advisoryFailures === "allow" && onlyAdvisoryFailed(stage)) return "passed";
  return verdictOfStatus(stage.status);
}

/**
 * Whether the stage awaited an override and continues or has passed: an override applies to all failures in the stage.
 * The service has no attribute for this.
 */
export function wasOverridden({
  status,
  statusTimestamps,
}: Pick<VerdictStage, "status" | "statusTimestamps">): boolean {
  return (status === "running" || status === "passed") && "awaiting-override-at" in statusTimestamps;
}

/**
 * For a stage that passed, in which no mandatory result can have failed. A result without a level counts as advisory.
 */
function advisoryVerdict({ taskResults }: VerdictStage): Verdict {
  const advisory = taskResults.filter((result) => result.workspaceTaskEnforcementLevel !== "mandatory");
  return mostSevere(advisory.map((result) => verdictOfStatus(result.status)));
}

/**
 * For a stage that failed. A result without a level counts as mandatory, as does an unread policy evaluation.
 */
function onlyAdvisoryFailed({ taskResults, policyEvaluationIds, policyEvaluations }: VerdictStage): boolean {
  const isAdvisory = (result: VerdictStage["taskResults"][0]): boolean =>
    result.workspaceTaskEnforcementLevel === "advisory";
  return (
    taskResults.some((result) => isAdvisory(result) && verdictOfStatus(result.status) === "failed") &&
    taskResults.every((result) => isAdvisory(result) || result.status === "passed") &&
    policyEvaluations.length >= policyEvaluationIds.length &&
    policyEvaluations.every(allowsRun)
  );
}

/** Whether a policy evaluation lets a run continue: it passed, was overridden, or only advisory policies failed. */
function allowsRun({ status, resultCounts }: VerdictStage["policyEvaluations"][0]): boolean {
  if (status === "passed" || status === "overridden") return true;
  const count = (name: string): number => resultCounts[name] ?? 0;
  const onlyAdvisory = count("advisory-failed") > 0 && count("mandatory-failed") + count("errored") === 0;
  return status === "failed" && onlyAdvisory;
}
