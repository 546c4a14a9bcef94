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

/** @throws BlockedPlanError when a plan has errors, or the token that it was made with may not make a change of it. */
export function checkApplicable(plan: Plan): void {
  checkNotBlocked(plan);
  const refusals = plan.warnings.flatMap((it) => (it.kind === "not-permitted" ? it.refusals : []));
  checkNotBlocked({ ...plan, refusals });
}
