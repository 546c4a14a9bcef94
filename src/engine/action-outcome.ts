import type { NamedObject } from "./actual-organization";
import type { Plan } from "./plan/comparison";
import type { DoneBefore } from "./plan/done-before";

/** How an action ended. A move in batches ended as the first of them that was not done. */
export type Outcome = (
  | {
      readonly kind: "done";
      /** Of the project that was created. */
      readonly createdId?: string;
      /** What to know about it: a project that was not found counts as deleted. */
      readonly warning?: string;
    }
  | { readonly kind: "failed"; readonly error: unknown }
  /** A dependency was not done, or the apply was interrupted. */
  | { readonly kind: "skipped" }
) & {
  /** Of a move in batches: how each of them ended. */
  readonly batches?: readonly BatchOutcome[];
};

/** Workspaces that move in one request. */
export interface MoveBatch {
  /** From 1, across all plans that are applied together. */
  readonly batch: number;
  /** By name. */
  readonly workspaces: readonly NamedObject[];
}

/**
 * How a batch ended. `failed`: none of its workspaces moved, unless the outcome is unknown: the error of the action
 * says so.
 */
export interface BatchOutcome extends MoveBatch {
  readonly kind: "done" | "failed" | "skipped";
}

/** A plan, and how its actions ended, in their order: what `apply` returns. */
export interface AppliedPlan {
  readonly plan: Plan;
  readonly outcomes: readonly Outcome[];
}

/** A plan with the outcomes of its actions: none if it was not applied. */
export interface PlanOutcome extends AppliedPlan {
  /** If this is the rest of an earlier plan: the part that had been made. @default nothing */
  readonly doneBefore?: readonly DoneBefore[] | undefined;
}
