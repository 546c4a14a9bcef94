import {
  conditionMatcher,
  exceptionMatcher,
  UNKNOWN_TAGS,
  type ConditionMatch,
  type Exceptions,
  type RoutedWorkspace,
  type RuleCondition,
} from "./rule-condition";

/** Where rules take workspaces from. */
export const TAKE_FROM = ["any", "default-project"] as const;
/**
 * - `any`: from every project;
 * - `default-project`: only from the organization's default project.
 */
export type TakeFrom = (typeof TAKE_FROM)[number];

/**
 * An ordered table of rules: the first one whose condition a workspace meets decides where the workspace belongs. What
 * is excepted is left alone by all rules.
 */
export interface Placement<Rule extends PlacementRule = PlacementRule> extends Exceptions {
  readonly rules: readonly Rule[];
  /** Where rules take workspaces from that do not say so themselves. @default default-project */
  readonly takeFrom?: TakeFrom | undefined;
}

/** A rule of a placement. At least one part of its condition is set. */
export interface PlacementRule extends RuleCondition {
  /** Where this rule takes workspaces from. @default - as all rules of the placement */
  readonly takeFrom?: TakeFrom | undefined;
}

/** The rule that decides about a workspace. */
export interface Route<Rule extends PlacementRule = PlacementRule> {
  readonly rule: Rule;
  /** The place of the rule in the table, from 0. */
  readonly position: number;
  readonly match: ConditionMatch;
}

/**
 * Returns the rule that decides about a workspace: undefined if none does; {@link UNKNOWN_TAGS} if that depends on tags
 * of the workspace which are unknown, since no rule after such a one may decide.
 */
export function routerOf<Rule extends PlacementRule>(
  placement: Placement<Rule>,
): (workspace: RoutedWorkspace) => Route<Rule> | typeof UNKNOWN_TAGS | undefined {
  const isExcepted = exceptionMatcher(placement);
  const rules = placement.rules.map((rule) => ({ rule, match: conditionMatcher(rule) }));
  return (workspace) => {
    const excepted = isExcepted(workspace);
    if (excepted === true) return undefined;
    for (const [position, { rule, match }] of rules.entries()) {
      const found = match(workspace);
      if (found === undefined) continue;
      return excepted === UNKNOWN_TAGS || found === UNKNOWN_TAGS ? UNKNOWN_TAGS : { rule, position, match: found };
    }
    return undefined;
  };
}

/** Where a rule of the placement takes workspaces from. What it does not take stays where it is, though it matches. */
export function takesFrom({ takeFrom }: Pick<Placement, "takeFrom">, rule: PlacementRule): TakeFrom {
  return rule.takeFrom ?? takeFrom ?? "default-project";
}

/** Whether a rule of the placement takes workspaces from any project: otherwise those elsewhere do not matter. */
export function takesFromAnywhere(placement: Placement): boolean {
  return placement.rules.some((rule) => takesFrom(placement, rule) === "any");
}

/** The tag keys that decide about workspaces. */
export function tagKeysOf({ rules, exceptTags = {} }: Placement): readonly string[] {
  const matched = rules.flatMap(({ matchTags = {} }) => Object.keys(matchTags));
  return [...new Set([...matched, ...Object.keys(exceptTags)])];
}
