import { FRAMEWORKS } from "../../constructs/base/frameworks";
import { camelCase } from "../../model";
import { generatedFile, type GeneratedFile } from "../../files/generated-file";
import { PROJECT_REFERENCE, type AppOptions, type ImportedOrganization } from "../imported";
import { membershipId } from "../names";
import { fits, formatObjectEntry, propertiesOf, propertyName } from "../../terraform/typescript-format";
import { mainFile } from "./main-file";

/** A table of all projects in `organization.ts`, and a loop over it in `main.ts`. */
export function cdktfTable(organization: ImportedOrganization, options: AppOptions): readonly GeneratedFile[] {
  return [
    mainFile(organization, options, {
      classes: ["Project", "WorkspaceMembership"],
      imported: ['import { projects } from "./organization";'],
      sections: [loop(organization)],
    }),
    tableFile(organization, options),
  ];
}

const REFERENCE = camelCase(PROJECT_REFERENCE);

/** The IDs of an entry's constructs do not depend on other entries. */
function loop({ membershipAttributes, selectingAttributes }: ImportedOrganization): readonly string[] {
  const columns = membershipAttributes.map(camelCase);
  const [only, ...others] = selectingAttributes.map(camelCase);
  const hasMembership = others.length === 0 ? `${only ?? ""} !== undefined` : [only, ...others].join(" ?? ");
  return [
    "    for (const [id, entry] of Object.entries(projects)) {",
    ...fittingOr(`      const { ${columns.join(", ")}, ...config } = entry;`, [
      `      const { ${columns.join(", ")}, ...config } =`,
      "        entry;",
    ]),
    "      const project = new Project(this, id, config);",
    `      if (${hasMembership}) {`,
    `        new WorkspaceMembership(this, \`${membershipId("${id}")}\`, {`,
    `          ${REFERENCE}: project.id,`,
    ...columns.map((name) => `          ${name},`),
    "        });",
    "      }",
    "    }",
  ];
}

function tableFile({ projects, membershipAttributes }: ImportedOrganization, { framework }: AppOptions): GeneratedFile {
  return generatedFile("organization.ts", [
    `import type { ProjectConfig, WorkspaceMembershipConfig } from "${FRAMEWORKS[framework].entry}";`,
    "",
    "/** A project, and the workspaces in it. */",
    "type Entry = ProjectConfig &",
    ...picked(membershipAttributes.map(camelCase)),
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

/** The type of a membership with only these attributes, all optional. */
function picked(columns: readonly string[]): readonly string[] {
  const names = columns.map((name) => JSON.stringify(name)).join(" | ");
  return fittingOr(`  Partial<Pick<WorkspaceMembershipConfig, ${names}>>;`, [
    "  Partial<",
    "    Pick<",
    "      WorkspaceMembershipConfig,",
    `      ${names}`,
    "    >",
    "  >;",
  ]);
}

function fittingOr(line: string, broken: readonly string[]): readonly string[] {
  return fits(line) ? [line] : broken;
}
