import { ownMember } from "../own-member";
import type { Body } from "./block";

/** The place of a value: names of attributes and blocks, indexes of lists, keys of maps. */
export type AttributePath = readonly (string | number)[];

/** The path as in HCL: `triggers.a[0]`, `rule[2].match_tags["a b"]`. */
export function formatPath(path: AttributePath): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[a-z_][\w-]*$/i.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

/**
 * The path with other names of attributes and blocks. Keys of maps remain.
 *
 * @param nameOf - What the code calls an attribute or block.
 */
export function renamePath(
  { blocks = {} }: Body,
  [name, ...rest]: AttributePath,
  nameOf: (name: string) => string,
): AttributePath {
  if (typeof name !== "string") return rest;
  const block = ownMember(blocks, name);
  if (block === undefined) return [nameOf(name), ...rest];
  const indexes = rest.slice(0, block.nesting === "single" ? 0 : 1);
  return [nameOf(name), ...indexes, ...renamePath(block, rest.slice(indexes.length), nameOf)];
}
