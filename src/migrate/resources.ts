import { ASSIGNMENT_TYPES, ASSIGNMENTS, RESOURCES, TFE_PROJECT } from "../model";
import { formatList, groupBy } from "../reconcile";
import { blocksOf, findResource, folderOf, pathsTo } from "./code";
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
  readonly code: CodeBlock | undefined;
  readonly instances: readonly StateResource[];
}

/** A project that can be taken over: it is in the state and in readable code. */
export interface ProjectResource extends Resource {
  readonly folder: ModuleFolder;
  readonly code: CodeBlock;
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
    const code = folder === undefined ? undefined : findCode(folder, type, name);
    return { type, name, calls, folder, code, instances: members.map((it) => it.instance) };
  });
}

/** Resources of the code that stay with `hashicorp/tfe`, although this provider can assign the same objects. */
export function assignmentsOfTfe({ folders }: Configuration): readonly string[] {
  const types = ASSIGNMENT_TYPES.flatMap((type) => Object.keys(ASSIGNMENTS[type].tfe.resources));
  return [...folders.values()].flatMap((folder) =>
    types.flatMap((type) => blocksOf(folder, "resource", type).map(({ name }) => `${type}.${name}`)),
  );
}

function findCode(folder: ModuleFolder, type: string, name: string): CodeBlock | undefined {
  return findResource(folder, type, name) ?? (type === TFE_PROJECT ? findResource(folder, PROJECT, name) : undefined);
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
    const { folder, code } = resource;
    if (folder === undefined) manual.push(remoteModule(resource, configuration));
    else if (code !== undefined) projects.push({ ...resource, folder, code });
    else {
      notes.push(notInCode(resourceAddresses(resource)));
    }
  }
  for (const folder of configuration.folders.values()) {
    const known = new Set(inState.filter((it) => it.folder === folder).map(({ name }) => name));
    for (const { name } of blocksOf(folder, "resource", TFE_PROJECT).filter((it) => !known.has(it.name))) {
      notes.push(notInState(resourceAddresses({ type: TFE_PROJECT, name, calls: pathsTo(configuration, folder) })));
    }
  }
  return { projects, manual, notes };
}

function notInCode(addresses: readonly string[]): string {
  const [is, it] = addresses.length === 1 ? ["is", "it"] : ["are", "them"];
  return `${formatList(addresses)} ${is} in the state, but not in the code: the next apply destroys ${it}.`;
}

function notInState(addresses: readonly string[]): string {
  const [is, it, was] = addresses.length === 1 ? ["is", "it", "it was"] : ["are", "them", "they were"];
  return `${formatList(addresses)} ${is} in the code, but not in the state: ${was} left alone. Apply ${it} first.`;
}

/** The manual edit for a resource whose module is not in a local folder. */
function remoteModule(resource: Resource, configuration: Configuration): ManualEdit {
  const [path = []] = resource.calls;
  const calls = path.map((name, index) => folderOf(configuration, path.slice(0, index))?.calls.get(name));
  const source = calls.find((call) => call?.folder === undefined)?.source ?? "";
  const from = source === "" ? "" : ` (${source})`;
  return {
    where: path.map((call) => `module.${call}`).join("."),
    what:
      `${formatList(resourceAddresses(resource))} was left alone, because the code of its module${from} is not in a ` +
      "local folder. Run this command with a copy of the module in a folder.",
  };
}

export function projectIdOf({ values }: StateResource): string {
  return String(values["id"]);
}

/** The new address of a project. */
export function projectAddress(project: StateResource): string {
  return formatAddress({ ...project, type: PROJECT });
}

/** The addresses without keys, one for each path to the module: `module.teams.tfe_project.this`. */
export function resourceAddresses({ calls, type, name }: Pick<Resource, "calls" | "type" | "name">): readonly string[] {
  return calls.map((path) => [...path.map((call) => `module.${call}`), `${type}.${name}`].join("."));
}
