import { ownMember } from "../own-member";
import type { Block, Body } from "./block";
import { isArray, isRecord } from "./equality";
import type { AttributePath } from "./path";

/*
 * Names of attributes and blocks in code, where they are in camel case.
 */

/** The name of an attribute in code: `auto_destroy_activity_duration` → `autoDestroyActivityDuration`. */
export function camelCase(attribute: string): string {
  return attribute.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The name of an attribute in Terraform: `autoDestroyActivityDuration` → `auto_destroy_activity_duration`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
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

/** The value of an attribute or of the blocks of a type, with names in blocks as Terraform has them. */
export function withTerraformNames({ blocks = {} }: Body, name: string, value: unknown): unknown {
  const block = ownMember(blocks, name);
  if (block === undefined) return value;
  return isArray(value) ? value.map((it) => blockWithTerraformNames(block, it)) : blockWithTerraformNames(block, value);
}

function blockWithTerraformNames(block: Block, values: unknown): unknown {
  if (!isRecord(values)) return values;
  const names = Object.keys({ ...block.attributes, ...block.blocks });
  const given = names.filter((name) => Object.hasOwn(values, camelCase(name)));
  return Object.fromEntries(given.map((name) => [name, withTerraformNames(block, name, values[camelCase(name)])]));
}
