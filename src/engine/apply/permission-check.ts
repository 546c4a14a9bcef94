import { BlockedPlanError } from "../findings/blocked-plan-error";
import type { Plan } from "../plan/comparison";

/** @throws BlockedPlanError when one of these plans is blocked. */
export function checkNotBlocked(plans: readonly Plan[]): void {
  const blocked = plans.find(({ refusals }) => refusals.length > 0);
  if (blocked !== undefined) throw new BlockedPlanError(blocked);
}

/**
 * Checks, before the first change of any of these plans, that the token may make them all.
 *
 * @throws BlockedPlanError otherwise, and when one of them is blocked.
 */
export function checkPermitted(plans: readonly Plan[]): void {
  checkNotBlocked(plans);
  for (const plan of plans) {
    const refusals = plan.warnings.flatMap((it) => (it.kind === "not-permitted" ? [it.refusal] : []));
    if (refusals.length > 0) throw new BlockedPlanError({ ...plan, refusals });
  }
}
