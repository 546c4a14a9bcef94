import { routerOf, type RuleCondition, type Workspace } from "../model";
import type { Argument } from "../terraform/hcl-format";

/** The type of placements. */
export const PLACEMENT = "tfprojects_workspace_placement";
/** With it, the rules of projects bring workspaces from everywhere, as memberships do. */
export const TAKE_FROM_ANY: Argument = { name: "take_from", value: "any" };
/** The type of their blocks. */
export const RULE = "rule";
/** The attribute of a rule that names its project. */
export const RULE_PROJECT = "project";

const MATCH_NAMES = "match_names";
const MATCH_TAGS = "match_tags";
/** The attributes of a rule that are its condition. */
export const CONDITION_ATTRIBUTES: readonly string[] = [MATCH_NAMES, MATCH_TAGS];

/** The condition of a rule as attributes. */
export function conditionArguments({ matchNames, matchTags }: RuleCondition): readonly Argument[] {
  return [
    ...(matchNames === undefined ? [] : [{ name: MATCH_NAMES, value: matchNames }]),
    ...(matchTags === undefined ? [] : [{ name: MATCH_TAGS, value: matchTags }]),
  ];
}

/** A workspace, and the condition of the rule that has to decide about it; undefined if none may. */
interface ExpectedRoute {
  readonly workspace: Workspace;
  readonly condition?: RuleCondition | undefined;
}

/**
 * Checks what a placement would do before it is written.
 *
 * @param conditions - Those of its rules, in order.
 * @throws Error if it would route one of the workspaces otherwise.
 */
export function checkRoutes(conditions: readonly RuleCondition[], expected: readonly ExpectedRoute[]): void {
  const route = routerOf({ rules: conditions });
  for (const { workspace, condition } of expected) {
    const found = route(workspace);
    if (typeof found === "string" || found?.rule !== condition) {
      throw new Error(`The rules of the placement would route ${workspace.name} otherwise.`);
    }
  }
}
