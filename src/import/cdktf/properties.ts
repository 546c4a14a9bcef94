import { camelCase } from "../../model";
import type { ImportedAttribute } from "../imported";
import type { Property, PropertyValue } from "./code-format";
import { escapeTemplate, stringLiteral } from "./string-literal";

/** The attribute as a property of a construct. */
export function propertyOf({ name, value }: ImportedAttribute): Property {
  return { name: camelCase(name), value: valueOf(value) };
}

function valueOf(value: ImportedAttribute["value"]): PropertyValue {
  if (typeof value === "boolean") return { kind: "expression", code: `${value}` };
  if (typeof value === "string") return { kind: "string", value: escapeTemplate(value) };
  if (isList(value)) return { kind: "strings", values: value.map(escapeTemplate) };
  const members = Object.entries(value).map(([key, text]) => ({ key: propertyName(key), value: escapeTemplate(text) }));
  return { kind: "map", members };
}

/** `Array.isArray` does not narrow readonly lists. */
function isList(value: ImportedAttribute["value"]): value is readonly string[] {
  return Array.isArray(value);
}

/** Quoted only if needed. */
export function propertyName(name: string): string {
  return /^[a-z][a-z0-9]*$/.test(name) ? name : stringLiteral(name);
}
