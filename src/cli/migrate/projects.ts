import { membersOf } from "../code/json-file";
import { folderOf, type ConfigurationFile, type JsonFile, type ModuleFolder } from "./configuration";
import type { HclBlock } from "./hcl-scanner";
import { callPath, type StateResource } from "./state";

/** The settings of a project, a resource of their own in `hashicorp/tfe`. */
export const TFE_PROJECT_SETTINGS = "tfe_project_settings";

/** A resource in the code, with its instances in the state: of all instances of its module. */
export interface Resource {
  readonly type: string;
  readonly name: string;
  /** Names of the called modules; empty for the root module. */
  readonly calls: readonly string[];
  /** Undefined for a module that is not in a local folder. */
  readonly folder: ModuleFolder | undefined;
  readonly instances: readonly StateResource[];
}

/** Where a resource is in the code. */
export type ResourceCode =
  | { readonly kind: "hcl"; readonly file: ConfigurationFile; readonly block: HclBlock }
  | { readonly kind: "json"; readonly file: JsonFile; readonly body: Readonly<Record<string, unknown>> };

/** The resources of a type, in the order of the state. */
export function resourcesOfType(
  resources: readonly StateResource[],
  type: string,
  folders: ReadonlyMap<string, ModuleFolder>,
): readonly Resource[] {
  const found = new Map<string, StateResource[]>();
  for (const resource of resources) {
    if (resource.type !== type) continue;
    const key = [...callPath(resource.module), resource.name].join(".");
    const instances = found.get(key) ?? [];
    instances.push(resource);
    found.set(key, instances);
  }
  return [...found.values()].flatMap((instances): readonly Resource[] => {
    const [first] = instances;
    if (first === undefined) return [];
    const calls = callPath(first.module);
    return [{ type, name: first.name, calls, folder: folderOf(folders, calls), instances }];
  });
}

/** The block of a resource; undefined if the folder has none. */
export function findResource(folder: ModuleFolder, type: string, name: string): ResourceCode | undefined {
  for (const file of folder.files) {
    const block = file.blocks.find(
      (it) => it.type === "resource" && it.labels[0]?.text === type && it.labels[1]?.text === name,
    );
    if (block !== undefined) return { kind: "hcl", file, block };
  }
  for (const file of folder.jsonFiles) {
    const body = membersOf(membersOf(file.content["resource"])[type])[name];
    if (body !== undefined) return { kind: "json", file, body: membersOf(Array.isArray(body) ? body[0] : body) };
  }
  return undefined;
}

/** The address without keys: `module.teams.tfe_project.this`. */
export function resourceAddress({ calls, type, name }: Pick<Resource, "calls" | "type" | "name">): string {
  return [...calls.map((call) => `module.${call}`), `${type}.${name}`].join(".");
}
