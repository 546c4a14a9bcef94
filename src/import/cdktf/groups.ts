import type { Framework } from "../../constructs/base/frameworks";
import type { GeneratedFile } from "../../files/generated-file";
import { Expression, type HclObject } from "../../terraform/hcl-format";
import { formatConstruct, propertiesOf } from "../../terraform/typescript-format";
import type { GroupedOrganization } from "../grouping/grouped-organization";
import type { PlacedGroup } from "../grouping/placed-groups";
import { conditionArguments, RULE, RULE_PROJECT } from "../placement";
import { mainFile, PLACEMENT_CLASS, placementLines } from "./main-file";
import { appFiles } from "./scaffold";

/** An app that creates projects for groups of workspaces, and places the groups. Pure. */
export function groupsApp(organization: GroupedOrganization, framework: Framework): readonly GeneratedFile[] {
  const { name, projects, rules, left, readme } = organization;
  const indent = "    ";
  const created = projects.flatMap(({ identifier: constant, constructId, name: value }) =>
    formatConstruct(
      { constant, className: "Project", scope: "this", constructId, properties: [{ name: "name", value }] },
      indent,
    ),
  );
  const placed = [
    ...placementLines([{ name: RULE, value: rules.map(ruleProperties) }], indent),
    ...left.map((line) => `${indent}// ${line}`),
  ];
  return [
    mainFile(
      organization,
      { imports: false, framework },
      {
        classes: [...(created.length === 0 ? [] : ["Project"]), PLACEMENT_CLASS],
        sections: created.length === 0 ? [placed] : [created, placed],
      },
    ),
    ...appFiles(name, framework, readme),
  ];
}

function ruleProperties({ project, condition }: PlacedGroup): HclObject {
  const name = typeof project === "string" ? project : new Expression(`${project.identifier}.name`);
  const properties = propertiesOf([{ name: RULE_PROJECT, value: name }, ...conditionArguments(condition)]);
  return Object.fromEntries(properties.map((it) => [it.name, it.value]));
}
