/*
 * JSON from outside, read tolerantly: a missing member is undefined, and one of the wrong type counts as missing.
 */

/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A JSON object; an empty one for any other value. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The JSON objects of a list, or a single one: Terraform accepts both for blocks. None for any other value. */
export function asObjects(value: unknown): readonly JsonObject[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

export function getString(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === "string" ? value : undefined;
}

/** A value as text, as in a message: a string as it is, anything else as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined ? "(none)" : JSON.stringify(value);
}

export function getBoolean(object: JsonObject, name: string): boolean | undefined {
  const value = object[name];
  return typeof value === "boolean" ? value : undefined;
}

/** An integer, also when it was sent as a string. */
export function getInteger(object: JsonObject, name: string): number | undefined {
  const value = object[name];
  const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
}

/** The members that are strings. */
export function stringMembers(object: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
