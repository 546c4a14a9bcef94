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
import { CONDITION_ATTRIBUTES, conditionArguments, RULE_PROJECT } from "../placement";
import { fits, formatObjectEntry, propertiesOf, propertyName } from "../../terraform/typescript-format";
import { importTypeLines, mainFile } from "./main-file";
import { PLACEMENT_CLASS, placementWithRules, RULE_INTERFACE, RULES } from "./placement";

/** A table of all projects in `organization.ts`, and a loop over it in `main.ts`. */
export function cdktfTable(organization: ImportedOrganization, options: AppOptions): readonly GeneratedFile[] {
  const { placement } = organization;
  return [
    mainFile(organization, options, {
      classes: ["Project", "WorkspaceMembership", ...(placement === undefined ? [] : [PLACEMENT_CLASS])],
      types: placement === undefined ? [] : [RULE_INTERFACE],
      imported: ['import { projects } from "./organization";'],
      sections: [
        [
          ...(placement === undefined ? [] : [`    const ${RULES}: ${RULE_INTERFACE}[] = [];`]),
          ...loop(placement !== undefined),
          ...(placement === undefined ? [] : placementWithRules(placement, "    ")),
        ],
      ],
    }),
    tableFile(organization, options),
  ];
}

const REFERENCE = camelCase(PROJECT_REFERENCE);
const MEMBERSHIP_COLUMNS = MEMBERSHIP_ATTRIBUTES.map(camelCase);
const RULE_COLUMNS = CONDITION_ATTRIBUTES.map(camelCase);

/** The IDs of an entry's constructs do not depend on other entries. */
function loop(hasRules: boolean): readonly string[] {
  const columns = [...MEMBERSHIP_COLUMNS, ...(hasRules ? RULE_COLUMNS : [])];
  return [
    "    for (const [id, entry] of Object.entries(projects)) {",
    ...fittingOr(`      const { ${columns.join(", ")}, ...config } = entry;`, [
      `      const { ${columns.join(", ")}, ...config } =`,
      "        entry;",
    ]),
    "      const project = new Project(this, id, config);",
    `      if (${camelCase(WORKSPACES)} !== undefined) {`,
    `        new WorkspaceMembership(this, \`${membershipId("${id}")}\`, {`,
    `          ${REFERENCE}: project.id,`,
    ...MEMBERSHIP_COLUMNS.map((name) => `          ${name},`),
    "        });",
    "      }",
    ...(hasRules
      ? [
          `      if (${RULE_COLUMNS.join(" ?? ")}) {`,
          `        ${RULES}.push({ ${RULE_PROJECT}: project.name, ${RULE_COLUMNS.join(", ")} });`,
          "      }",
        ]
      : []),
    "    }",
  ];
}

function tableFile({ projects, placement }: ImportedOrganization, { framework }: AppOptions): GeneratedFile {
  const hasRules = placement !== undefined;
  return generatedFile("organization.ts", [
    ...importTypeLines(
      ["ProjectConfig", "WorkspaceMembershipConfig", ...(hasRules ? [RULE_INTERFACE] : [])],
      framework,
    ),
    "",
    `/** A project, ${hasRules ? "the workspaces in it, and the rule for others" : "and the workspaces in it"}. */`,
    "type Entry = ProjectConfig &",
    ...picked("WorkspaceMembershipConfig", MEMBERSHIP_COLUMNS, hasRules ? " &" : ";"),
    ...(hasRules ? picked(RULE_INTERFACE, RULE_COLUMNS, ";") : []),
    "",
    "/**",
    " * The projects by the IDs of their constructs, sorted by name.",
    " *",
    " * Terraform knows a project by its ID here. To rename a project, change its name",
    " * and keep the ID; to add one, add an entry with an ID that no other has.",
    " */",
    "export const projects: Readonly<Record<string, Entry>> = {",
    ...projects.flatMap(({ constructId, attributes, membership = [], condition = {} }) =>
      formatObjectEntry(
        propertyName(constructId),
        propertiesOf([...attributes, ...membership, ...conditionArguments(condition)]),
        "  ",
      ),
    ),
    "};",
  ]);
}

/** The type of an object with only these properties of another, all optional. */
function picked(type: string, columns: readonly string[], end: string): readonly string[] {
  const names = columns.map((name) => JSON.stringify(name)).join(" | ");
  return fittingOr(`  Partial<Pick<${type}, ${names}>>${end}`, [
    "  Partial<",
    `    Pick<${type}, ${names}>`,
    `  >${end}`,
  ]);
}

function fittingOr(line: string, broken: readonly string[]): readonly string[] {
  return fits(line) ? [line] : broken;
}
