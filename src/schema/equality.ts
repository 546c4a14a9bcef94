import { UNKNOWN } from "./unknown";
import type { ValueType } from "./value-type";

/** Whether the values are equal in Terraform: sets in any order, and 5 equal to 5n. */
export function sameValue(type: ValueType, one: unknown, other: unknown): boolean {
  return one === other || fingerprint(type, one) === fingerprint(type, other);
}

/** A text that is the same for two values of a type if and only if they are equal. */
export function fingerprint(type: ValueType, value: unknown): string {
  // Elements of sets, which may be thousands.
  if (typeof value === "string") return JSON.stringify(marked(value));
  return JSON.stringify(canonical(type, value), (_, part: unknown) => {
    if (typeof part === "string") return marked(part);
    return typeof part === "number" || typeof part === "bigint" ? part.toString() : part === UNKNOWN ? "?" : part;
  });
}

/** Tells a text from what is no JSON and is written as one. */
function marked(text: string): string {
  return `"${text}`;
}

/** One form of all equal values: maps in the order of their keys, sets in one order and without duplicates. */
export function canonical(type: ValueType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (type.kind) {
    case "nullable":
      return canonical(type.of, value);
    case "list":
      return isArray(value) ? value.map((element) => canonical(type.element, element)) : value;
    case "set": {
      if (!isArray(value)) return value;
      const elements = new Map(value.map((it) => [fingerprint(type.element, it), canonical(type.element, it)]));
      return [...elements.keys()].sort().map((key) => elements.get(key));
    }
    case "map":
      return isRecord(value) ? canonicalFields(Object.keys(value).sort(), value, () => type.element) : value;
    case "object":
      return isRecord(value) ? canonicalFields(Object.keys(type.fields), value, (name) => type.fields[name]) : value;
    default:
      return value;
  }
}

function canonicalFields(
  names: readonly string[],
  value: Readonly<Record<string, unknown>>,
  typeOf: (name: string) => ValueType | undefined,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    names.map((name) => {
      const type = typeOf(name);
      return [name, type === undefined ? null : canonical(type, value[name])];
    }),
  );
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether the value is a map, or an object with fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
