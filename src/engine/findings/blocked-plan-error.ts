import { pluralize } from "../../reconcile/text";
import { UserError } from "../../user-error";
import { refusalText, subjectOf } from "./errors";
import type { Plan } from "../plan/comparison";

/** A plan that is blocked cannot be applied or saved. */
export class BlockedPlanError extends UserError {
  constructor(readonly plan: Plan) {
    const { organization, refusals } = plan;
    const errors = pluralize(refusals.length, "error");
    const summary = `Nothing was changed: the plan for ${organization} is blocked by ${errors}.`;
    const problems = refusals.map((refusal) => ({ address: subjectOf(refusal), message: refusalText(refusal) }));
    const lines = problems.map(({ address, message }) => `${address}: ${message}`);
    super([summary, ...lines].join("\n"), "Resolve the errors, and plan again.", {
      code: "PLAN_BLOCKED",
      summary,
      problems,
    });
  }
}

/** @throws BlockedPlanError when a plan has errors. */
export function checkNotBlocked(plan: Plan): void {
  if (plan.refusals.length > 0) throw new BlockedPlanError(plan);
}

/** @throws BlockedPlanError when the token that one of these plans was made with may not make a change of it. */
export function checkPermitted(plans: readonly Plan[]): void {
  for (const plan of plans) {
    const refusals = plan.warnings.flatMap((it) => (it.kind === "not-permitted" ? [it.refusal] : []));
    checkNotBlocked({ ...plan, refusals });
  }
}

/** Checks, before the first change of any of these plans, that all of them can be applied. @throws BlockedPlanError */
export function checkApplicable(plans: readonly Plan[]): void {
  plans.forEach(checkNotBlocked);
  checkPermitted(plans);
}
