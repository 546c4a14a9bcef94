import {
  fingerprint,
  isArray,
  isFullyKnown,
  isKnown,
  isRecord,
  object,
  UNKNOWN,
  valueTypes,
  type AttributePath,
  type Block,
  type Body,
  type ValueType,
} from "../../schema";
import type { ObjectValue, Value } from "./value";
import { ownMember } from "../../own-member";

/** A value does not have the type of the schema. */
export class ConversionError extends Error {
  override readonly name = "ConversionError";
  constructor(
    message: string,
    readonly path: AttributePath,
  ) {
    super(message);
  }
}

/** Decodes a number. Returns undefined if the value is not a number. */
export type ReadNumber = (given: unknown) => number | bigint | undefined;

/**
 * The attributes and blocks of the body, each with its type: null if it is missing, or empty if it may be there several
 * times; sets without duplicates. Other properties are dropped.
 *
 * @throws ConversionError for the first value of another type
 */
export function coerceObject(
  body: Body,
  value: unknown,
  readNumber: ReadNumber,
  path: AttributePath = [],
): ObjectValue {
  if (!isRecord(value)) throw typeMismatch("an object", value, path);
  const names = Object.keys({ ...body.attributes, ...body.blocks });
  return Object.fromEntries(
    names.map((name) => [name, coerceMember(body, name, ownMember(value, name), readNumber, path)]),
  );
}

/** The value of an attribute or of the blocks of a type, as in {@link coerceObject}. @throws ConversionError */
export function coerceMember(
  { attributes, blocks = {} }: Body,
  name: string,
  value: unknown,
  readNumber: ReadNumber,
  path: AttributePath = [],
): Value {
  const block = ownMember(blocks, name);
  if (block !== undefined) return coerceBlocks(block, value, [...path, name], readNumber);
  const attribute = ownMember(attributes, name);
  return attribute === undefined ? null : coerce(attribute.type, value, [...path, name], readNumber);
}

function coerceBlocks(block: Block, value: unknown, path: AttributePath, readNumber: ReadNumber): Value {
  if (!isKnown(value)) return UNKNOWN;
  const isMissing = value === null || value === undefined;
  if (block.nesting === "single") return isMissing ? null : coerceObject(block, value, readNumber, path);
  if (isMissing) return [];
  if (!isArray(value)) throw typeMismatch(`a ${block.nesting}`, value, path);
  const blocks = value.map((it, index) => coerceObject(block, it, readNumber, [...path, index]));
  return block.nesting === "list" ? blocks : withoutDuplicates(object(valueTypes(block)), blocks);
}

/** The value with this type; `undefined` becomes null. @throws ConversionError */
export function coerce(type: ValueType, value: unknown, path: AttributePath, readNumber: ReadNumber): Value {
  if (!isKnown(value)) return UNKNOWN;
  if (value === null || value === undefined) return null;
  const nested = (inner: ValueType, part: unknown, step: string | number): Value =>
    coerce(inner, part, [...path, step], readNumber);
  switch (type.kind) {
    case "nullable":
      return coerce(type.of, value, path, readNumber);
    case "string":
      if (typeof value !== "string") throw typeMismatch("a string", value, path);
      return value;
    case "bool":
      if (typeof value !== "boolean") throw typeMismatch("a bool", value, path);
      return value;
    case "number": {
      const number = readNumber(value);
      if (number === undefined) throw typeMismatch("a number (up to 17 digits, or an integer)", value, path);
      return number;
    }
    case "list":
      if (!isArray(value)) throw typeMismatch("a list", value, path);
      return value.map((element, index) => nested(type.element, element, index));
    case "set":
      if (!isArray(value)) throw typeMismatch("a set", value, path);
      return withoutDuplicates(
        type.element,
        value.map((element, index) => nested(type.element, element, index)),
      );
    case "map":
      if (!isRecord(value)) throw typeMismatch("a map", value, path);
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, nested(type.element, part, key)]));
    case "object":
      if (!isRecord(value)) throw typeMismatch("an object", value, path);
      return Object.fromEntries(
        Object.entries(type.fields).map(([name, field]) => [name, nested(field, ownMember(value, name), name)]),
      );
  }
}

/** Unknown elements may become different values, so they all stay. */
function withoutDuplicates(type: ValueType, elements: readonly Value[]): readonly Value[] {
  const seen = new Set<string>();
  return elements.filter((element) => {
    if (!isFullyKnown(element)) return true;
    const key = fingerprint(type, element);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function typeMismatch(expected: string, actual: unknown, path: AttributePath): ConversionError {
  return new ConversionError(`${expected} is required, not ${describe(actual)}`, path);
}

/** The kind of value. Never the value, which may be a secret. */
function describe(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
