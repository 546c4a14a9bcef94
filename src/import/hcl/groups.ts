import { RESOURCES } from "../../model";
import type { GeneratedFile } from "../../files/generated-file";
import { comment, Expression, formatArguments, formatBlock, separated } from "../../terraform/hcl-format";
import type { GroupedOrganization } from "../grouping/grouped-organization";
import type { PlacedGroup } from "../grouping/placed-groups";
import { conditionArguments, PLACEMENT, RULE, RULE_PROJECT } from "../placement";
import { mainFile, resourceName } from "./main-file";
import { configurationFiles } from "./scaffold";

const PROJECT = RESOURCES.tfprojects_project.type;

/** Terraform configuration that creates projects for groups of workspaces, and places the groups. Pure. */
export function groupsConfiguration(organization: GroupedOrganization): readonly GeneratedFile[] {
  const { name, projects, rules, left, readme } = organization;
  const sections = [
    ...projects.map(({ constructId, name: value }) =>
      formatBlock(
        `resource "${PROJECT}" "${resourceName(constructId)}"`,
        formatArguments([{ name: "name", value }], 2),
      ),
    ),
    formatBlock(`resource "${PLACEMENT}" "all"`, separated(rules.map(ruleBlock))),
    ...(left.length === 0 ? [] : [comment(left)]),
  ];
  return [mainFile(organization, sections), ...configurationFiles(name, readme)];
}

function ruleBlock({ project, condition }: PlacedGroup): readonly string[] {
  const name =
    typeof project === "string" ? project : new Expression(`${PROJECT}.${resourceName(project.constructId)}.name`);
  return formatBlock(RULE, formatArguments([{ name: RULE_PROJECT, value: name }, ...conditionArguments(condition)], 4));
}
