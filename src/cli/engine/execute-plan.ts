import { apply, isOutcomeUnknown, type Action, type Outcome, type Outcomes } from "../../reconcile";
import type { LiveOrganization } from "./plan-code";
import type { Progress } from "./progress";

/** The plan of one organization, with the outcome of each action. */
export interface ExecutedPlan {
  readonly live: LiveOrganization;
  readonly outcomes: Outcomes;
}

/** How many of all changes were made: all, some or none. */
export type ExecutionResult = "complete" | "partial" | "none";

/** Applies the plans of organizations one after the other, until one of them is not applied completely. */
export async function executePlans(
  live: readonly LiveOrganization[],
  progress: Progress,
  signal: AbortSignal,
): Promise<readonly ExecutedPlan[]> {
  const executed: ExecutedPlan[] = [];
  let isComplete = true;
  for (const organization of live) {
    const { plan, view } = organization;
    const { actions } = plan;
    if (!isComplete) {
      executed.push({ live: organization, outcomes: new Map(actions.map(({ id }) => [id, { kind: "skipped" }])) });
      continue;
    }
    progress.start(`Applying changes to ${plan.organization}`, "changes", actions.length);
    const outcomes = await apply(view, plan, {
      signal,
      onProgress: (_action: Action, outcome) => {
        if (outcome !== "started") progress.increment("changes");
      },
    }).finally(() => progress.stop());
    isComplete = [...outcomes.values()].every(({ kind }) => kind === "done");
    executed.push({ live: organization, outcomes });
  }
  return executed;
}

export function resultOf(executed: readonly ExecutedPlan[]): ExecutionResult {
  const outcomes = executed.flatMap((it) => [...it.outcomes.values()]);
  if (outcomes.every(({ kind }) => kind === "done")) return "complete";
  return outcomes.some(mayBeApplied) ? "partial" : "none";
}

/** A write whose response was lost may have been applied. */
function mayBeApplied(outcome: Outcome): boolean {
  return outcome.kind === "done" || (outcome.kind === "failed" && isOutcomeUnknown(outcome.error));
}
