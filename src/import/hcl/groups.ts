import { RESOURCES } from "../../model";
import type { GeneratedFile } from "../../files/generated-file";
import { comment, formatArguments, formatBlock } from "../../terraform/hcl-format";
import type { GroupedOrganization } from "../grouping/grouped-organization";
import { mainFile, resourceName } from "./main-file";
import { placementLines } from "./placement";
import { configurationFiles } from "./scaffold";

const PROJECT = RESOURCES.tfprojects_project.type;

/** Terraform configuration that creates projects for groups of workspaces, and places the groups. Pure. */
export function groupsConfiguration(organization: GroupedOrganization): readonly GeneratedFile[] {
  const { name, projects, placement, left, readme } = organization;
  const sections = [
    ...projects.map(({ constructId, name: value }) =>
      formatBlock(
        `resource "${PROJECT}" "${resourceName(constructId)}"`,
        formatArguments([{ name: "name", value }], 2),
      ),
    ),
    placementLines(placement),
    ...(left.length === 0 ? [] : [comment(left)]),
  ];
  return [mainFile(organization, undefined, sections), ...configurationFiles(name, readme)];
}
