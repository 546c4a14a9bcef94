/** What a run's task stages mean together. */
export const VERDICTS = ["passed", "failed", "pending", "awaiting_override"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What failed advisory results mean for the verdict. */
export const ADVISORY_FAILURES = ["block", "allow"] as const;
/**
 * - `block`: a stage with a failed advisory result has failed, also where the service lets the stage pass;
 * - `allow`: a stage in which nothing but advisory results failed has passed, also where the service has the stage
 *   fail.
 */
export type AdvisoryFailures = (typeof ADVISORY_FAILURES)[number];
export const DEFAULT_ADVISORY_FAILURES = "block" satisfies AdvisoryFailures;

/** A task stage as far as the verdict over it needs it. */
export interface VerdictStage {
  readonly status: string;
  /** `<status>-at` → timestamp. */
  readonly statusTimestamps: Readonly<Record<string, string>>;
  readonly taskResults: readonly {
    readonly status: string;
    /** Null when the service does not say. */
    readonly workspaceTaskEnforcementLevel: string | null;
  }[];
  readonly policyEvaluationIds: readonly string[];
  /** Those that were read; one that was not may have failed. */
  readonly policyEvaluations: readonly {
    readonly status: string;
    readonly resultCounts: Readonly<Record<string, number>>;
  }[];
}

/**
 * The verdict over a run's task stages, by the verdict over each ({@link verdictOfStage}):
 *
 * - `failed` when any stage has failed: nothing that comes later mends that;
 * - else `awaiting_override` when any stage waits for a person;
 * - else `pending` when any stage is not at its end;
 * - else `passed`. A run without task stages has nothing that could stop it: passed.
 */
export function verdictOf(stages: readonly VerdictStage[], advisoryFailures?: AdvisoryFailures): Verdict {
  return mostSevere(stages.map((stage) => verdictOfStage(stage, advisoryFailures)));
}

/**
 * The verdict over one stage: its status decides, except where only advisory results failed. Of such a stage one
 * service says `failed`, as its contract has it, and another `passed`; what the results say is the same in both.
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
 * The verdict that a status gives, of a stage or a result. A status that this version does not know is never taken for
 * passed.
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

/** Whoever overrides a stage lets all that failed in it pass. */
function wasOverridden({ statusTimestamps }: VerdictStage): boolean {
  return "awaiting-override-at" in statusTimestamps;
}

/**
 * Of a stage that the service let pass: what failed in it cannot have been mandatory. Without a level, a result counts
 * as advisory.
 */
function advisoryVerdict({ taskResults }: VerdictStage): Verdict {
  const advisory = taskResults.filter((result) => result.workspaceTaskEnforcementLevel !== "mandatory");
  return mostSevere(advisory.map((result) => verdictOfStatus(result.status)));
}

/**
 * Of a stage that has failed. Without a level, a result counts as mandatory; so does a policy evaluation that was not
 * read.
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

/** Whether a policy evaluation lets a run go on: it passed, was overridden, or only advisory policies failed in it. */
function allowsRun({ status, resultCounts }: VerdictStage["policyEvaluations"][0]): boolean {
  if (status === "passed" || status === "overridden") return true;
  const count = (name: string): number => resultCounts[name] ?? 0;
  const onlyAdvisory = count("advisory-failed") > 0 && count("mandatory-failed") + count("errored") === 0;
  return status === "failed" && onlyAdvisory;
}
