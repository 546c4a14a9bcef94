import { RESOURCES } from "../model";
import { groupBy } from "../reconcile";
import { asObject } from "../json";
import { folderOf, type ConfigurationFile, type JsonFile, type ModuleFolder } from "./configuration";
import { attributeIn } from "./edits";
import type { HclBlock } from "../terraform/hcl-scanner";
import { callPath, formatAddress } from "../terraform/address";
import type { StateResource } from "../terraform/state";

/** The settings of a project, a resource of their own in `hashicorp/tfe`. */
export const TFE_PROJECT_SETTINGS = "tfe_project_settings";

/** A resource in the code, with all its instances in the state, whichever calls of its module they belong to. */
export interface Resource {
  readonly type: string;
  readonly name: string;
  /** Names of the called modules, for each way to the module that has instances; `[]` is the root module. */
  readonly calls: readonly (readonly string[])[];
  /** Undefined for a module that is not in a local folder. */
  readonly folder: ModuleFolder | undefined;
  readonly instances: readonly StateResource[];
}

/** Where a resource is in the code. */
export type ResourceCode =
  | { readonly kind: "hcl"; readonly file: ConfigurationFile; readonly block: HclBlock }
  | { readonly kind: "json"; readonly file: JsonFile; readonly body: Readonly<Record<string, unknown>> };

/** The resources of a type, in the order of the state. Calls of one local folder share its code. */
export function resourcesOfType(
  resources: readonly StateResource[],
  type: string,
  folders: ReadonlyMap<string, ModuleFolder>,
): readonly Resource[] {
  const own = resources
    .filter((resource) => resource.type === type)
    .map((instance) => {
      const calls = callPath(instance.module);
      return { instance, calls, folder: folderOf(folders, calls) };
    });
  const found = groupBy(own, ({ instance, calls, folder }) =>
    JSON.stringify([folder === undefined ? calls : folder.path, instance.name]),
  );
  return [...found.values()].flatMap((members): readonly Resource[] => {
    const [first] = members;
    if (first === undefined) return [];
    const calls = [...new Map(members.map((it) => [it.calls.join("."), it.calls])).values()];
    const instances = members.map(({ instance }) => instance);
    return [{ type, name: first.instance.name, calls, folder: first.folder, instances }];
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
    const body = asObject(asObject(file.content["resource"])[type])[name];
    if (body !== undefined) return { kind: "json", file, body: asObject(Array.isArray(body) ? body[0] : body) };
  }
  return undefined;
}

/** The new address of a project. */
export function projectAddress(project: StateResource): string {
  return formatAddress({ ...project, type: RESOURCES.tfprojects_project.type });
}

/** Whether the code of a resource has an argument. */
export function setsArgument(code: ResourceCode, name: string): boolean {
  return code.kind === "hcl" ? attributeIn(code.block, name) !== undefined : code.body[name] !== undefined;
}

/** The addresses without keys, one for each way to the module: `module.teams.tfe_project.this`. */
export function resourceAddresses({ calls, type, name }: Pick<Resource, "calls" | "type" | "name">): readonly string[] {
  return calls.map((path) => [...path.map((call) => `module.${call}`), `${type}.${name}`].join("."));
}
