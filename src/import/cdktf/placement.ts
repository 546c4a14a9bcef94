import type { RuleCondition } from "../../model";
import { Expression, type Argument, type HclObject } from "../../terraform/hcl-format";
import { formatConstruct, propertiesOf } from "../../terraform/typescript-format";
import { conditionArguments, RULE, RULE_PROJECT, type CodePlacement } from "../placement";

/** The class of placements. */
export const PLACEMENT_CLASS = "WorkspacePlacement";
/** The interface of their rules. */
export const RULE_INTERFACE = "WorkspacePlacementRule";
/** The constant with rules that are not written where the placement is. */
export const RULES = "rules";
/** The ID of the placement's construct. No project has it. */
const PLACEMENT_ID = "placement";

/** The statement for a placement, where a constant for each of its projects is in scope. */
export function placementLines(placement: CodePlacement, indent: string): readonly string[] {
  const rules = placement.rules.map(({ project, condition }) =>
    ruleProperties(typeof project === "string" ? project : new Expression(`${project.identifier}.name`), condition),
  );
  return statement(placement, { name: RULE, value: rules }, indent);
}

/**
 * The statement for a placement, where its rules are the constant {@link RULES}.
 *
 * @param others - More properties of it.
 */
export function placementWithRules(
  placement: CodePlacement,
  indent: string,
  others: readonly Argument[] = [],
): readonly string[] {
  return statement(placement, { name: RULE, value: new Expression(RULES) }, indent, others);
}

function statement(
  { attributes }: CodePlacement,
  rule: Argument,
  indent: string,
  others: readonly Argument[] = [],
): readonly string[] {
  const properties = [...propertiesOf(attributes), rule, ...others];
  return formatConstruct({ className: PLACEMENT_CLASS, scope: "this", constructId: PLACEMENT_ID, properties }, indent);
}

/** @param project - The name of its project. */
export function ruleProperties(project: string | Expression, condition: RuleCondition): HclObject {
  const properties = propertiesOf([{ name: RULE_PROJECT, value: project }, ...conditionArguments(condition)]);
  return Object.fromEntries(properties.map(({ name, value }) => [name, value]));
}
