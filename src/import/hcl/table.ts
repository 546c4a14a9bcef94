import { RESOURCES } from "../../model";
import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import {
  MEMBERSHIP_ATTRIBUTES,
  PROJECT_ATTRIBUTES,
  PROJECT_REFERENCE,
  WORKSPACES,
  type ImportedOrganization,
} from "../imported";
import {
  comment,
  Expression,
  formatArguments,
  formatBlock,
  indented,
  separated,
  type Argument,
} from "../../terraform/hcl-format";
import { filledLines } from "../comment";
import { CONDITION_ATTRIBUTES, conditionArguments, PLACEMENT, RULE, RULE_PROJECT, TAKE_FROM_ANY } from "../placement";
import { entriesOf } from "../assignment-table";
import { assignmentsFromTable, columnsOfKind, dependsOn } from "./assignments";
import { entriesWith, ifSet } from "./entries";
import { entryKey, mainFile } from "./main-file";

const PROJECT = RESOURCES.tfprojects_project.type;
const MEMBERSHIP = RESOURCES.tfprojects_workspace_membership.type;

/** A table of all projects in `projects.tf`, and resources with `for_each` over it in `main.tf`. */
export function tableConfiguration(organization: ImportedOrganization): readonly GeneratedFile[] {
  const { projects, hasRules, kinds } = organization;
  const waits = dependsOn(kinds.map(({ kind }) => `${kind.type}.this`));
  return [
    mainFile(organization, [
      columnsLocal(organization),
      projectResource(),
      ...kinds.map((kind) => assignmentsFromTable(kind, REFERENCE)),
      membershipResource(waits),
      ...(hasRules ? [placementResource(waits)] : []),
    ]),
    tableFile(projects),
  ];
}

/** An entry may omit optional attributes. */
function fromEntry(iterator: string, name: string, isRequired: boolean): Argument {
  const value = `${iterator}.value.${name}`;
  return { name, value: isRequired ? new Expression(value) : ifSet(value, "null") };
}

const REFERENCE = { name: PROJECT_REFERENCE, value: new Expression(`${PROJECT}.this[each.key].id`) };

/** What entries can have. Terraform would ignore all else, such as a misspelled attribute. */
function columnsLocal({ hasRules, kinds }: ImportedOrganization): readonly string[] {
  const columns = [
    ...PROJECT_ATTRIBUTES.map(({ name }) => name),
    ...MEMBERSHIP_ATTRIBUTES,
    ...(hasRules ? CONDITION_ATTRIBUTES : []),
    ...kinds.flatMap(columnsOfKind),
  ].map((name) => `"${name}",`);
  return [
    ...comment(["What an entry of local.projects can have."]),
    ...formatBlock("locals", ["attributes = [", ...indented(filledLines(columns, COLUMNS_WIDTH)), "]"]),
  ];
}

/** These lines are as wide as others of HCL, with their indentation. */
const COLUMNS_WIDTH = 96;

function projectResource(): readonly string[] {
  const unknown = "setsubtract(keys(each.value), local.attributes)";
  return formatBlock(
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
  );
}

/** @param waits - A section with what it depends on, if there is any. */
function membershipResource(waits: readonly (readonly string[])[]): readonly string[] {
  return formatBlock(
    `resource "${MEMBERSHIP}" "this"`,
    separated([
      [entriesWith([WORKSPACES])],
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
function placementResource(waits: readonly (readonly string[])[]): readonly string[] {
  const rule = [
    { name: RULE_PROJECT, value: new Expression(`${PROJECT}.this[${RULE}.key].name`) },
    ...CONDITION_ATTRIBUTES.map((name) => fromEntry(RULE, name, false)),
  ];
  const dynamicRule = formatBlock(
    `dynamic "${RULE}"`,
    separated([[entriesWith(CONDITION_ATTRIBUTES)], formatBlock("content", formatArguments(rule, 6))]),
  );
  return formatBlock(
    `resource "${PLACEMENT}" "all"`,
    separated([formatArguments([TAKE_FROM_ANY], 2), dynamicRule, ...waits]),
  );
}

function tableFile(projects: ImportedOrganization["projects"]): GeneratedFile {
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

function entryLines(project: ImportedOrganization["projects"][number]): readonly string[] {
  const { constructId, attributes, membership, condition = {}, assignments } = project;
  const columns = [
    ...[...attributes, ...(membership?.attributes ?? [])],
    ...[...conditionArguments(condition), ...assignments.flatMap(entriesOf)],
  ];
  return [`${entryKey(constructId)} = {`, ...indented(formatArguments(columns, 6)), "}"];
}
