import { refusalText, subjectOf } from "../report/problem-text";
import type { OrganizationPlan } from "./plan";

/** A plan that is blocked cannot be applied. */
export class RefusedPlanError extends Error {
  override readonly name = "RefusedPlanError";

  constructor(readonly plan: OrganizationPlan) {
    super(plan.refusals.map((refusal) => `${subjectOf(refusal)}: ${refusalText(refusal)}`).join("\n"));
  }
}
