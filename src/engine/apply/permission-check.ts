import { BlockedPlanError } from "../findings/blocked-plan-error";
import type { Plan } from "../plan/comparison";

/**
 * Checks, before the first change of any of these plans, that the token may make them all.
 *
 * @throws BlockedPlanError otherwise
 */
export function checkPermitted(plans: readonly Plan[]): void {
  for (const plan of plans) {
    const refusals = plan.warnings.flatMap((it) => (it.kind === "not-permitted" ? [it.refusal] : []));
    if (refusals.length > 0) throw new BlockedPlanError({ ...plan, refusals });
  }
}
