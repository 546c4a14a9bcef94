import type { Exceptions, RuleCondition } from "./rule-condition";

/** A rule that selects workspaces by their names and tags, but for exceptions. */
export interface SelectionRule extends RuleCondition, Exceptions {
  /** Where matching workspaces are taken from. @default any */
  readonly takeFrom?: TakeFrom | undefined;
  /** How many workspaces a plan may add and release because of the rule. @default - any number */
  readonly maxMoves?: number | undefined;
}

/** Where a rule takes workspaces from. */
export const TAKE_FROM = ["any", "default-project"] as const;
/**
 * - `any`: from every project;
 * - `default-project`: only from the organization's default project. Workspaces that are already in the project of the
 *   membership stay in it.
 */
export type TakeFrom = (typeof TAKE_FROM)[number];
