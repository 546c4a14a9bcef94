import { DATA_SOURCES, RESOURCES, type Definition } from "../../model";
import { nearestName } from "../../reconcile/nearest-name";
import type { Mode } from "../../terraform/address";
import { quote } from "../../reconcile/text";
import type { JsonObject } from "../../json";

/** The kind of a block in Terraform JSON. */
export type BlockKind = Mode | "provider";

/** Arguments that Terraform itself supports in blocks of each kind; `//` is a comment. */
const META_ARGUMENTS: Readonly<Record<BlockKind, readonly string[]>> = {
  managed: ["//", "count", "for_each", "depends_on", "provider", "lifecycle", "provisioner", "connection"],
  data: ["//", "count", "for_each", "depends_on", "provider", "lifecycle"],
  provider: ["//", "alias", "version"],
};

/** The blocks of a module's files. */
const ROOT_BLOCKS = [
  ...["//", "terraform", "provider", "variable", "locals", "output", "module", "resource", "data", "ephemeral"],
  ...["import", "moved", "removed", "check", "action", "list"],
];

/** An argument that is neither in the definition nor Terraform's own, with Terraform's message. */
export interface UnsupportedName {
  readonly attribute: string;
  readonly message: string;
}

/** The arguments of a block that neither its definition nor Terraform supports. */
export function unsupportedArguments(
  body: JsonObject,
  kind: BlockKind,
  { attributes }: Definition,
): readonly UnsupportedName[] {
  return unsupportedNames(body, [...Object.keys(attributes), ...META_ARGUMENTS[kind]]);
}

/** The blocks of a file that Terraform does not support. */
export function unsupportedRootBlocks(root: JsonObject): readonly UnsupportedName[] {
  return unsupportedNames(root, ROOT_BLOCKS);
}

/** Terraform's message for a type that the provider does not have. */
export function unsupportedType(mode: Mode, type: string): string {
  const what = mode === "managed" ? "resource type" : "data source";
  const types = Object.keys(mode === "managed" ? RESOURCES : DATA_SOURCES);
  return `The provider tfprojects does not support ${what} ${quote(type)}.${suggestion(type, types)}`;
}

/** The names of an object that are not supported. */
export function unsupportedNames(body: JsonObject, supported: readonly string[]): readonly UnsupportedName[] {
  const unsupported = Object.keys(body).filter((name) => !supported.includes(name));
  if (unsupported.length === 0) return [];
  const unused = supported.filter((name) => !(name in body));
  return unsupported.map((attribute) => ({
    attribute,
    message: `No argument or block type is named ${quote(attribute)}.${suggestion(attribute, unused)}`,
  }));
}

function suggestion(name: string, names: readonly string[]): string {
  const similar = nearestName(name, names, 2);
  return similar === undefined ? "" : ` Did you mean ${quote(similar)}?`;
}
