import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import style from "../../.oxfmtrc.json";
import { DATA_SOURCES, providerDefinition, RESOURCES } from "../../src/model";
import { classFile, type ClassSource } from "./class-file";
import { definitionsFile } from "./definitions-file";
import { pageAssets } from "./page-assets";
import { referenceFile } from "./reference-file";

const SRC = resolve(__dirname, "../../src");

const CLASSES: Readonly<Record<string, ClassSource>> = {
  project: resource("Project", "tfprojects_project"),
  "workspace-membership": resource("WorkspaceMembership", "tfprojects_workspace_membership"),
  "workspace-placement": resource("WorkspacePlacement", "tfprojects_workspace_placement"),
  "project-team-access": resource("ProjectTeamAccess", "tfprojects_project_team_access"),
  "project-variable-sets": resource("ProjectVariableSets", "tfprojects_project_variable_sets"),
  "project-policy-sets": resource("ProjectPolicySets", "tfprojects_project_policy_sets"),
  "data-project": dataSource("DataProject", "tfprojects_project"),
  "data-projects": dataSource("DataProjects", "tfprojects_projects"),
  "data-run-task-stages": dataSource("DataRunTaskStages", "tfprojects_run_task_stages"),
  "tfprojects-provider": {
    name: "TfprojectsProvider",
    kind: "provider",
    definition: providerDefinition,
    expression: "providerDefinition",
  },
};

function resource(name: string, type: keyof typeof RESOURCES): ClassSource {
  return { name, kind: "resource", definition: RESOURCES[type], expression: `RESOURCES.${type}` };
}

function dataSource(name: string, type: keyof typeof DATA_SOURCES): ClassSource {
  return { name, kind: "data source", definition: DATA_SOURCES[type], expression: `DATA_SOURCES.${type}` };
}

/** `npm run generate`: writes the construct classes from the definitions in the model, and the assets of HTML pages. */
async function main(): Promise<void> {
  const texts = new Map([["output-references.ts", referenceFile(Object.values(CLASSES))]]);
  for (const [file, source] of Object.entries(CLASSES)) texts.set(`${file}.ts`, classFile(source));
  await writeFolder(join(SRC, "constructs/generated"), texts);
  await writeFolder(join(SRC, "engine/generated"), new Map([["definitions.ts", definitionsFile()]]));
  const page = pageAssets(join(SRC, "engine/report/html/browser"));
  await writeFolder(join(SRC, "engine/report/html/generated"), new Map([["assets.ts", page]]));
}

/** Writes all files of a folder that contains only generated files. */
async function writeFolder(folder: string, texts: ReadonlyMap<string, string>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const other of readdirSync(folder).filter((file) => !texts.has(file))) rmSync(join(folder, other));
  for (const [file, text] of texts) await write(join(folder, file), text);
}

/** Does not write a file that is up to date: the build may generate again while types and lint are checked. */
async function write(path: string, text: string): Promise<void> {
  const { format } = await import("oxfmt");
  const { code, errors } = await format(path, text, { printWidth: style.printWidth });
  if (errors.length > 0)
    throw new Error(`${path} cannot be formatted: ${errors.map(({ message }) => message).join("; ")}`);
  if (!existsSync(path) || readFileSync(path, "utf8") !== code) writeFileSync(path, code);
}

void main();
