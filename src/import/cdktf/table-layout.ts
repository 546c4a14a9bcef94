import { FRAMEWORKS } from "../../constructs/base/frameworks";
import { camelCase } from "../../model";
import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import {
  MEMBERSHIP_ATTRIBUTES,
  PROJECT_REFERENCE,
  WORKSPACES,
  type AppOptions,
  type ImportedOrganization,
  type ImportedProject,
} from "../imported";
import { membershipId } from "../names";
import { formatObjectEntry, propertiesOf, propertyName } from "./code-format";
import { mainFile } from "./main-file";

/** A table of all projects in `organization.ts`, and a loop over it in `main.ts`. */
export function cdktfTable(organization: ImportedOrganization, options: AppOptions): readonly GeneratedFile[] {
  return [
    mainFile(organization, options, {
      classes: ["Project", "WorkspaceMembership"],
      imported: ['import { projects } from "./organization";'],
      sections: [LOOP],
    }),
    tableFile(organization.projects, options),
  ];
}

const COLUMNS = MEMBERSHIP_ATTRIBUTES.map(camelCase);
const REFERENCE = camelCase(PROJECT_REFERENCE);
const WORKSPACE_COLUMN = camelCase(WORKSPACES);

/** The IDs of an entry's constructs do not depend on other entries. */
const LOOP = [
  "    for (const [id, entry] of Object.entries(projects)) {",
  `      const { ${COLUMNS.join(", ")}, ...config } = entry;`,
  "      const project = new Project(this, id, config);",
  `      if (${WORKSPACE_COLUMN} !== undefined) {`,
  `        new WorkspaceMembership(this, \`${membershipId("${id}")}\`, {`,
  `          ${REFERENCE}: project.id,`,
  ...COLUMNS.map((name) => `          ${name},`),
  "        });",
  "      }",
  "    }",
];

function tableFile(projects: readonly ImportedProject[], { framework }: AppOptions): GeneratedFile {
  return generatedFile("organization.ts", [
    `import type { ProjectConfig, WorkspaceMembershipConfig } from "${FRAMEWORKS[framework].entry}";`,
    "",
    "/** A project, and the workspaces in it. */",
    "type Entry = ProjectConfig &",
    `  Partial<Pick<WorkspaceMembershipConfig, ${COLUMNS.map((name) => JSON.stringify(name)).join(" | ")}>>;`,
    "",
    "/**",
    " * The projects by the IDs of their constructs, sorted by name.",
    " *",
    " * Terraform knows a project by its ID here. To rename a project, change its name",
    " * and keep the ID; to add one, add an entry with an ID that no other has.",
    " */",
    "export const projects: Readonly<Record<string, Entry>> = {",
    ...projects.flatMap(({ constructId, attributes, membership = [] }) =>
      formatObjectEntry(propertyName(constructId), propertiesOf([...attributes, ...membership]), "  "),
    ),
    "};",
  ]);
}
