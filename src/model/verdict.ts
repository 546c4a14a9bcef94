/** What a run's task stages mean together. */
export const VERDICTS = ["passed", "failed", "pending", "awaiting_override"] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * The verdict over a run's task stages:
 *
 * - `failed` when any stage failed, errored, was canceled or could not be reached: nothing that comes later mends that;
 * - else `awaiting_override` when any stage waits for a person;
 * - else `pending` when any stage is not at its end, or has a status this version does not know: never taken for passed;
 * - else `passed`. A run without task stages has nothing that could stop it: passed.
 */
export function verdictOf(stages: readonly { readonly status: string }[]): Verdict {
  const verdicts = stages.map((stage) => verdictOfStatus(stage.status));
  return BY_WEIGHT.find((verdict) => verdicts.includes(verdict)) ?? "passed";
}

const BY_WEIGHT: readonly Verdict[] = ["failed", "awaiting_override", "pending"];

function verdictOfStatus(status: string): Verdict {
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
