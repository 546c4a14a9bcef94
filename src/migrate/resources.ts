import { textOf } from "../json";
import { groupBy } from "../lists";
import { RESOURCES, TFE_PROJECT } from "../model";
import { formatList } from "../reconcile";
import { blocksOf, folderOf, resourceBlocks } from "./code";
import type { CodeBlock, Configuration, ModuleFolder } from "./code";
import type { ManualEdit } from "./edits";
import { callPath, formatAddress } from "../terraform/address";
import type { StateResource } from "../terraform/state";

export const PROJECT = RESOURCES.tfprojects_project.type;
/** The settings of a project, which are a separate resource in `hashicorp/tfe`. */
export const TFE_PROJECT_SETTINGS = "tfe_project_settings";

/** A resource in the code, with all its instances in the state, from all calls of its module. */
export interface Resource {
  readonly type: string;
  readonly name: string;
  /** Names of the called modules, for each path to the module with instances. `[]` is the root module. */
  readonly calls: readonly (readonly string[])[];
  /** Undefined for a module that is not in a local folder. */
  readonly folder: ModuleFolder | undefined;
  /** Its block, for a project with the old or already the new type. Undefined if the code does not have it. */
  readonly block: CodeBlock | undefined;
  readonly instances: readonly StateResource[];
}

/** A project that can be taken over: it is in the state and in readable code. */
export interface ProjectResource extends Resource {
  readonly folder: ModuleFolder;
  readonly block: CodeBlock;
}

/** The resources of a type, in the order of the state. Calls of one local folder share its code. */
export function resourcesOfType(
  resources: readonly StateResource[],
  type: string,
  configuration: Configuration,
): readonly Resource[] {
  const own = resources
    .filter((resource) => resource.type === type)
    .map((instance) => {
      const calls = callPath(instance.module);
      return { instance, calls, folder: folderOf(configuration, calls) };
    });
  const found = groupBy(own, ({ instance, calls, folder }) =>
    JSON.stringify([folder === undefined ? calls : folder.path, instance.name]),
  );
  return [...found.values()].map((members) => {
    const [{ folder, instance }] = members;
    const { name } = instance;
    const calls = [...new Map(members.map((it) => [it.calls.join("."), it.calls])).values()];
    const block = folder === undefined ? undefined : findCode(folder, type, name);
    return { type, name, calls, folder, block, instances: members.map((it) => it.instance) };
  });
}

function findCode(folder: ModuleFolder, type: string, name: string): CodeBlock | undefined {
  const types = type === TFE_PROJECT ? [type, PROJECT] : [type];
  return types.flatMap((it) => resourceBlocks(folder, it, name))[0];
}

/** The projects of a state that can be taken over, and notes about the others. */
export interface SelectedProjects {
  readonly projects: readonly ProjectResource[];
  readonly manual: readonly ManualEdit[];
  readonly notes: readonly string[];
}

/** Selects the projects that are in the state and in readable code. */
export function selectProjects(state: readonly StateResource[], configuration: Configuration): SelectedProjects {
  const projects: ProjectResource[] = [];
  const manual: ManualEdit[] = [];
  const notes: string[] = [];
  const inState = resourcesOfType(state, TFE_PROJECT, configuration);
  for (const resource of inState) {
    const { folder, block, name } = resource;
    const json = folder?.jsonFiles.find(({ text }) => [TFE_PROJECT, name].every((it) => text.includes(`"${it}"`)));
    if (folder === undefined) manual.push(remoteModule(resource));
    else if (block !== undefined) projects.push({ ...resource, folder, block });
    else if (json !== undefined) {
      const what = `Terraform JSON is not edited. Change the type of ${TFE_PROJECT}.${name} to ${PROJECT}, and add:`;
      const moved = { from: `${TFE_PROJECT}.${name}`, to: `${PROJECT}.${name}` };
      manual.push({ where: json.path, what, lines: [`"moved": [${JSON.stringify(moved)}]`] });
    } else {
      const addresses = formatList(resourceAddresses(resource));
      notes.push(`In the state, but not in the code: ${addresses}. The next apply destroys what is not in the code.`);
    }
  }
  for (const folder of configuration.folders.values()) {
    const known = new Set(inState.filter((it) => it.folder === folder).map(({ name }) => name));
    const others = blocksOf(folder, "resource", TFE_PROJECT).filter(({ name }) => !known.has(name));
    for (const { name, file } of others) {
      notes.push(`${TFE_PROJECT}.${name} in ${file.path} is not in the state, and was left alone. Apply it first.`);
    }
  }
  return { projects, manual, notes };
}

/** The manual edit for a resource whose module is not in a local folder. */
function remoteModule(resource: Resource): ManualEdit {
  const [path = []] = resource.calls;
  return {
    where: path.map((call) => `module.${call}`).join("."),
    what:
      `${formatList(resourceAddresses(resource))} was left alone, because its module is not called in HCL by a local ` +
      "path. Run this command with a copy of the module in a folder.",
  };
}

export function projectIdOf({ values }: StateResource): string {
  return textOf(values["id"]);
}

/** The new address of a project. */
export function projectAddress(project: StateResource): string {
  return formatAddress({ ...project, type: PROJECT });
}

/** The addresses without keys, one for each path to the module: `module.teams.tfe_project.this`. */
export function resourceAddresses({ calls, type, name }: Pick<Resource, "calls" | "type" | "name">): readonly string[] {
  return calls.map((path) => [...path.map((call) => `module.${call}`), `${type}.${name}`].join("."));
}
