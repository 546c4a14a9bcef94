import { RESOURCES } from "../../model";
import type { GeneratedFile } from "../../files/generated-file";
import { comment, Expression, formatArguments, formatBlock, separated } from "../../terraform/hcl-format";
import type { GroupedOrganization } from "../grouping/grouped-organization";
import type { Layout, LayoutList, LayoutProject, LayoutRule } from "../grouping/layout";
import { PROJECT_REFERENCE, WORKSPACES } from "../imported";
import { membershipId } from "../names";
import { conditionArguments, PLACEMENT, RULE, RULE_PROJECT } from "../placement";
import { dependsOn } from "./assignments";
import { mainFile, resourceName } from "./main-file";
import { configurationFiles } from "./scaffold";

const PROJECT = RESOURCES.tfprojects_project.type;
const MEMBERSHIP = RESOURCES.tfprojects_workspace_membership.type;

/** Terraform configuration that creates projects for groups of workspaces, and moves the groups. Pure. */
export function groupsConfiguration(organization: GroupedOrganization): readonly GeneratedFile[] {
  const { name, layout, left, readme } = organization;
  const sections = [
    ...layout.created.map(({ constructId, name: value }) =>
      formatBlock(
        `resource "${PROJECT}" "${resourceName(constructId)}"`,
        formatArguments([{ name: "name", value }], 2),
      ),
    ),
    ...layout.lists.map(membershipBlock),
    ...(layout.rules.length === 0 ? [] : [placementBlock(layout)]),
    ...(left.length === 0 ? [] : [comment(left)]),
  ];
  return [mainFile(organization, sections), ...configurationFiles(name, readme)];
}

function membershipBlock({ project, workspaces }: LayoutList): readonly string[] {
  return formatBlock(
    `resource "${MEMBERSHIP}" "${membershipName(project)}"`,
    formatArguments(
      [
        { name: PROJECT_REFERENCE, value: memberOf(project, "id") },
        { name: WORKSPACES, value: workspaces.map(({ name }) => name) },
      ],
      2,
    ),
  );
}

function placementBlock({ rules, lists, listsPrecede }: Layout): readonly string[] {
  const waits = dependsOn(listsPrecede ? lists.map(({ project }) => `${MEMBERSHIP}.${membershipName(project)}`) : []);
  return formatBlock(`resource "${PLACEMENT}" "all"`, separated([...rules.map(ruleBlock), ...waits]));
}

function membershipName({ constructId }: LayoutProject): string {
  return resourceName(membershipId(constructId));
}

function ruleBlock({ project, condition }: LayoutRule): readonly string[] {
  const name = { name: RULE_PROJECT, value: memberOf(project, "name") };
  return formatBlock(RULE, formatArguments([name, ...conditionArguments(condition)], 4));
}

/** A member of a project: of its resource, or as it is if the project exists already. */
function memberOf({ id, name, constructId }: LayoutProject, member: "id" | "name"): string | Expression {
  if (id === undefined) return new Expression(`${PROJECT}.${resourceName(constructId)}.${member}`);
  return member === "id" ? id : name;
}
