import { generatedFile, isTooLong, type GeneratedFile } from "../../files/generated-file";
import { PROJECT_REFERENCE, type AppOptions, type ImportedOrganization, type ImportedProject } from "../imported";
import { membershipId } from "../names";
import { Expression } from "../../terraform/hcl-format";
import { formatConstruct, formatListDeclaration, propertiesOf } from "../../terraform/typescript-format";
import { importOf, mainFile, usedClasses } from "./main-file";

/** Constructs for each project: in `main.ts`, or in a file for each if there are many. */
export function cdktfFiles(organization: ImportedOrganization, options: AppOptions): readonly GeneratedFile[] {
  const { projects } = organization;
  const sections = projects.map((project) => projectLines(project, "this", project.identifier, "    "));
  if (!isTooLong(sections)) {
    return [mainFile(organization, options, { classes: usedClasses(projects), sections })];
  }
  return [
    mainFile(organization, options, {
      classes: [],
      imported: ['import { projects } from "./projects";'],
      sections: [["    for (const defineProject of projects) defineProject(this);"]],
    }),
    ...projects.map((project) => projectFile(project, options)),
    projectsIndex(projects),
  ];
}

/** The statements for a project and its membership. */
function projectLines(project: ImportedProject, scope: string, constant: string, indent: string): readonly string[] {
  const { constructId, attributes, membership } = project;
  const statement = formatConstruct(
    {
      constant: membership === undefined ? undefined : constant,
      className: "Project",
      scope,
      constructId,
      properties: propertiesOf(attributes),
    },
    indent,
  );
  if (membership === undefined) return statement;
  const reference = { name: PROJECT_REFERENCE, value: new Expression(`${constant}.id`) };
  const membershipStatement = formatConstruct(
    {
      className: "WorkspaceMembership",
      scope,
      constructId: membershipId(constructId),
      properties: propertiesOf([reference, ...membership]),
    },
    indent,
  );
  return [...statement, ...membershipStatement];
}

function projectFile(project: ImportedProject, { framework }: AppOptions): GeneratedFile {
  return generatedFile(`projects/${project.constructId}.ts`, [
    'import type { Construct } from "constructs";',
    importOf(usedClasses([project]), framework),
    "",
    `export function ${project.identifier}(scope: Construct): void {`,
    ...projectLines(project, "scope", "project", "  "),
    "}",
  ]);
}

function projectsIndex(projects: readonly ImportedProject[]): GeneratedFile {
  return generatedFile("projects/index.ts", [
    ...projects.map(({ identifier, constructId }) => `import { ${identifier} } from "./${constructId}";`),
    "",
    "/** The projects of the organization, sorted by name. */",
    ...formatListDeclaration(
      "export const projects = ",
      projects.map(({ identifier }) => identifier),
    ),
  ]);
}
