import { RESOURCES } from "../../model";
import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import {
  PROJECT_ATTRIBUTES,
  PROJECT_REFERENCE,
  type CodeOptions,
  type ImportedOrganization,
  type ImportedProject,
} from "../imported";
import {
  comment,
  Expression,
  formatArguments,
  formatBlock,
  indented,
  keyOf,
  separated,
  type Argument,
} from "../../terraform/hcl-format";
import { mainFile, resourceName } from "./main-file";

const PROJECT = RESOURCES.tfprojects_project.type;
const MEMBERSHIP = RESOURCES.tfprojects_workspace_membership.type;

/** A table of all projects in `projects.tf`, and resources with `for_each` over it in `main.tf`. */
export function hclTable(organization: ImportedOrganization, { imports }: CodeOptions): readonly GeneratedFile[] {
  const { projects } = organization;
  return [
    mainFile(organization, imports ? '">= 1.7" # for for_each in import blocks' : undefined, [
      projectResource(organization),
      membershipResource(organization),
    ]),
    tableFile(projects),
    ...(imports ? [importsFile(organization)] : []),
  ];
}

/** An entry may omit optional attributes. */
function fromEntry(name: string, isRequired: boolean): Argument {
  return { name, value: new Expression(isRequired ? `each.value.${name}` : `try(each.value.${name}, null)`) };
}

function projectResource({ membershipAttributes }: ImportedOrganization): readonly string[] {
  const names = [...PROJECT_ATTRIBUTES.map(({ name }) => name), ...membershipAttributes];
  const unknown = "setsubtract(keys(each.value), local.attributes)";
  return separated([
    [
      ...comment(["What an entry of local.projects can have."]),
      ...formatBlock("locals", formatArguments([{ name: "attributes", value: names }], 2)),
    ],
    formatBlock(
      `resource "${PROJECT}" "this"`,
      separated([
        ["for_each = local.projects"],
        formatArguments(
          PROJECT_ATTRIBUTES.map(({ name, isRequired }) => fromEntry(name, isRequired)),
          2,
        ),
        formatBlock(
          "lifecycle",
          formatBlock("precondition", [
            `condition     = length(${unknown}) == 0`,
            `error_message = "Unknown attributes: \${join(", ", ${unknown})}."`,
          ]),
        ),
      ]),
    ),
  ]);
}

function membershipResource(organization: ImportedOrganization): readonly string[] {
  const { membershipAttributes, selectingAttributes } = organization;
  // The only one is what a membership is recognized by.
  const isRequired = (name: string): boolean => selectingAttributes.length === 1 && selectingAttributes.includes(name);
  return formatBlock(
    `resource "${MEMBERSHIP}" "this"`,
    separated([
      [`for_each = { for key, entry in local.projects : key => entry if ${hasMembership(organization, "entry")} }`],
      formatArguments(
        [
          { name: PROJECT_REFERENCE, value: new Expression(`${PROJECT}.this[each.key].id`) },
          ...membershipAttributes.map((name) => fromEntry(name, isRequired(name))),
        ],
        2,
      ),
    ]),
  );
}

/** An expression: whether an entry has an attribute that selects workspaces. */
function hasMembership({ selectingAttributes }: ImportedOrganization, entry: string): string {
  return selectingAttributes.map((name) => `can(${entry}.${name})`).join(" || ");
}

function tableFile(projects: readonly ImportedProject[]): GeneratedFile {
  return generatedFile(
    "projects.tf",
    separated([
      comment([
        "The projects, sorted by name. Terraform knows a project by its key here. To rename",
        "a project, change its name and keep the key; to add one, add an entry with a key",
        "that no other has.",
      ]),
      formatBlock("locals", ["projects = {", ...indented(projects.flatMap(entryLines)), "}"]),
    ]),
  );
}

function entryLines({ constructId, attributes, membership = [] }: ImportedProject): readonly string[] {
  return [
    `${keyOf(resourceName(constructId))} = {`,
    ...indented(formatArguments([...attributes, ...membership], 6)),
    "}",
  ];
}

function importsFile(organization: ImportedOrganization): GeneratedFile {
  const ids = organization.projects.map(({ constructId, id }) => ({
    name: keyOf(resourceName(constructId)),
    value: id,
  }));
  return generatedFile(
    "imports.tf",
    separated([
      comment([
        "The existing project that each entry of local.projects manages. Delete this file",
        "after the first apply, which imports them.",
      ]),
      formatBlock("locals", ["project_ids = {", ...indented(formatArguments(ids, 4)), "}"]),
      importBlock(PROJECT, "can(local.projects[key])"),
      importBlock(MEMBERSHIP, hasMembership(organization, "local.projects[key]")),
    ]),
  );
}

function importBlock(type: string, condition: string): readonly string[] {
  return formatBlock("import", [
    `for_each = { for key, id in local.project_ids : key => id if ${condition} }`,
    `to       = ${type}.this[each.key]`,
    "id       = each.value",
  ]);
}
