import { isOutcomeUnknown } from "../../reconcile";
import type { OrganizationView } from "../../reconcile/view";
import { during, type Listener, type Outcome, type PlanOutcome, type Skipped } from "../events";
import { executePlan, type ExecuteOptions, type Execution } from "./execute-plan";

/** The plan of an organization, and the view that it was made from. */
export interface CurrentPlan extends Pick<PlanOutcome, "plan" | "doneBefore"> {
  readonly view: OrganizationView;
}

export interface ExecutedPlan extends PlanOutcome, Execution {}

const AFTER_ANOTHER: Skipped = { kind: "skipped", reason: "earlier-organization" };

/** How many of all changes were made: all, some or none. */
export type ExecutionResult = "complete" | "partial" | "none";

/**
 * Executes the plans of organizations one after the other, until one of them is not applied completely. That they may
 * be applied was checked before.
 */
export async function executePlans(
  planned: readonly CurrentPlan[],
  options: ExecuteOptions,
  listener: Listener,
): Promise<readonly ExecutedPlan[]> {
  const executed: ExecutedPlan[] = [];
  let isComplete = true;
  for (const { view, ...organization } of planned) {
    const { plan } = organization;
    const work = { kind: "apply", organization: plan.organization, actions: plan.actions.length } as const;
    const run = (): Promise<Execution> => executePlan(view, plan, options);
    const execution: Execution = isComplete
      ? await during(listener, work, run)
      : { outcomes: plan.actions.map(() => AFTER_ANOTHER) };
    isComplete &&= execution.outcomes.every(({ kind }) => kind === "done");
    executed.push({ ...organization, ...execution });
  }
  return executed;
}

export function resultOf(executed: readonly Pick<ExecutedPlan, "outcomes">[]): ExecutionResult {
  const all = executed.flatMap(({ outcomes }) => outcomes);
  if (all.every(({ kind }) => kind === "done")) return "complete";
  return all.some(mayBeApplied) ? "partial" : "none";
}

/** A write whose response was lost may have been applied. */
function mayBeApplied(outcome: Outcome): boolean {
  return outcome.kind === "done" || (outcome.kind === "failed" && isOutcomeUnknown(outcome.error));
}
