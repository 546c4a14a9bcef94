import type { Refusal } from "../engine/plan/refusal";
import { planCode, type LiveOrganization } from "../engine/plan-code";

/** Plans code. Refusals include the flags that would allow the plan. */
export async function planWithAdvice(...args: Parameters<typeof planCode>): Promise<readonly LiveOrganization[]> {
  return withAdvice(await planCode(...args));
}

/** The same plans, whose refusals include the flags that would allow them. */
export function withAdvice(live: readonly LiveOrganization[]): readonly LiveOrganization[] {
  const advised = (refusal: Refusal): Refusal => ({ ...refusal, advice: adviceOf(refusal) });
  return live.map((it) => ({ ...it, plan: { ...it.plan, refusals: it.plan.refusals.map(advised) } }));
}

function adviceOf(refusal: Refusal): string | undefined {
  switch (refusal.cause) {
    case "too-many-deletes":
      return `To allow this, use --max-deletes ${refusal.projects.length}.`;
    case "too-many-moves": {
      const moves = refusal.reasons.reduce((sum, [, count]) => sum + count, 0);
      return `To allow this, use --max-moves ${moves}, or --max-moves all for any number.`;
    }
    case "not-empty":
      if (refusal.evacuate) return "Or use --ignore for this project too.";
      if (refusal.leaving.length > 0) return undefined;
      return refusal.deletion === "unmanaged" ? "Or use --evacuate to move them to the default project." : undefined;
    default:
      return undefined;
  }
}
