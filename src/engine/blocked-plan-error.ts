import { isWarning } from "../diagnostics";
import { messageOf } from "../model";
import { pluralize } from "../reconcile/text";
import { UserError } from "../user-error";
import type { Plan } from "./plan/comparison";

/** A plan that is blocked cannot be applied or saved. */
export class BlockedPlanError extends UserError {
  constructor(readonly plan: Plan) {
    const { organization, errors } = plan;
    const count = pluralize(errors.length, "error");
    const summary = `Nothing was changed: the plan for ${organization} is blocked by ${count}.`;
    const lines = errors.map((it) => `${it.where}: ${messageOf(it)}`);
    super([summary, ...lines].join("\n"), "Resolve the errors, and plan again.", {
      code: "PLAN_BLOCKED",
      summary,
      problems: errors,
    });
  }
}

/** @throws BlockedPlanError when a plan has errors. */
export function checkNotBlocked(plan: Plan): void {
  if (plan.errors.length > 0) throw new BlockedPlanError(plan);
}

/** @throws BlockedPlanError when a plan has errors, or the token that it was made with may not make a change of it. */
export function checkApplicable(plan: Plan): void {
  checkNotBlocked(plan);
  const forbidden = plan.warnings.filter(isWarning("not-permitted"));
  checkNotBlocked({ ...plan, errors: forbidden.flatMap(({ data }) => [...data.projects, ...data.others]) });
}
