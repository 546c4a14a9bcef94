import { isSame, NO_SETTINGS, SETTING_NAMES, type Project } from "../../model";
import { compareNames, groupBy, type ActualOrganization } from "../../reconcile";
import { formatConstruct, formatListDeclaration, formatProperty, type Property } from "./code-format";
import type { GeneratedFile } from "./files";
import { codeNames, membershipId, type CodeNames } from "./names";
import { scaffoldFiles } from "./scaffold";
import { escapeTemplate, stringLiteral } from "./string-literal";

export interface AppOptions {
  /** Whether memberships are exclusive. @default false */
  readonly exclusive?: boolean | undefined;
  /** Whether the app has import blocks, so that Terraform imports the existing projects. @default true */
  readonly imports?: boolean | undefined;
}

/** If the projects need more lines than this, each gets a file of its own. */
const MAX_MAIN_LINES = 300;

/**
 * Generates a cdktf app for the selected projects of an organization and their workspaces. Pure: equal organizations
 * give equal files, whatever the order of their lists.
 *
 * @param selected - With all their settings: those that are missing would count as unset.
 */
export function generateApp(
  organization: ActualOrganization,
  selected: readonly Project[],
  options: AppOptions = {},
): readonly GeneratedFile[] {
  const { exclusive = false, imports = true } = options;
  const workspaces = groupBy(organization.workspaces, ({ projectId }) => projectId);
  const sorted = [...selected].sort(compareNames);
  const names = codeNames(sorted);
  const generated = sorted.map((project): GeneratedProject => {
    const isDefault = project.id === organization.defaultProjectId;
    const workspaceNames = [...(workspaces.get(project.id) ?? [])].sort(compareNames).map(({ name }) => name);
    return {
      ...(names.get(project.id) ?? UNNAMED),
      id: project.id,
      properties: projectProperties(project, isDefault),
      // Workspaces without another project are in the default project, so it cannot be exclusive.
      isExclusive: exclusive && !isDefault,
      workspaces: workspaceNames,
    };
  });
  const inMain = generated.map((project) => projectLines(project, "this", project.identifier, "    "));
  const isSplit = inMain.reduce((sum, lines) => sum + lines.length + 1, 0) > MAX_MAIN_LINES;
  return [
    file("main.ts", main(organization.name, isSplit ? undefined : { generated, inMain }, imports)),
    ...(isSplit ? [...generated.map(projectFile), file("projects/index.ts", projectsIndex(generated))] : []),
    ...(imports ? [file("imports.ts", importsFile(generated))] : []),
    ...scaffoldFiles(organization.name, { imports }),
  ];
}

/** The code of one project. */
interface GeneratedProject extends CodeNames {
  readonly id: string;
  readonly properties: readonly Property[];
  readonly isExclusive: boolean;
  /** Sorted names. */
  readonly workspaces: readonly string[];
}

const UNNAMED: CodeNames = { identifier: "project", constructId: "project" };

function projectProperties(project: Project, isDefault: boolean): readonly Property[] {
  return [
    ...SETTING_NAMES.flatMap((name) => {
      const value = project[name] ?? NO_SETTINGS[name];
      if (isSame(name, value, NO_SETTINGS[name]) || value === null || value === undefined) return [];
      return [typeof value === "string" ? stringProperty(name, value) : mapProperty(name, value)];
    }),
    ...(isDefault ? [stringProperty("deletionPolicy", "retain")] : []),
  ];
}

/** The statements for a project and its membership. */
function projectLines(project: GeneratedProject, scope: string, constant: string, indent: string): readonly string[] {
  const { constructId, properties, workspaces, isExclusive } = project;
  const isMember = hasMembership(project);
  const statement = formatConstruct(
    { constant: isMember ? constant : undefined, className: "Project", scope, constructId, properties },
    indent,
  );
  if (!isMember) return statement;
  const membership = formatConstruct(
    {
      className: "WorkspaceMembership",
      scope,
      constructId: membershipId(constructId),
      properties: [
        { name: "projectId", value: { kind: "expression", code: `${constant}.id` } },
        { name: "workspaceNames", value: { kind: "strings", values: workspaces.map(escapeTemplate) } },
        ...(isExclusive ? [{ name: "exclusive", value: { kind: "expression", code: "true" } } as const] : []),
      ],
    },
    indent,
  );
  return [...statement, ...membership];
}

/** An exclusive membership has a meaning without workspaces too: the project must be empty. */
function hasMembership({ workspaces, isExclusive }: GeneratedProject): boolean {
  return workspaces.length > 0 || isExclusive;
}

/** @param projects - The projects in this file; undefined when they have files of their own. */
function main(
  organization: string,
  projects:
    { readonly generated: readonly GeneratedProject[]; readonly inMain: readonly (readonly string[])[] } | undefined,
  imports: boolean,
): readonly string[] {
  const classes = projects === undefined ? [] : usedClasses(projects.generated);
  return [
    'import { App, TerraformStack } from "cdktf";',
    'import type { Construct } from "constructs";',
    `import { ${[...classes, "TfprojectsProvider"].sort().join(", ")} } from "tfprojects";`,
    ...(imports ? ['import { importExisting } from "./imports";'] : []),
    ...(projects === undefined ? ['import { projects } from "./projects";'] : []),
    "",
    "/** The projects of the organization and their workspaces. */",
    "class Organization extends TerraformStack {",
    "  constructor(scope: Construct, id: string) {",
    "    super(scope, id);",
    "",
    "    // The address and the token come from TFE_ADDRESS and TFE_TOKEN.",
    ...formatConstruct(
      {
        className: "TfprojectsProvider",
        scope: "this",
        constructId: "tfprojects",
        properties: [stringProperty("organization", organization)],
      },
      "    ",
    ),
    ...(projects === undefined
      ? ["", "    for (const defineProject of projects) defineProject(this);"]
      : projects.inMain.flatMap((lines) => ["", ...lines])),
    ...(imports ? ["", "    importExisting(this);"] : []),
    "  }",
    "}",
    "",
    "const app = new App();",
    `new Organization(app, ${stringLiteral(organization)});`,
    "app.synth();",
  ];
}

function projectFile(project: GeneratedProject): GeneratedFile {
  return file(`projects/${project.constructId}.ts`, [
    'import type { Construct } from "constructs";',
    `import { ${usedClasses([project]).join(", ")} } from "tfprojects";`,
    "",
    `export function ${project.identifier}(scope: Construct): void {`,
    ...projectLines(project, "scope", "project", "  "),
    "}",
  ]);
}

function projectsIndex(generated: readonly GeneratedProject[]): readonly string[] {
  return [
    ...generated.map(({ identifier, constructId }) => `import { ${identifier} } from "./${constructId}";`),
    "",
    "/** The projects of the organization, sorted by name. */",
    ...formatListDeclaration(
      "export const projects = ",
      generated.map(({ identifier }) => identifier),
    ),
  ];
}

function importsFile(generated: readonly GeneratedProject[]): readonly string[] {
  const withMemberships = generated.some(hasMembership);
  const classes = withMemberships ? ["Project", "WorkspaceMembership"] : ["Project"];
  return [
    'import type { Construct } from "constructs";',
    `import { ${classes.join(", ")} } from "tfprojects";`,
    "",
    "/**",
    " * The existing project that each construct manages.",
    " *",
    " * The first deployment imports these projects into the state of Terraform. After",
    " * it you can delete this file, and the two lines of main.ts that use it.",
    " *",
    " * `tfprojects plan` and `tfprojects apply` have no state. They identify a project",
    " * by its ID while it is in this list, so that you can rename it in the code;",
    " * otherwise by its name, so that a rename needs `previousNames`. When you delete",
    " * a project, remove it from this list.",
    " */",
    "const projectIds: Record<string, string> = {",
    ...generated.flatMap(({ constructId, id }) =>
      formatProperty({ name: propertyName(constructId), value: { kind: "string", value: escapeTemplate(id) } }, "  "),
    ),
    "};",
    "",
    `/** Adds import blocks for the projects${withMemberships ? " and their memberships" : ""}. */`,
    "export function importExisting({ node }: Construct): void {",
    "  for (const [id, projectId] of Object.entries(projectIds)) {",
    "    const project = node.tryFindChild(id);",
    "    if (project instanceof Project) project.importFrom(projectId);",
    ...(withMemberships
      ? [
          `    const membership = node.tryFindChild(\`${membershipId("${id}")}\`);`,
          "    if (membership instanceof WorkspaceMembership)",
          "      membership.importFrom(projectId);",
        ]
      : []),
    "  }",
    "}",
  ];
}

/** Quoted only if needed. */
function propertyName(name: string): string {
  return /^[a-z][a-z0-9]*$/.test(name) ? name : stringLiteral(name);
}

function usedClasses(generated: readonly GeneratedProject[]): readonly string[] {
  return generated.some(hasMembership) ? ["Project", "WorkspaceMembership"] : ["Project"];
}

function mapProperty(name: string, value: Readonly<Record<string, string>>): Property {
  const members = Object.entries(value).map(([key, text]) => ({ key: propertyName(key), value: escapeTemplate(text) }));
  return { name, value: { kind: "map", members } };
}

function stringProperty(name: string, value: string): Property {
  return { name, value: { kind: "string", value: escapeTemplate(value) } };
}

function file(path: string, lines: readonly string[]): GeneratedFile {
  return { path, content: `${lines.join("\n")}\n` };
}
