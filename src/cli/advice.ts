import type { CurrentPlan } from "../engine/apply/execute-plans";
import type { Refusal } from "../engine";
import { adviceOf } from "../engine/findings/errors";
import { flagName } from "./report";

/** The same plans, whose refusals include the flags that would allow them. */
export function withAdvice(plans: readonly CurrentPlan[]): readonly CurrentPlan[] {
  const advised = (refusal: Refusal): Refusal => ({ ...refusal, advice: adviceOf(refusal, flagName) });
  return plans.map((it) => ({ ...it, plan: { ...it.plan, refusals: it.plan.refusals.map(advised) } }));
}
