import { adviceOf } from "../engine/findings/errors";
import type { Refusal } from "../engine/plan/refusal";
import { planCode, type LiveOrganization } from "../engine/plan-code";
import { flagName } from "./report";

/** Plans code. Refusals include the flags that would allow the plan. */
export async function planWithAdvice(...args: Parameters<typeof planCode>): Promise<readonly LiveOrganization[]> {
  return withAdvice(await planCode(...args));
}

/** The same plans, whose refusals include the flags that would allow them. */
export function withAdvice(live: readonly LiveOrganization[]): readonly LiveOrganization[] {
  const advised = (refusal: Refusal): Refusal => ({ ...refusal, advice: adviceOf(refusal, flagName) });
  return live.map((it) => ({ ...it, plan: { ...it.plan, refusals: it.plan.refusals.map(advised) } }));
}
