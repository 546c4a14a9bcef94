import { apply, type Outcome, type Outcomes } from "./apply";
import { isOutcomeUnknown } from "../../reconcile";
import type { Action } from "../plan/action";
import type { LiveOrganization } from "../plan-code";
import { during, type Listener } from "../events";

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
  listener: Listener,
  signal: AbortSignal,
): Promise<readonly ExecutedPlan[]> {
  const executed: ExecutedPlan[] = [];
  let isComplete = true;
  for (const organization of live) {
    const { plan, view } = organization;
    const { actions } = plan;
    if (!isComplete) {
      executed.push({ live: organization, outcomes: new Map(actions.map((action) => [action, { kind: "skipped" }])) });
      continue;
    }
    const work = { kind: "apply", organization: plan.organization, actions: actions.length } as const;
    const onProgress = (action: Action, outcome: Outcome | "started"): void =>
      listener({ kind: "action", action, outcome });
    const outcomes = await during(listener, work, () => apply(view, plan, { signal, onProgress }));
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
