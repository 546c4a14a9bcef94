import { DATA_SOURCES, RESOURCES, type Definition } from "../../model";
import { quote } from "../text";
import type { JsonObject } from "./json-object";

/** The kind of a block in Terraform JSON. */
export type BlockKind = "resource" | "data" | "provider";

/** Arguments that Terraform itself supports in blocks of each kind; `//` is a comment. */
const META_ARGUMENTS: Readonly<Record<BlockKind, readonly string[]>> = {
  resource: ["//", "count", "for_each", "depends_on", "provider", "lifecycle", "provisioner", "connection"],
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
export function unsupportedType(kind: Exclude<BlockKind, "provider">, type: string): string {
  const what = kind === "resource" ? "resource type" : "data source";
  const types = Object.keys(kind === "resource" ? RESOURCES : DATA_SOURCES);
  return `The provider tfprojects does not support ${what} ${quote(type)}.${suggestion(type, types)}`;
}

function unsupportedNames(body: JsonObject, supported: readonly string[]): readonly UnsupportedName[] {
  const unused = supported.filter((name) => !(name in body));
  return Object.keys(body)
    .filter((name) => !supported.includes(name))
    .map((attribute) => ({
      attribute,
      message: `No argument or block type is named ${quote(attribute)}.${suggestion(attribute, unused)}`,
    }));
}

function suggestion(name: string, names: readonly string[]): string {
  const similar = names.find((other) => editDistance(name, other) < 3);
  return similar === undefined ? "" : ` Did you mean ${quote(similar)}?`;
}

/** The Levenshtein distance: how many letters must be inserted, removed or replaced to turn one name into the other. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
