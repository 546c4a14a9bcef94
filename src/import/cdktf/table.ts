import { camelCase } from "../../model";
import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import {
  MEMBERSHIP_ATTRIBUTES,
  PROJECT_REFERENCE,
  WORKSPACES,
  type AppOptions,
  type ImportedOrganization,
} from "../imported";
import { membershipId } from "../names";
import { CONDITION_ATTRIBUTES, conditionArguments, RULE, RULE_PROJECT, TAKE_FROM_ANY } from "../placement";
import { Expression } from "../../terraform/hcl-format";
import { fits, formatObjectEntry, propertiesOf, propertyName } from "../../terraform/typescript-format";
import type { ImportedKind } from "../assignments";
import {
  classOf,
  columnNames,
  DEPENDABLE,
  DEPENDS_ON,
  entryColumns,
  entryTypeLines,
  entryTypes,
  loopLines,
} from "./assignments";
import { importTypeLines, mainFile, PLACEMENT_CLASS, placementLines } from "./main-file";

/** A table of all projects in `organization.ts`, and a loop over it in `main.ts`. */
export function tableApp(organization: ImportedOrganization, options: AppOptions): readonly GeneratedFile[] {
  const { hasRules, kinds } = organization;
  const waits = hasRules && kinds.length > 0 ? [{ name: DEPENDS_ON, value: new Expression(PREREQUISITES) }] : [];
  const rule = [{ name: RULE, value: new Expression(RULES) }];
  return [
    mainFile(organization, options, {
      classes: ["Project", ...kinds.map(classOf), "WorkspaceMembership", ...(hasRules ? [PLACEMENT_CLASS] : [])],
      types: hasRules ? [RULE_INTERFACE] : [],
      frameworkTypes: kinds.length === 0 ? [] : [DEPENDABLE],
      imported: ['import { projects } from "./organization";'],
      sections: [
        [
          ...(hasRules ? [`    const ${RULES}: ${RULE_INTERFACE}[] = [];`] : []),
          ...(waits.length === 0 ? [] : [`    const ${PREREQUISITES}: ${DEPENDABLE}[] = [];`]),
          ...loop(organization),
          ...(hasRules ? placementLines([...propertiesOf([TAKE_FROM_ANY]), ...rule, ...waits], "    ") : []),
        ],
      ],
    }),
    tableFile(organization, options),
  ];
}

/** The interface of rules, and the constant with them. */
const RULE_INTERFACE = "WorkspacePlacementRule";
const RULES = "rules";
/** The constant with what the placement waits for. */
const PREREQUISITES = "prerequisites";
const REFERENCE = camelCase(PROJECT_REFERENCE);
const MEMBERSHIP_COLUMNS = MEMBERSHIP_ATTRIBUTES.map(camelCase);
const RULE_COLUMNS = CONDITION_ATTRIBUTES.map(camelCase);

/** The IDs of an entry's constructs do not depend on other entries. */
function loop({ hasRules, kinds }: ImportedOrganization): readonly string[] {
  const isOrdered = kinds.length > 0;
  const columns = [...MEMBERSHIP_COLUMNS, ...(hasRules ? RULE_COLUMNS : []), ...columnNames(kinds), "...config"];
  return [
    "    for (const [id, entry] of Object.entries(projects)) {",
    ...destructured(columns, "      "),
    "      const project = new Project(this, id, config);",
    ...(isOrdered
      ? [
          "      // Workspaces move in when access and sets are there.",
          `      const ${DEPENDS_ON}: ${DEPENDABLE}[] = [];`,
          ...loopLines(kinds, "      "),
        ]
      : []),
    `      if (${camelCase(WORKSPACES)} !== undefined) {`,
    `        new WorkspaceMembership(this, \`${membershipId("${id}")}\`, {`,
    `          ${REFERENCE}: project.id,`,
    ...[...MEMBERSHIP_COLUMNS, ...(isOrdered ? [DEPENDS_ON] : [])].map((name) => `          ${name},`),
    "        });",
    "      }",
    ...(hasRules
      ? [
          `      if (${RULE_COLUMNS.join(" ?? ")}) {`,
          `        ${RULES}.push({ ${RULE_PROJECT}: project.name, ${RULE_COLUMNS.join(", ")} });`,
          ...(isOrdered ? [`        ${PREREQUISITES}.push(...${DEPENDS_ON});`] : []),
          "      }",
        ]
      : []),
    "    }",
  ];
}

/** The statement that reads the columns of an entry. */
function destructured(columns: readonly string[], indent: string): readonly string[] {
  const start = `${indent}const { ${columns.join(", ")} } =`;
  const oneLine = `${start} entry;`;
  if (fits(oneLine)) return [oneLine];
  if (fits(start)) return [start, `${indent}  entry;`];
  return [`${indent}const {`, ...columns.map((name) => `${indent}  ${trailed(name)}`), `${indent}} = entry;`];
}

/** Nothing follows the rest of an object, not even a comma. */
function trailed(name: string): string {
  return name.startsWith("...") ? name : `${name},`;
}

function tableFile(organization: ImportedOrganization, { framework }: AppOptions): GeneratedFile {
  const { projects, hasRules, kinds } = organization;
  return generatedFile("organization.ts", [
    ...importTypeLines(
      [
        "ProjectConfig",
        ...entryTypes(kinds),
        "WorkspaceMembershipConfig",
        ...(hasRules ? [RULE_INTERFACE] : []),
      ].sort(),
      framework,
    ),
    "",
    `/** ${contentOfEntry(organization)}. */`,
    "type Entry = ProjectConfig &",
    ...picked("WorkspaceMembershipConfig", MEMBERSHIP_COLUMNS, hasRules || kinds.length > 0 ? " &" : ";"),
    ...(hasRules ? picked(RULE_INTERFACE, RULE_COLUMNS, kinds.length > 0 ? " &" : ";") : []),
    ...(kinds.length === 0 ? [] : [`  ${ASSIGNED};`, "", ...assignedType(kinds)]),
    "",
    "/**",
    " * The projects by the IDs of their constructs, sorted by name.",
    " *",
    " * Terraform knows a project by its ID here. To rename a project, change its name",
    " * and keep the ID; to add one, add an entry with an ID that no other has.",
    " */",
    "export const projects: Readonly<Record<string, Entry>> = {",
    ...projects.flatMap(({ constructId, attributes, membership, condition = {}, assignments }) =>
      formatObjectEntry(
        propertyName(constructId),
        [
          ...propertiesOf([...attributes, ...(membership?.attributes ?? []), ...conditionArguments(condition)]),
          ...entryColumns(assignments),
        ],
        "  ",
      ),
    ),
    "};",
  ]);
}

function contentOfEntry({ hasRules, kinds }: ImportedOrganization): string {
  const contents = [
    "A project",
    "the workspaces in it",
    ...(hasRules ? ["the rule for others"] : []),
    ...(kinds.length === 0 ? [] : ["its assignments"]),
  ];
  return `${contents.slice(0, -1).join(", ")}, and ${contents.at(-1) ?? ""}`;
}

/** The interface of what is assigned to a project. */
const ASSIGNED = "Assigned";

function assignedType(kinds: readonly ImportedKind[]): readonly string[] {
  return ["/** What is assigned to a project. */", `interface ${ASSIGNED} {`, ...entryTypeLines(kinds), "}"];
}

/** The type of an object with only these properties of another, all optional. */
function picked(type: string, columns: readonly string[], end: string): readonly string[] {
  const names = columns.map((name) => JSON.stringify(name)).join(" | ");
  const oneLine = `  Partial<Pick<${type}, ${names}>>${end}`;
  return fits(oneLine) ? [oneLine] : ["  Partial<", `    Pick<${type}, ${names}>`, `  >${end}`];
}
