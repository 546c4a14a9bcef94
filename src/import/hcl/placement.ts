import { RESOURCES } from "../../model";
import { Expression, formatArguments, formatBlock, separated } from "../../terraform/hcl-format";
import { conditionArguments, PLACEMENT, RULE, RULE_PROJECT, type CodePlacement } from "../placement";
import { resourceName } from "./main-file";

const PROJECT = RESOURCES.tfprojects_project.type;

/** The block of a placement, where each of its projects is a resource. */
export function placementLines(placement: CodePlacement): readonly string[] {
  const blocks = placement.rules.map(({ project, condition }) => {
    const name =
      typeof project === "string" ? project : new Expression(`${PROJECT}.${resourceName(project.constructId)}.name`);
    return formatBlock(
      RULE,
      formatArguments([{ name: RULE_PROJECT, value: name }, ...conditionArguments(condition)], 4),
    );
  });
  return placementBlock(placement, blocks);
}

/** @param rules - The blocks of its rules. */
export function placementBlock(
  { attributes }: CodePlacement,
  rules: readonly (readonly string[])[],
): readonly string[] {
  const body = [...(attributes.length === 0 ? [] : [formatArguments(attributes, 2)]), ...rules];
  return formatBlock(`resource "${PLACEMENT}" "all"`, separated(body));
}
