import { RESOURCES } from "../../model";
import { Expression, formatArguments, formatBlock, separated } from "../../terraform/hcl-format";
import { conditionArguments, PLACEMENT, RULE, RULE_PROJECT, type CodePlacement } from "../placement";
import { resourceName } from "./main-file";

const PROJECT = RESOURCES.tfprojects_project.type;

/** The block of a placement, where each of its projects is a resource. */
export function placementLines({ attributes, rules }: CodePlacement): readonly string[] {
  const blocks = rules.map(({ project, condition }) => {
    const name =
      typeof project === "string" ? project : new Expression(`${PROJECT}.${resourceName(project.constructId)}.name`);
    return formatBlock(
      RULE,
      formatArguments([{ name: RULE_PROJECT, value: name }, ...conditionArguments(condition)], 4),
    );
  });
  const body = [...(attributes.length === 0 ? [] : [formatArguments(attributes, 2)]), ...blocks];
  return formatBlock(`resource "${PLACEMENT}" "all"`, separated(body));
}
