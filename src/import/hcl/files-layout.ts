import { RESOURCES } from "../../model";
import { generatedFile, isTooLong, type GeneratedFile } from "../../files/generated-file";
import { PROJECT_REFERENCE, type CodeOptions, type ImportedOrganization, type ImportedProject } from "../imported";
import { comment, Expression, formatArguments, formatBlock, separated } from "../../terraform/hcl-format";
import { assignmentsBlock } from "./assignments";
import { mainFile, resourceName } from "./main-file";
import { placementLines } from "./placement";
import { hclString } from "../../terraform/hcl-string";

const PROJECT = RESOURCES.tfprojects_project.type;
const MEMBERSHIP = RESOURCES.tfprojects_workspace_membership.type;

/** Resources for each project: in `main.tf`, or in a file for each if there are many. */
export function hclFiles(organization: ImportedOrganization, { imports }: CodeOptions): readonly GeneratedFile[] {
  const { projects, placement } = organization;
  const placed = placement === undefined ? [] : [placementLines(placement)];
  const resources = projects.map((project) => separated(resourcesOf(project)));
  const isSplit = isTooLong(resources);
  return [
    mainFile(organization, imports ? '">= 1.5" # for import blocks' : undefined, [
      ...(isSplit ? [] : resources),
      ...placed,
    ]),
    ...(isSplit
      ? projects.map((project, index) =>
          // A name with "_" could end in "_override.tf", which has a special meaning for Terraform.
          generatedFile(`project-${project.constructId}.tf`, resources[index] ?? []),
        )
      : []),
    ...(imports ? [importsFile(organization)] : []),
  ];
}

function resourcesOf({
  constructId,
  attributes,
  membership,
  assignments,
}: ImportedProject): readonly (readonly string[])[] {
  const name = resourceName(constructId);
  const project = formatBlock(`resource "${PROJECT}" "${name}"`, formatArguments(attributes, 2));
  const reference = { name: PROJECT_REFERENCE, value: new Expression(`${PROJECT}.${name}.id`) };
  const assigned = assignments.map((it) => assignmentsBlock(it, name, reference));
  if (membership === undefined) return [project, ...assigned];
  const members = formatBlock(`resource "${MEMBERSHIP}" "${name}"`, formatArguments([reference, ...membership], 2));
  return [project, ...assigned, members];
}

function importsFile({ projects }: ImportedOrganization): GeneratedFile {
  return generatedFile(
    "imports.tf",
    separated([
      comment([
        "The existing project that each resource manages. Delete this file after the first",
        "apply, which imports them. Until then, a project that leaves the code leaves this",
        "file too.",
      ]),
      ...projects.flatMap(({ constructId, id, membership, membershipImportId, assignments }) => [
        importBlock(PROJECT, constructId, id),
        ...assignments.map(({ kind, importId }) => importBlock(kind.kind.type, constructId, importId)),
        ...(membership === undefined ? [] : [importBlock(MEMBERSHIP, constructId, membershipImportId)]),
      ]),
    ]),
  );
}

function importBlock(type: string, constructId: string, id: string): readonly string[] {
  return formatBlock("import", [`to = ${type}.${resourceName(constructId)}`, `id = ${hclString(id)}`]);
}
