import { generatedFile, isTooLong, type GeneratedFile } from "../../files/generated-file";
import { PROJECT_REFERENCE, type AppOptions, type ImportedOrganization, type ImportedProject } from "../imported";
import { membershipId } from "../names";
import { Expression } from "../../terraform/hcl-format";
import { formatConstruct, formatListDeclaration, formatValue, propertiesOf } from "../../terraform/typescript-format";
import { assignmentLines } from "./assignments";
import { importLines, mainFile, usedClasses } from "./main-file";
import {
  PLACEMENT_CLASS,
  placementLines,
  placementWithRules,
  RULE_INTERFACE,
  ruleProperties,
  RULES,
} from "./placement";

/** Constructs for each project: in `main.ts`, or in a file for each if there are many. */
export function cdktfFiles(organization: ImportedOrganization, options: AppOptions): readonly GeneratedFile[] {
  const { projects, placement } = organization;
  const sections = projects.map((project) => projectLines(project, "this", project.identifier, "    "));
  if (!isTooLong(sections)) {
    const placed = placement === undefined ? [] : [placementLines(placement, "    ")];
    return [
      mainFile(organization, options, { classes: usedClasses(organization), sections: [...sections, ...placed] }),
    ];
  }
  return [
    mainFile(organization, options, {
      classes: placement === undefined ? [] : [PLACEMENT_CLASS],
      imported: ['import { projects } from "./projects";'],
      sections: [
        placement === undefined
          ? ["    for (const defineProject of projects) defineProject(this);"]
          : [
              `    const ${RULES} = projects.flatMap((defineProject) => defineProject(this));`,
              ...placementWithRules(placement, "    "),
            ],
      ],
    }),
    ...projects.map((project) => projectFile(project, placement !== undefined, options)),
    projectsIndex(projects),
  ];
}

/** The statements for a project, what is assigned to it, and its membership. */
function projectLines(project: ImportedProject, scope: string, constant: string, indent: string): readonly string[] {
  const { constructId, attributes, membership, condition, assignments } = project;
  const isUsed = membership !== undefined || condition !== undefined || assignments.length > 0;
  const statement = formatConstruct(
    {
      constant: isUsed ? constant : undefined,
      className: "Project",
      scope,
      constructId,
      properties: propertiesOf(attributes),
    },
    indent,
  );
  const assigned = assignmentLines(project, scope, constant, indent);
  if (membership === undefined) return [...statement, ...assigned];
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
  return [...statement, ...assigned, ...membershipStatement];
}

/** @param hasRules - Whether the functions of projects return rules, which the placement collects. */
function projectFile(project: ImportedProject, hasRules: boolean, { framework }: AppOptions): GeneratedFile {
  const classes = usedClasses({ projects: [project], placement: undefined });
  return generatedFile(`projects/${project.constructId}.ts`, [
    'import type { Construct } from "constructs";',
    ...importLines([...classes].sort(), hasRules ? [RULE_INTERFACE] : [], framework),
    "",
    `export function ${project.identifier}(scope: Construct): ${hasRules ? `${RULE_INTERFACE}[]` : "void"} {`,
    ...projectLines(project, "scope", "project", "  "),
    ...(hasRules ? returnedRules(project) : []),
    "}",
  ]);
}

function returnedRules({ condition }: ImportedProject): readonly string[] {
  const rules = condition === undefined ? [] : [ruleProperties(new Expression("project.name"), condition)];
  return formatValue("  return ", rules, ";", "  ");
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
