import { generatedFile, isTooLong, type GeneratedFile } from "../../files/generated-file";
import { PROJECT_REFERENCE, type ImportedOrganization, type ImportedProject } from "../imported";
import { membershipId } from "../names";
import { camelCase } from "../../model";
import type { Framework } from "../../constructs/base/frameworks";
import { formatConstruct, formatListDeclaration } from "./code-format";
import { importsFile } from "./imports-file";
import { importOf, mainFile, usedClasses } from "./main-file";
import { propertyOf } from "./properties";

/** Constructs for each project: in `main.ts`, or in a file for each if there are many. */
export function cdktfFiles(
  organization: ImportedOrganization,
  { imports, framework }: { readonly imports: boolean; readonly framework: Framework },
): readonly GeneratedFile[] {
  const { projects } = organization;
  const sections = projects.map((project) => projectLines(project, "this", project.identifier, "    "));
  if (!isTooLong(sections)) {
    return [
      mainFile(organization, { classes: usedClasses(projects), sections, imports, framework }),
      ...importsFile(projects, imports, framework),
    ];
  }
  return [
    mainFile(organization, {
      classes: [],
      imported: ['import { projects } from "./projects";'],
      sections: [["    for (const defineProject of projects) defineProject(this);"]],
      imports,
      framework,
    }),
    ...projects.map((project) => projectFile(project, framework)),
    projectsIndex(projects),
    ...importsFile(projects, imports, framework),
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
      properties: attributes.map(propertyOf),
    },
    indent,
  );
  if (membership === undefined) return statement;
  const reference = {
    name: camelCase(PROJECT_REFERENCE),
    value: { kind: "expression", code: `${constant}.id` },
  } as const;
  const membershipStatement = formatConstruct(
    {
      className: "WorkspaceMembership",
      scope,
      constructId: membershipId(constructId),
      properties: [reference, ...membership.map(propertyOf)],
    },
    indent,
  );
  return [...statement, ...membershipStatement];
}

function projectFile(project: ImportedProject, framework: Framework): GeneratedFile {
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
