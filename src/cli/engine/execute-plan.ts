import { apply, isOutcomeUnknown, type Action, type Outcome, type Outcomes } from "../../reconcile";
import type { LiveOrganization } from "./plan-code";
import type { Progress } from "./progress";

/** How the plan of one organization was carried out. */
export interface ExecutedPlan {
  readonly live: LiveOrganization;
  readonly outcomes: Outcomes;
}

/** How it all ended: `partly` when some actions are done and some are not. */
export type ExecutionResult = "done" | "partly" | "nothing";

/** Applies the plans of organizations, one after the other; after one that was not done wholly no other is begun. */
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
    progress.start(`Applying to ${plan.organization}`, "changes", actions.length);
    const outcomes = await apply(view, plan, {
      signal,
      onProgress: (_action: Action, outcome) => {
        if (outcome !== "started") progress.increment();
      },
    });
    progress.stop();
    isComplete = [...outcomes.values()].every(({ kind }) => kind === "done");
    executed.push({ live: organization, outcomes });
  }
  return executed;
}

export function resultOf(executed: readonly ExecutedPlan[]): ExecutionResult {
  const outcomes = executed.flatMap((it) => [...it.outcomes.values()]);
  if (outcomes.every(({ kind }) => kind === "done")) return "done";
  return outcomes.some(mayBeApplied) ? "partly" : "nothing";
}

/** Of a write whose answer was lost nobody knows. */
function mayBeApplied(outcome: Outcome): boolean {
  return outcome.kind === "done" || (outcome.kind === "failed" && isOutcomeUnknown(outcome.error));
}
