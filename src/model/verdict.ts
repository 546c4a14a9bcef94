/** Whether a run may be relied on: what it waits for, by itself and in its task stages, and how it ended. */
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

/** `passed` is the least severe. */
const SEVERITY: readonly Verdict[] = ["failed", "awaiting_override", "pending"];

/** The most severe of the verdicts; `passed` if there are none. */
export function mostSevere(verdicts: readonly Verdict[]): Verdict {
  return SEVERITY.find((verdict) => verdicts.includes(verdict)) ?? "passed";
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
