import type { AttributePath } from "../diagnostics";
import { isFullyKnown, isKnown, UNKNOWN, type Schema, type ValueType } from "../../schema";
import { fingerprint } from "./fingerprint";
import { isArray, isRecord } from "./shape";
import type { ObjectValue, Value } from "./value";

/** A value that is not of the type that the schema says. */
export class ConversionError extends Error {
  override readonly name = "ConversionError";
  constructor(
    message: string,
    readonly path: AttributePath,
  ) {
    super(message);
  }
}

/** How numbers are written in what is converted. Gives undefined for what is no number. */
export type ReadNumber = (given: unknown) => number | bigint | undefined;

/**
 * The attributes of the schema out of `given`: each of its type, null where nothing was given, sets without equal
 * elements. What the schema does not know is left out.
 *
 * @throws ConversionError for the first value that is of another type
 */
export function conformObject(schema: Schema, given: unknown, readNumber: ReadNumber): ObjectValue {
  if (!isRecord(given)) throw new ConversionError(`an object is required, not ${describe(given)}`, []);
  return Object.fromEntries(
    Object.entries(schema.attributes).map(([name, attribute]) => [
      name,
      conform(attribute.type, own(given, name), [name], readNumber),
    ]),
  );
}

/** The value, when it is of the type; `undefined` counts as null. */
export function conform(type: ValueType, given: unknown, path: AttributePath, readNumber: ReadNumber): Value {
  if (!isKnown(given)) return UNKNOWN;
  if (given === null || given === undefined) return null;
  const nested = (inner: ValueType, part: unknown, step: string | number): Value =>
    conform(inner, part, [...path, step], readNumber);
  switch (type.kind) {
    case "nullable":
      return conform(type.of, given, path, readNumber);
    case "string":
      if (typeof given !== "string") throw mismatch("a string", given, path);
      return given;
    case "bool":
      if (typeof given !== "boolean") throw mismatch("true or false", given, path);
      return given;
    case "number": {
      const number = readNumber(given);
      if (number === undefined) throw mismatch("a number (up to 17 digits unless it is whole)", given, path);
      return number;
    }
    case "list":
      if (!isArray(given)) throw mismatch("a list", given, path);
      return given.map((element, index) => nested(type.element, element, index));
    case "set":
      if (!isArray(given)) throw mismatch("a set", given, path);
      return withoutEqual(
        type.element,
        given.map((element, index) => nested(type.element, element, index)),
      );
    case "map":
      if (!isRecord(given)) throw mismatch("a map", given, path);
      return Object.fromEntries(Object.entries(given).map(([key, part]) => [key, nested(type.element, part, key)]));
    case "object":
      if (!isRecord(given)) throw mismatch("an object", given, path);
      return Object.fromEntries(
        Object.entries(type.fields).map(([name, field]) => [name, nested(field, own(given, name), name)]),
      );
  }
}

/** Elements that are not known yet may turn out different, so they all stay. */
function withoutEqual(type: ValueType, elements: readonly Value[]): readonly Value[] {
  const seen = new Set<string>();
  return elements.filter((element) => {
    if (!isFullyKnown(element)) return true;
    const key = fingerprint(type, element);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function mismatch(wanted: string, given: unknown, path: AttributePath): ConversionError {
  return new ConversionError(`${wanted} is required, not ${describe(given)}`, path);
}

/** What kind of value it is; never the value itself, which may be a secret. */
function describe(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
