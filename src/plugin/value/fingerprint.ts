import { isKnown, type ValueType } from "../../schema";
import { isArray, isRecord } from "./value";

/** Whether the values are equal in Terraform: sets in any order, and 5 equal to 5n. */
export function sameValue(type: ValueType, one: unknown, other: unknown): boolean {
  return fingerprint(type, one) === fingerprint(type, other);
}

/** A text that is the same for two values of a type exactly if they are equal. */
export function fingerprint(type: ValueType, value: unknown): string {
  if (!isKnown(value)) return "?";
  if (value === null || value === undefined) return "null";
  switch (type.kind) {
    case "nullable":
      return fingerprint(type.of, value);
    case "string":
    case "bool":
      return JSON.stringify(value);
    case "number":
      return typeof value === "number" || typeof value === "bigint" ? value.toString() : "!";
    case "list":
      return isArray(value) ? `[${value.map((element) => fingerprint(type.element, element)).join(",")}]` : "!";
    case "set":
      return isArray(value)
        ? `{${value
            .map((element) => fingerprint(type.element, element))
            .sort()
            .join(",")}}`
        : "!";
    case "map":
      return isRecord(value) ? fields(value, Object.keys(value).sort(), () => type.element) : "!";
    case "object":
      return isRecord(value) ? fields(value, Object.keys(type.fields), (name) => type.fields[name]) : "!";
  }
}

function fields(
  value: Readonly<Record<string, unknown>>,
  names: readonly string[],
  typeOf: (name: string) => ValueType | undefined,
): string {
  const parts = names.map((name) => {
    const type = typeOf(name);
    return `${JSON.stringify(name)}:${type === undefined ? "!" : fingerprint(type, value[name])}`;
  });
  return `{${parts.join(",")}}`;
}
