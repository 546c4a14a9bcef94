import { isObject } from "../../src/emulator/decode";

/** A schema of the document, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** Follows a reference. */
export type Resolve = (schema: Schema) => Schema;

/** What is said of each attribute, relationship or operation, by name. */
export type Facts = Readonly<Record<string, string>>;

/** The attributes of a resource, with the members of objects as `object.member`. */
export function attributesOf(schema: Schema, resolve: Resolve): Facts {
  return Object.fromEntries(members(schema, "", resolve));
}

function members(schema: Schema, prefix: string, resolve: Resolve): readonly (readonly [string, string])[] {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(objectOf(schema["properties"])).flatMap(([name, given]) => {
    const attribute = resolve(objectOf(given));
    const item = resolve(objectOf(attribute["items"]));
    const words = [
      typeNotation(attribute, resolve) + (attribute["nullable"] === true ? "?" : ""),
      ...(attribute["readOnly"] === true ? ["ro"] : []),
      ...(attribute["writeOnly"] === true ? ["wo"] : []),
      ...(required.includes(name) ? ["required"] : []),
      ...(Array.isArray(attribute["x-vis"]) ? [`only(${attribute["x-vis"].join("|")})`] : []),
    ];
    return [
      [prefix + name, words.join(" ")] as const,
      ...members(attribute, `${prefix}${name}.`, resolve),
      ...members(item, `${prefix}${name}[].`, resolve),
    ];
  });
}

/** The type of an attribute or a query parameter. */
export function typeNotation(given: Schema, resolve: Resolve): string {
  const schema = resolve(given);
  const options = schema["enum"];
  if (Array.isArray(options)) return `enum(${options.join("|")})`;
  if (schema["type"] === "array") return `[${typeNotation(objectOf(schema["items"]), resolve)}]`;
  if (schema["format"] === "date-time") return "date-time";
  if (schema["type"] === "object" && schema["properties"] === undefined) return "map";
  return typeof schema["type"] === "string" ? schema["type"] : "any";
}

/** The relationships of a resource. */
export function relationshipsOf(schema: Schema, resolve: Resolve): Facts {
  const entries = Object.entries(objectOf(schema["properties"]));
  return Object.fromEntries(
    entries.map(([name, given]) => [name, relationshipNotation(resolve(objectOf(given)), resolve)]),
  );
}

function relationshipNotation(relationship: Schema, resolve: Resolve): string {
  const given = objectOf(relationship["properties"])["data"];
  const only = Array.isArray(relationship["x-vis"]) ? ` only(${relationship["x-vis"].join("|")})` : "";
  if (given === undefined) return `link${only}`;
  const data = resolve(objectOf(given));
  const isMany = data["type"] === "array";
  const types = typesOf(isMany ? objectOf(data["items"]) : data, resolve);
  const nullable = !isMany && (data["nullable"] === true || relationship["nullable"] === true) ? "?" : "";
  return `${isMany ? "many" : "one"}${nullable} ${types.join("|") || "any"}${only}`;
}

/** The types of a resource identifier. */
function typesOf(given: Schema, resolve: Resolve): readonly string[] {
  const schema = resolve(given);
  const parts = [schema["allOf"], schema["oneOf"], schema["anyOf"]].flatMap(arrayOf);
  const own = objectOf(objectOf(schema["properties"])["type"])["enum"];
  return [...(Array.isArray(own) ? own.map(String) : []), ...parts.flatMap((part) => typesOf(objectOf(part), resolve))];
}

/** The value as an array; an empty one if it is none. */
export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value as a schema; one without members if it is none. */
export function objectOf(value: unknown): Schema {
  return isObject(value) ? value : {};
}
