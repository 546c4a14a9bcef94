import { DATA_SOURCES, RESOURCES, type Definition } from "../../model";
import type { JsonObject } from "./blocks";

/** What a block of Terraform JSON is of. */
export type BlockKind = "resource" | "data" | "provider";

/** Arguments that Terraform itself takes, for blocks of each kind; `//` is a comment. */
const META_ARGUMENTS: Readonly<Record<BlockKind, readonly string[]>> = {
  resource: ["//", "count", "for_each", "depends_on", "provider", "lifecycle", "provisioner", "connection"],
  data: ["//", "count", "for_each", "depends_on", "provider", "lifecycle"],
  provider: ["//", "alias", "version"],
};

/** What a module's files may consist of. */
const ROOT_BLOCKS = [
  ...["//", "terraform", "provider", "variable", "locals", "output", "module", "resource", "data", "ephemeral"],
  ...["import", "moved", "removed", "check", "action", "list"],
];

/** For each argument of a block that neither its definition nor Terraform knows: its name, and what Terraform says of it. */
export function unsupportedArguments(
  body: JsonObject,
  kind: BlockKind,
  { attributes }: Definition,
): readonly { readonly attribute: string; readonly message: string }[] {
  const known = [...Object.keys(attributes), ...META_ARGUMENTS[kind]];
  return unsupportedNames(body, known);
}

/** As {@link unsupportedArguments}, for a file of a module. */
export function unsupportedRootBlocks(
  root: JsonObject,
): readonly { readonly attribute: string; readonly message: string }[] {
  return unsupportedNames(root, ROOT_BLOCKS);
}

/** What Terraform says of a type that the provider does not have. */
export function unsupportedType(kind: Exclude<BlockKind, "provider">, type: string): string {
  const what = kind === "resource" ? "resource type" : "data source";
  const types = Object.keys(kind === "resource" ? RESOURCES : DATA_SOURCES);
  return `The provider tfprojects does not support ${what} ${JSON.stringify(type)}.${suggestion(type, types)}`;
}

function unsupportedNames(
  body: JsonObject,
  known: readonly string[],
): readonly { readonly attribute: string; readonly message: string }[] {
  const unused = known.filter((name) => !(name in body));
  return Object.keys(body)
    .filter((name) => !known.includes(name))
    .map((attribute) => ({
      attribute,
      message: `No argument or block type is named ${JSON.stringify(attribute)}.${suggestion(attribute, unused)}`,
    }));
}

function suggestion(name: string, names: readonly string[]): string {
  const near = names.find((other) => editDistance(name, other) < 3);
  return near === undefined ? "" : ` Did you mean ${JSON.stringify(near)}?`;
}

/** How many letters have to be put in, taken out or replaced to make one name of the other. */
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
