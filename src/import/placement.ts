import type { RuleCondition } from "../model";
import type { Argument } from "../terraform/hcl-format";
import type { CodeNames } from "./names";

/** The type of placements. */
export const PLACEMENT = "tfprojects_workspace_placement";
/** The type of their blocks. */
export const RULE = "rule";
/** The attribute of a rule that names its project. */
export const RULE_PROJECT = "project";

/** A placement, as it is written to code. */
export interface CodePlacement {
  /** The attributes that are set. */
  readonly attributes: readonly Argument[];
  readonly rules: readonly CodeRule[];
}

interface CodeRule {
  /** A project of the code, or the name of another one. */
  readonly project: CodeNames | string;
  readonly condition: RuleCondition;
}

/** The condition of a rule as attributes. */
export function conditionArguments({ matchNames, matchTags }: RuleCondition): readonly Argument[] {
  return [
    ...(matchNames === undefined ? [] : [{ name: "match_names", value: matchNames }]),
    ...(matchTags === undefined ? [] : [{ name: "match_tags", value: matchTags }]),
  ];
}
