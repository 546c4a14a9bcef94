/** Whether a run's task stages let it continue. */
export const VERDICTS = ["passed", "failed", "pending", "awaiting_override"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** How failed advisory results affect the verdict. */
export const ADVISORY_FAILURES = ["block", "allow"] as const;
/**
 * - `block`: a stage with a failed advisory result counts as failed, even if the service lets it pass;
 * - `allow`: a stage in which only advisory results failed counts as passed, even if the service lets it fail.
 */
export type AdvisoryFailures = (typeof ADVISORY_FAILURES)[number];
export const DEFAULT_ADVISORY_FAILURES = "block" satisfies AdvisoryFailures;

/** The parts of a task stage that the verdict depends on. */
export interface VerdictStage {
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
 * The verdict of a run's task stages, from the verdict of each ({@link verdictOfStage}):
 *
 * - `failed` when any stage failed, which is final;
 * - else `awaiting_override` when any stage awaits an override;
 * - else `pending` when any stage has not finished;
 * - else `passed`, as for a run without task stages.
 */
export function verdictOf(stages: readonly VerdictStage[], advisoryFailures?: AdvisoryFailures): Verdict {
  return mostSevere(stages.map((stage) => verdictOfStage(stage, advisoryFailures)));
}

/**
 * The verdict of one stage: its status decides, except where only advisory results failed. Services differ in the
 * status of such a stage, `failed` or `passed`; the results are the same.
 */
export function verdictOfStage(
  stage: VerdictStage,
  advisoryFailures: AdvisoryFailures = DEFAULT_ADVISORY_FAILURES,
): Verdict {
  if (stage.status === "passed" && advisoryFailures === "block" && !wasOverridden(stage)) return advisoryVerdict(stage);
  if (stage.status === "failed" && advisoryFailures === "allow" && onlyAdvisoryFailed(stage)) return "passed";
  return verdictOfStatus(stage.status);
}

/**
 * The verdict for the status of a stage or a result. An unknown status never counts as passed.
 */
export function verdictOfStatus(status: string): Verdict {
  switch (status) {
    case "passed":
      return "passed";
    case "failed":
    case "errored":
    case "canceled":
    case "unreachable":
      return "failed";
    case "awaiting_override":
      return "awaiting_override";
    default:
      return "pending";
  }
}

const SEVERITY: readonly Verdict[] = ["failed", "awaiting_override", "pending"];

function mostSevere(verdicts: readonly Verdict[]): Verdict {
  return SEVERITY.find((verdict) => verdicts.includes(verdict)) ?? "passed";
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
