import { RESOURCES } from "../../model";
import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import {
  MEMBERSHIP_ATTRIBUTES,
  PROJECT_ATTRIBUTES,
  PROJECT_REFERENCE,
  WORKSPACES,
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
import { CONDITION_ATTRIBUTES, conditionArguments, RULE, RULE_PROJECT, type CodePlacement } from "../placement";
import { assignmentsFromTable, columnNames, dependsOn, entryColumns, hasAssignments, idsLocal } from "./assignments";
import { mainFile, resourceName } from "./main-file";
import { placementBlock } from "./placement";

const PROJECT = RESOURCES.tfprojects_project.type;
const MEMBERSHIP = RESOURCES.tfprojects_workspace_membership.type;

/** A table of all projects in `projects.tf`, and resources with `for_each` over it in `main.tf`. */
export function hclTable(organization: ImportedOrganization, { imports }: CodeOptions): readonly GeneratedFile[] {
  const { projects, placement, kinds } = organization;
  const waits = dependsOn(kinds.map(({ kind }) => `${kind.type}.this`));
  return [
    mainFile(organization, imports ? '">= 1.7" # for for_each in import blocks' : undefined, [
      projectResource(organization),
      ...kinds.map((kind) => assignmentsFromTable(kind, REFERENCE)),
      membershipResource(waits),
      ...(placement === undefined ? [] : [placementFromTable(placement, waits)]),
    ]),
    tableFile(projects),
    ...(imports ? [importsFile(organization)] : []),
  ];
}

/** An entry may omit optional attributes. */
function fromEntry(iterator: string, name: string, isRequired: boolean): Argument {
  const value = `${iterator}.value.${name}`;
  return { name, value: new Expression(isRequired ? value : `try(${value}, null)`) };
}

const REFERENCE = { name: PROJECT_REFERENCE, value: new Expression(`${PROJECT}.this[each.key].id`) };

function projectResource({ placement, kinds }: ImportedOrganization): readonly string[] {
  const names = [
    ...PROJECT_ATTRIBUTES.map(({ name }) => name),
    ...MEMBERSHIP_ATTRIBUTES,
    ...(placement === undefined ? [] : CONDITION_ATTRIBUTES),
    ...columnNames(kinds),
  ];
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
          PROJECT_ATTRIBUTES.map(({ name, isRequired }) => fromEntry("each", name, isRequired)),
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

/** @param waits - A section with what it depends on, if there is any. */
function membershipResource(waits: readonly (readonly string[])[]): readonly string[] {
  return formatBlock(
    `resource "${MEMBERSHIP}" "this"`,
    separated([
      [`for_each = { for key, entry in local.projects : key => entry if ${hasMembership("entry")} }`],
      formatArguments(
        [
          REFERENCE,
          // A membership is recognized by its workspaces.
          ...MEMBERSHIP_ATTRIBUTES.map((name) => fromEntry("each", name, name === WORKSPACES)),
        ],
        2,
      ),
      ...waits,
    ]),
  );
}

/** A placement with a rule for each entry that has a condition. No workspace meets two of them. */
function placementFromTable(placement: CodePlacement, waits: readonly (readonly string[])[]): readonly string[] {
  const hasRule = CONDITION_ATTRIBUTES.map((name) => `can(entry.${name})`).join(" || ");
  const rule = [
    { name: RULE_PROJECT, value: new Expression(`${PROJECT}.this[${RULE}.key].name`) },
    ...CONDITION_ATTRIBUTES.map((name) => fromEntry(RULE, name, false)),
  ];
  return placementBlock(placement, [
    formatBlock(
      `dynamic "${RULE}"`,
      separated([
        [`for_each = { for key, entry in local.projects : key => entry if ${hasRule} }`],
        formatBlock("content", formatArguments(rule, 6)),
      ]),
    ),
    ...waits,
  ]);
}

/** An expression: whether an entry has workspaces. */
function hasMembership(entry: string): string {
  return `can(${entry}.${WORKSPACES})`;
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

function entryLines(project: ImportedProject): readonly string[] {
  const { constructId, attributes, membership = [], condition = {}, assignments } = project;
  const columns = [...attributes, ...membership, ...conditionArguments(condition), ...entryColumns(assignments)];
  return [`${keyOf(resourceName(constructId))} = {`, ...indented(formatArguments(columns, 6)), "}"];
}

function importsFile(organization: ImportedOrganization): GeneratedFile {
  const { projects, kinds } = organization;
  const keyed = (constructId: string, id: string): Argument => ({ name: keyOf(resourceName(constructId)), value: id });
  const ids = projects.map(({ constructId, id }) => keyed(constructId, id));
  const members = projects.flatMap(({ constructId, membership, membershipImportId }) =>
    membership === undefined ? [] : [keyed(constructId, membershipImportId)],
  );
  const assigned = kinds.map((kind) => ({
    kind,
    ids: projects.flatMap(({ constructId, assignments }) =>
      assignments.flatMap((it) => (it.kind === kind ? [keyed(constructId, it.importId)] : [])),
    ),
  }));
  return generatedFile(
    "imports.tf",
    separated([
      comment([
        "The existing project that each entry of local.projects manages. Delete this file",
        "after the first apply, which imports them.",
      ]),
      formatBlock(
        "locals",
        separated([
          idsLines(IDS, ids),
          ...(members.length === 0 ? [] : [idsLines(MEMBER_IDS, members)]),
          ...assigned.map(({ kind, ids: its }) => idsLines(idsLocal(kind), its)),
        ]),
      ),
      importBlock(PROJECT, IDS, "can(local.projects[key])"),
      ...kinds.map((kind) => importBlock(kind.kind.type, idsLocal(kind), hasAssignments(kind, "local.projects[key]"))),
      ...(members.length === 0 ? [] : [importBlock(MEMBERSHIP, MEMBER_IDS, hasMembership("local.projects[key]"))]),
    ]),
  );
}

/** The local value with the IDs of projects. */
const IDS = "project_ids";
/** The local value with the import IDs of memberships. */
const MEMBER_IDS = "membership_import_ids";

function idsLines(name: string, ids: readonly Argument[]): readonly string[] {
  if (ids.length === 0) return [`${name} = {}`];
  return [`${name} = {`, ...indented(formatArguments(ids, 4)), "}"];
}

function importBlock(type: string, ids: string, condition: string): readonly string[] {
  return formatBlock("import", [
    `for_each = { for key, id in local.${ids} : key => id if ${condition} }`,
    `to       = ${type}.this[each.key]`,
    "id       = each.value",
  ]);
}
