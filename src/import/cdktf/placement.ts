import { Expression } from "../../terraform/hcl-format";
import { formatConstruct, ObjectList, propertiesOf } from "../../terraform/typescript-format";
import { conditionArguments, RULE, RULE_PROJECT, type CodePlacement } from "../placement";

/** The class of placements. */
export const PLACEMENT_CLASS = "WorkspacePlacement";
/** The ID of its construct. No project has it. */
const PLACEMENT_ID = "placement";

/** The statement for a placement, where a constant for each of its projects is in scope. */
export function placementLines({ attributes, rules }: CodePlacement, indent: string): readonly string[] {
  const objects = rules.map(({ project, condition }) => {
    const name = typeof project === "string" ? project : new Expression(`${project.identifier}.name`);
    return propertiesOf([{ name: RULE_PROJECT, value: name }, ...conditionArguments(condition)]);
  });
  return formatConstruct(
    {
      className: PLACEMENT_CLASS,
      scope: "this",
      constructId: PLACEMENT_ID,
      properties: [...propertiesOf(attributes), { name: RULE, value: new ObjectList(objects) }],
    },
    indent,
  );
}
