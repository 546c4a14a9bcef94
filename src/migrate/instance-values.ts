import type { InstanceKey } from "../terraform/address";
import { hclString } from "../terraform/hcl-string";
import type { StateResource } from "../terraform/state";
import { parseQuoted } from "../terraform/template";
import { textIn, type CodeBlock } from "./code";

/* Arguments with a value for each instance of a resource: how they are written, and what a later migration reads. */

/**
 * An argument with a value for each instance, some of which may have none; undefined where an expression cannot tell
 * the instances apart, because they are of several calls of a module.
 */
export function argumentLines(
  attribute: string,
  instances: readonly StateResource[],
  values: readonly (string | undefined)[],
): readonly string[] | undefined {
  const [value] = values;
  if (value !== undefined && values.every((it) => it === value)) return [`${attribute} = ${hclString(value)}`];
  if (new Set(instances.map(({ module }) => module)).size > 1) return undefined;
  const entries = instances.flatMap(({ key }, index) => {
    const own = values[index];
    return own === undefined ? [] : [`  ${hclString(String(key))} = ${hclString(own)}`];
  });
  const key = instances.some((it) => typeof it.key === "number") ? "count.index" : "each.key";
  return [`${attribute} = lookup({`, ...entries, `}, ${key}, null)`];
}

/**
 * The value of an argument for an instance, where it is null, a text, or a lookup as {@link argumentLines} writes it;
 * undefined for other expressions.
 */
export function valueFor(code: CodeBlock, attribute: string, key: InstanceKey): string | null | undefined {
  const text = textIn(code, attribute)?.trim() ?? "";
  if (text === "null") return null;
  const [, entries] = LOOKUP.exec(text) ?? [];
  if (entries === undefined) return parseQuoted(text);
  const values = new Map(
    [...entries.matchAll(ENTRY)].map(([, name = "", value = ""]) => [parseQuoted(name), parseQuoted(value)]),
  );
  const isRead = entries.replace(ENTRY, "").trim() === "" && [...values].flat().every((it) => it !== undefined);
  return isRead ? (values.get(String(key)) ?? null) : undefined;
}

const LOOKUP = /^lookup\(\s*\{([^]*)\}\s*,\s*(?:each\.key|count\.index)\s*,\s*null\s*\)$/;

/** `"red" = "local"` */
const ENTRY = /("(?:[^"\\]|\\[^])*")\s*=\s*("(?:[^"\\]|\\[^])*"),?/g;
