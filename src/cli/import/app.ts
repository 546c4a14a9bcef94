import { SETTING_NAMES, type Project } from "../../model";
import { compareNames, groupBy, type ActualOrganization } from "../../reconcile";
import type { GeneratedFile } from "./generated-file";
import { formatConstruct, formatListDeclaration, formatProperty, type Property } from "./code-format";
import { codeNames, membershipId, type CodeNames } from "./names";
import { scaffoldFiles } from "./scaffold";
import { escapeTemplate, stringLiteral } from "./string-literal";

export interface AppOptions {
  /** Whether memberships say that their projects hold no other workspaces. @default false */
  readonly exclusive?: boolean | undefined;
  /** Whether the app tells which existing projects the code stands for, so that Terraform takes them over. @default true */
  readonly imports?: boolean | undefined;
}

/** Projects that take more lines than this get a file each. */
const MAX_MAIN_LINES = 300;

/**
 * Writes a cdktf app that says of some projects, and of the workspaces in them, what the organization says. Pure: an equal organization gives
 * equal bytes, whatever order the service lists things in.
 *
 * @param organization - With projects in full: a duration that the list did not carry would be taken for unset.
 * @param selected - The projects to write; of the organization's.
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
      // The default project takes in what nobody put anywhere: it cannot hold its workspaces exclusively.
      isExclusive: exclusive && !isDefault,
      workspaces: workspaceNames,
    };
  });
  const inMain = generated.map((project) => projectLines(project, "this", project.identifier, "    "));
  const isSplit = inMain.reduce((sum, lines) => sum + lines.length + 1, 0) > MAX_MAIN_LINES;
  return [
    file("main.ts", main(organization.name, isSplit ? undefined : { written: generated, inMain }, imports)),
    ...(isSplit ? [...generated.map(projectFile), file("projects/index.ts", projectsIndex(generated))] : []),
    ...(imports ? [file("imports.ts", importsFile(generated))] : []),
    ...scaffoldFiles(organization.name, { imports }),
  ];
}

/** All that the code says of one project. */
interface GeneratedProject extends CodeNames {
  readonly id: string;
  readonly properties: readonly Property[];
  readonly isExclusive: boolean;
  /** Names, in order. */
  readonly workspaces: readonly string[];
}

const UNNAMED: CodeNames = { identifier: "project", constructId: "project" };

function projectProperties(project: Project, isDefault: boolean): readonly Property[] {
  return [
    ...SETTING_NAMES.flatMap((name) => {
      const value = project[name] ?? null;
      return value === null ? [] : [stringProperty(name, value)];
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
        { name: "projectId", value: { kind: "code", code: `${constant}.id` } },
        { name: "workspaceNames", value: { kind: "texts", texts: workspaces.map(escapeTemplate) } },
        ...(isExclusive ? [{ name: "exclusive", value: { kind: "code", code: "true" } } as const] : []),
      ],
    },
    indent,
  );
  return [...statement, ...membership];
}

/** An exclusive membership says something even of no workspaces: that there shall be none. */
function hasMembership({ workspaces, isExclusive }: GeneratedProject): boolean {
  return workspaces.length > 0 || isExclusive;
}

/** @param projects - Those that are in the file itself; undefined when they have files of their own. */
function main(
  organization: string,
  projects:
    { readonly written: readonly GeneratedProject[]; readonly inMain: readonly (readonly string[])[] } | undefined,
  imports: boolean,
): readonly string[] {
  const classes = projects === undefined ? [] : usedClasses(projects.written);
  return [
    'import { App, TerraformStack } from "cdktf";',
    'import type { Construct } from "constructs";',
    `import { ${[...classes, "TfprojectsProvider"].sort().join(", ")} } from "tfprojects";`,
    ...(imports ? ['import { importExisting } from "./imports";'] : []),
    ...(projects === undefined ? ['import { projects } from "./projects";'] : []),
    "",
    "/** The organization's projects, and which workspaces live in them. */",
    "class Organization extends TerraformStack {",
    "  constructor(scope: Construct, id: string) {",
    "    super(scope, id);",
    "",
    "    // Address and token come from the environment: TFE_ADDRESS and TFE_TOKEN.",
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
    "/** Every project of the organization that is code, in order of names. */",
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
    " * Which project of the organization each construct stands for.",
    " *",
    " * The first deployment takes these over instead of creating them; Terraform then",
    " * has them in its state and passes over this list. So delete this file after the",
    " * first deployment, with the two lines of main.ts that use it: nothing changes.",
    " *",
    " * `tfprojects plan` and `tfprojects apply` have no state. While the list is there,",
    " * they know a project by its id, and a new name in the code renames it; without",
    " * the list they know it by its name, and a new name needs `previousNames`. A",
    " * project that is deleted has to leave the list.",
    " */",
    "const projectIds: Record<string, string> = {",
    ...generated.flatMap(({ constructId, id }) =>
      formatProperty({ name: propertyName(constructId), value: { kind: "text", text: escapeTemplate(id) } }, "  "),
    ),
    "};",
    "",
    `/** Imports the projects${withMemberships ? ", and the memberships beside them" : ""}. */`,
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

/** Quoted only where it has to be. */
function propertyName(name: string): string {
  return /^[a-z][a-z0-9]*$/.test(name) ? name : stringLiteral(name);
}

function usedClasses(generated: readonly GeneratedProject[]): readonly string[] {
  return generated.some(hasMembership) ? ["Project", "WorkspaceMembership"] : ["Project"];
}

function stringProperty(name: string, value: string): Property {
  return { name, value: { kind: "text", text: escapeTemplate(value) } };
}

function file(path: string, lines: readonly string[]): GeneratedFile {
  return { path, content: `${lines.join("\n")}\n` };
}
