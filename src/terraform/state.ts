import { asObject, asObjects, getString, type JsonObject } from "../json";
import { formatAddress, type Address, type InstanceKey, type Mode } from "./address";
import { UnsupportedDocumentError } from "./unsupported-document";

/** An instance of a resource or data source in a Terraform state. */
export interface StateResource extends Omit<Address, "stack"> {
  /** With the path of its module and its key: `module.teams["a"].tfe_project.this`. */
  readonly address: string;
  /** Alias of the provider's configuration; undefined for the default one, and where the document has none. */
  readonly providerAlias: string | undefined;
  /** Terraform replaces a tainted object, and deletes a deposed one. */
  readonly status: "ok" | "tainted" | "deposed";
  readonly values: JsonObject;
}

/** The only format of state files that Terraform writes since 0.12. */
export const STATE_VERSION = 4;

/** The `resources` of a state file, which `terraform state pull` prints. */
export function storedResources(resources: unknown): readonly StateResource[] {
  return asObjects(resources).flatMap((resource) => {
    const provider = getString(resource, "provider") ?? "";
    return asObjects(resource["instances"]).map(({ index_key: key, attributes, deposed, status }) => {
      const place = placeOf(resource, getString(resource, "module") ?? "", key);
      return {
        address: formatAddress(place),
        ...place,
        // provider["registry.terraform.io/hashicorp/tfe"].alias
        providerAlias: /\]\.([^.]+)$/.exec(provider)?.[1],
        status: statusOf(deposed, status === "tainted"),
        values: asObject(attributes),
      };
    });
  });
}

/**
 * The resources in the `values` of a state that `terraform show -json` prints.
 *
 * @see https://developer.hashicorp.com/terraform/internals/json-format#values-representation
 */
export function shownResources(values: unknown): readonly StateResource[] {
  return resourcesOfModule(asObject(asObject(values)["root_module"]));
}

function resourcesOfModule(module: JsonObject): readonly StateResource[] {
  const own = asObjects(module["resources"]).map((resource) => ({
    address: String(resource["address"]),
    ...placeOf(resource, getString(module, "address") ?? "", resource["index"]),
    providerAlias: undefined,
    status: statusOf(resource["deposed_key"], resource["tainted"] === true),
    values: asObject(resource["values"]),
  }));
  return [...own, ...asObjects(module["child_modules"]).flatMap(resourcesOfModule)];
}

type Place = Pick<StateResource, "module" | "mode" | "type" | "name" | "key">;

function placeOf({ mode, type, name }: JsonObject, module: string, key: unknown): Place {
  return { module, mode: modeOf(mode), type: String(type), name: String(name), key: keyOf(key) };
}

/** The mode of a resource in JSON. */
export function modeOf(mode: unknown): Mode {
  return mode === "data" ? "data" : "managed";
}

/** The key of an instance in JSON. */
export function keyOf(key: unknown): InstanceKey {
  return typeof key === "string" || typeof key === "number" ? key : undefined;
}

function statusOf(deposed: unknown, isTainted: boolean): StateResource["status"] {
  if (deposed !== undefined) return "deposed";
  return isTainted ? "tainted" : "ok";
}

/** @throws UnsupportedDocumentError when OpenTofu has encrypted a state */
export function checkReadable(state: JsonObject): void {
  if ("encrypted_data" in state)
    throw new UnsupportedDocumentError("It is encrypted.", "", { kind: "decrypted-state" });
}
