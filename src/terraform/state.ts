import { asObject, asObjects, getString, textOf, type JsonObject } from "../json";
import { formatAddress, type Address, type InstanceKey, type Mode } from "./address";
import { isOwn } from "../model/provider-address";
import { UnsupportedDocumentError } from "./unsupported-document";

/** An instance of a resource or data source in a Terraform state. */
export interface StateResource extends Omit<Address, "stack"> {
  /** With the path of its module and its key: `module.teams["a"].tfe_project.this`. */
  readonly address: string;
  /** Alias of the provider's configuration; undefined for the default one, and where the document has none. */
  readonly providerAlias: string | undefined;
  /** Terraform replaces a tainted object, and deletes a deposed one. */
  readonly status: "ok" | "tainted" | "deposed";
  /** Version of the schema that the provider wrote it with; undefined where the document has none. */
  readonly schemaVersion: number | undefined;
  readonly values: JsonObject;
  /** Base64 of what the provider stores with it; undefined if it stores nothing, and where the document has none. */
  readonly private: string | undefined;
}

/** The only format of state files that Terraform writes since 0.12. */
export const STATE_VERSION = 4;

/** The `resources` of a state file, which `terraform state pull` prints. */
export function storedResources(resources: unknown): readonly StateResource[] {
  return asObjects(resources).flatMap((resource) => {
    const provider = getString(resource, "provider") ?? "";
    return asObjects(resource["instances"]).flatMap((instance) => {
      const { index_key: key, attributes, deposed, status, schema_version: version } = instance;
      const place = placeOf(resource, getString(resource, "module") ?? "", key);
      if (place === undefined) return [];
      return {
        address: formatAddress(place),
        ...place,
        // provider["registry.terraform.io/hashicorp/tfe"].alias
        providerAlias: /\]\.([^.]+)$/.exec(provider)?.[1],
        status: statusOf(deposed, status === "tainted"),
        schemaVersion: versionIn(version),
        values: asObject(attributes),
        private: getString(instance, "private"),
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
  const own = asObjects(module["resources"]).flatMap((resource) => {
    const place = placeOf(resource, getString(module, "address") ?? "", resource["index"]);
    if (place === undefined) return [];
    return {
      address: textOf(resource["address"]),
      ...place,
      providerAlias: undefined,
      status: statusOf(resource["deposed_key"], resource["tainted"] === true),
      schemaVersion: versionIn(resource["schema_version"]),
      values: asObject(resource["values"]),
      private: undefined,
    };
  });
  return [...own, ...asObjects(module["child_modules"]).flatMap(resourcesOfModule)];
}

type Place = Pick<StateResource, "module" | "mode" | "type" | "name" | "key">;

function placeOf(resource: JsonObject, module: string, key: unknown): Place | undefined {
  const [type, name] = [textOf(resource["type"]), textOf(resource["name"])];
  const mode = modeOf(resource, type);
  return mode && { module, mode, type, name, key: keyOf(key) };
}

/**
 * The mode of an object in JSON; undefined if it has a mode that this version does not know.
 *
 * @throws UnsupportedDocumentError when it is an object of this provider.
 */
export function modeOf({ mode, name }: JsonObject, type: string): Mode | undefined {
  if (mode === "data" || mode === "managed") return mode;
  if (!isOwn(type)) return undefined;
  throw new UnsupportedDocumentError(
    `${formatAddress({ type, name: textOf(name) })} has the mode ${textOf(mode)}, which this version does not know.`,
    NEWER_VERSION,
  );
}

/** What to do about objects that this version does not know. */
export const NEWER_VERSION = "Use a newer version of tfprojects.";

function versionIn(version: unknown): number | undefined {
  return typeof version === "number" ? version : undefined;
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
