import {
  DATA_SOURCES,
  nameMeant,
  RESOURCES,
  suggestion,
  unsupportedNames,
  type Definition,
  type UnsupportedName,
} from "../../model";
import type { Mode } from "../../terraform/address";
import { quote } from "../../reconcile/text";
import type { JsonObject } from "../../json";
import { ownMember } from "../../own-member";
import { BLOCK_TYPES } from "../../terraform/json-blocks";

/** The kind of a block in Terraform JSON. */
export type BlockKind = Mode | "provider";

/** Arguments that Terraform itself supports in blocks of each kind; `//` is a comment. */
const META_ARGUMENTS: Readonly<Record<BlockKind, readonly string[]>> = {
  managed: ["//", "count", "for_each", "depends_on", "provider", "lifecycle", "provisioner", "connection"],
  data: ["//", "count", "for_each", "depends_on", "provider", "lifecycle"],
  provider: ["//", "alias", "version"],
};

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
  return unsupportedNames(root, ["//", ...BLOCK_TYPES]);
}

/** The definition of a type; undefined if the provider does not have it. */
export function definitionOf(mode: Mode, type: string): Definition | undefined {
  return ownMember(definitionsOf(mode), type);
}

/** Terraform's message for a type that the provider does not have. */
export function unsupportedType(mode: Mode, type: string): string {
  const what = mode === "managed" ? "resource type" : "data source";
  const types = Object.keys(definitionsOf(mode));
  return `The provider tfprojects does not support ${what} ${quote(type)}.${suggestion(nameMeant(type, types, 2))}`;
}

function definitionsOf(mode: Mode): Readonly<Record<string, Definition>> {
  return mode === "managed" ? RESOURCES : DATA_SOURCES;
}
