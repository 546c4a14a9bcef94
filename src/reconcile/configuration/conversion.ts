import type { ValueType } from "../../schema";
import { ProjectIdReference, type Value } from "./evaluation";

/** What Terraform makes of a value for an attribute of this type; undefined where it does not fit. Null fits every attribute. */
export function convert(type: ValueType, value: Value): Value | undefined {
  if (value === null) return null;
  switch (type.kind) {
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : toStringValue(value);
    case "bool":
      return typeof value === "boolean" ? value : BOOLEANS.get(value);
    case "number":
      return typeof value === "number" ? value : toNumber(value);
    case "list":
    case "set": {
      if (!Array.isArray(value)) return undefined;
      const items = value.map((item: Value) => convert(type.element, item));
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    case "nullable":
      return convert(type.of, value);
    case "map":
    case "object":
      throw new Error(`No argument is ${type.kind === "map" ? "a map" : "an object"}.`);
  }
}

/** Why a value does not fit, in Terraform's words. */
export function typeMismatch(attribute: string, type: ValueType): string {
  return `Inappropriate value for attribute ${JSON.stringify(attribute)}: ${required(type)} required.`;
}

function required(type: ValueType): string {
  if (type.kind === "list" || type.kind === "set") return `${type.kind} of ${type.element.kind}`;
  return type.kind === "string" ? "string" : `a ${type.kind} is`;
}

function toStringValue(value: Value): Value | undefined {
  return typeof value === "string" || value instanceof ProjectIdReference ? value : undefined;
}

function toNumber(value: Value): number | undefined {
  const isNumber = typeof value === "string" && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value);
  return isNumber ? Number(value) : undefined;
}

/** The texts that Terraform takes for flags. */
const BOOLEANS: ReadonlyMap<Value, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);
