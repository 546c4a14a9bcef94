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

/** The path without the indexes of blocks in sets, which mean nothing to readers. */
export function withoutSetIndexes({ blocks = {} }: Body, [name, ...rest]: AttributePath): AttributePath {
  if (name === undefined) return [];
  const block = typeof name === "string" ? ownMember(blocks, name) : undefined;
  if (block === undefined) return [name, ...rest];
  const indexes = rest.slice(0, block.nesting === "single" ? 0 : 1);
  const shown = block.nesting === "set" ? [] : indexes;
  return [name, ...shown, ...withoutSetIndexes(block, rest.slice(indexes.length))];
}
