import { executePlan, skipped, type Outcome } from "./execute-plan";
import { isOutcomeUnknown } from "../../reconcile";
import type { LiveOrganization } from "../plan-code";
import { during, type Listener } from "../events";
import { MoveBatches, type BatchOptions } from "./move-batches";
import { checkPermitted } from "./permission-check";

/** The plan of one organization, with the outcome of each action. */
export interface ExecutedPlan {
  readonly live: LiveOrganization;
  /** In the order of the plan's actions; empty if it was not applied. */
  readonly outcomes: readonly Outcome[];
}

/** How many of all changes were made: all, some or none. */
export type ExecutionResult = "complete" | "partial" | "none";

/**
 * Applies the plans of organizations one after the other, until one of them is not applied completely.
 *
 * @param batch - How moves are divided. @default each move is one request
 * @throws BlockedPlanError before the first change, when the token may not make one of them.
 */
export async function executePlans(
  live: readonly LiveOrganization[],
  listener: Listener,
  signal: AbortSignal,
  batch?: BatchOptions,
): Promise<readonly ExecutedPlan[]> {
  const plans = live.map(({ plan }) => plan);
  checkPermitted(plans);
  const batches = batch === undefined ? undefined : new MoveBatches(plans, batch);
  const executed: ExecutedPlan[] = [];
  let isComplete = true;
  for (const organization of live) {
    const { plan, view } = organization;
    if (!isComplete) {
      executed.push({ live: organization, outcomes: skipped(plan, batches) });
      continue;
    }
    const work = { kind: "apply", organization: plan.organization, actions: plan.actions.length } as const;
    const options = { signal, onEvent: listener, batches };
    const { outcomes } = await during(listener, work, () => executePlan(view, plan, options));
    isComplete = outcomes.every(({ kind }) => kind === "done");
    executed.push({ live: organization, outcomes });
  }
  return executed;
}

export function resultOf(executed: readonly ExecutedPlan[]): ExecutionResult {
  return resultOfOutcomes(executed.flatMap(({ outcomes }) => outcomes));
}

export function resultOfOutcomes(outcomes: readonly Outcome[]): ExecutionResult {
  if (outcomes.every(({ kind }) => kind === "done")) return "complete";
  return outcomes.some(mayBeApplied) ? "partial" : "none";
}

/** A write whose response was lost may have been applied. */
function mayBeApplied(outcome: Outcome): boolean {
  if (outcome.kind === "done" || outcome.batches?.some(({ kind }) => kind === "done") === true) return true;
  return outcome.kind === "failed" && isOutcomeUnknown(outcome.error);
}
