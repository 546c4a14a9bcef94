import * as v from "valibot";
import { isObject } from "../json";
import type { JsonObject } from "../json";
import type { DecodeProblem } from "./errors";
import { DecodeError } from "./errors";

export { isObject };

/*
 * What the schemas of external values (seed, control requests, state file) are made of. The message of a schema says
 * what it expects, and that of a check what is wrong; `decode` makes sentences of them.
 */

/** The schema of external values, which promises a type. */
export type Schema<T = unknown> = v.GenericSchema<unknown, T>;

/** The type that a schema promises. */
export type Decoded<S extends v.GenericSchema> = v.InferOutput<S>;

/** Returns what the schema promises. @throws DecodeError with the JSON path of each invalid value */
export function decode<T>(schema: Schema<T>, value: unknown, path = "$"): T {
  const { success, output, issues } = v.safeParse(schema, value);
  if (!success) DecodeError.throwIfAny(issues.map((issue) => problemOf(issue, path)));
  // Without issues, the output has the type of the schema.
  return output as T;
}

/**
 * The same for a part of a request: unknown members of objects are left out, since the service ignores them, too.
 *
 * @throws DecodeError
 */
export function decodeTolerantly<T>(schema: Schema<T>, value: unknown): T {
  const { success, output, issues = [] } = v.safeParse(schema, value);
  if (success) return output;
  const unknown = issues.filter(({ requirement }) => requirement === isKnown);
  if (unknown.length === 0) return decode(schema, value);
  const known = structuredClone(value);
  for (const { path = [] } of unknown) removeAt(known, path.map(keyOf));
  return decode(schema, known);
}

function removeAt(value: unknown, [key, ...rest]: readonly string[]): void {
  if (typeof value !== "object" || value === null || key === undefined) return;
  if (rest.length === 0) Reflect.deleteProperty(value, key);
  else removeAt(Reflect.get(value, key), rest);
}

/** Parses and decodes JSON. @throws DecodeError also for a syntax error */
export function decodeJson<T>(json: string, schema: Schema<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new DecodeError("$", `is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return decode(schema, value);
}

function problemOf({ kind, input, message, path }: v.BaseIssue<unknown>, start: string): DecodeProblem {
  const steps = (path ?? []).map((step) => (step.type === "array" ? `[${keyOf(step)}]` : `.${keyOf(step)}`));
  const at = start + steps.join("");
  if (kind !== "schema") return { path: at, problem: message };
  const found = input === undefined ? "is missing" : `is ${shown(input)}`;
  return { path: at, problem: `${found}; expected ${message}.`, expected: message };
}

/** Arrays have numbers as keys, objects strings. */
function keyOf({ key }: v.IssuePathItem): string {
  return typeof key === "number" ? key.toString() : typeof key === "string" ? key : "";
}

/** A value in an error message. A seed of a program can have values that are no JSON: functions, symbols, cycles. */
export function shown(value: unknown): string {
  try {
    return (JSON.stringify(value) as string | undefined)?.slice(0, 60) ?? `a ${typeof value}`;
  } catch {
    return `a ${typeof value}`;
  }
}

export const string = v.string("a string");

export const boolean = v.boolean("true or false");

export const number = v.custom<number>((value) => typeof value === "number" && Number.isFinite(value), "a number");

export const integer = v.custom<number>(Number.isSafeInteger, "an integer");

/** Any value, or none. */
export const anything = v.optional(v.unknown());

/** Any JSON object. */
export const jsonObject = v.custom<JsonObject>(isObject, "an object");

export function oneOf<const T extends string>(options: readonly T[]): v.PicklistSchema<readonly T[], string> {
  return v.picklist(options, `one of ${listOf(options)}`);
}

/** A string that a rule restricts. @param problem the rest of a sentence that begins with an invalid string */
export function stringWith(isValid: (value: string) => boolean, problem: (value: string) => string): Schema<string> {
  return v.pipe(
    string,
    v.check(isValid, ({ input }) => problem(input)),
  );
}

/** A number that a rule restricts. @param problem the rest of a sentence that begins with an invalid number */
export function numberWith(isValid: (value: number) => boolean, problem: string): Schema<number> {
  return v.pipe(number, v.check(isValid, problem));
}

/** A number, or a word for another one. */
export function numberOr(word: string, meaning: number): Schema<number> {
  const named = v.pipe(
    v.literal(word),
    v.transform(() => meaning),
  );
  return v.union([named, number], `a number or ${JSON.stringify(word)}`);
}

export function nullable<S extends Schema>(schema: S): v.NullableSchema<S, undefined> {
  return v.nullable(schema);
}

/** The schema of a member that can be absent. */
export type Optional<S extends Schema> = v.OptionalSchema<S, undefined>;

export function optional<S extends Schema>(schema: S): Optional<S> {
  return v.optional(schema);
}

/** An object, or a value of another type. */
export function objectOr<O, T>(schema: Schema<O>, other: Schema<T>): Schema<O | T> {
  return v.lazy<Schema<O | T>>((value) => (isObject(value) ? schema : other));
}

/** The schema of an array. */
export interface ArraySchema<S extends Schema> extends Schema<readonly Decoded<S>[]> {
  readonly item: S;
}

export function arrayOf<S extends Schema>(item: S): ArraySchema<S> {
  return { ...v.pipe(v.array(item, "an array"), v.readonly()), item };
}

/** An array; a string counts as an array of it. */
export function arrayOrString<T>(item: Schema<T>): Schema<readonly T[]> {
  return v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === "string" ? [value] : value)),
    arrayOf(item),
  );
}

/** An object with any keys: `v.record` would drop some, such as the tag `constructor`. */
export function record<T>(item: Schema<T>): Schema<Readonly<Record<string, T>>> {
  return v.pipe(
    jsonObject,
    v.transform((value) => new Map(Object.entries(value))),
    v.map(string, item),
    v.transform((entries) => Object.fromEntries(entries)),
  );
}

/** The members of an object, each with its schema. */
export type Members = Readonly<Record<string, Schema>>;

/** The schema of an object. Comments on its members are also those of the type that it promises. */
export interface ObjectSchema<M extends Members> extends Schema<Readonly<v.InferOutput<v.ObjectSchema<M, undefined>>>> {
  readonly members: M;
}

/** An object with exactly these members: an unknown member is an error, since it is most likely misspelled. */
export function object<const M extends Members>(members: M): ObjectSchema<M> {
  const known = withMembers(members);
  const unknown = v.pipe(v.unknown(), v.check(isKnown, `is unknown; expected one of ${listOf(Object.keys(members))}.`));
  const schema = v.lazy((value) => {
    const others = isObject(value) ? Object.keys(value).filter((key) => !Object.hasOwn(members, key)) : [];
    if (others.length === 0) return known;
    return withMembers({ ...Object.fromEntries(others.map((key) => [key, unknown])), ...members });
  });
  return { ...schema, members };
}

/** Whether the schemas of members promise just what an interface has. */
type Exactly<T, M extends Members> = [keyof T, keyof M, T, Decoded<ObjectSchema<M>>] extends [
  keyof M,
  keyof T,
  Decoded<ObjectSchema<M>>,
  T,
]
  ? unknown
  : never;

/**
 * The schema of an interface, which has the documentation: neither can have what the other has not. Declaration files
 * lose comments on members of schemas that are in other files.
 */
export function objectOf<T extends object>(): <const M extends Members>(members: M & Exactly<T, M>) => ObjectSchema<M> {
  return object;
}

/** The requirement of unknown members, by which their issues are known. */
function isKnown(): boolean {
  return false;
}

/** An object with these members; others are left out. */
function withMembers<const M extends Members>(members: M): Schema<Decoded<ObjectSchema<M>>> {
  // Missing members count as undefined, so that their own schemas report them; optional ones stay missing.
  const required = Object.entries(members).filter(([, { type }]) => type !== "optional");
  const missing = Object.fromEntries(required.map(([key]) => [key, undefined]));
  return v.pipe(
    jsonObject,
    v.transform((value) => ({ ...missing, ...value })),
    v.object(members),
    v.transform(withoutUndefined),
  );
}

/** A member that is undefined would hide that of another object, such as a default. */
export function withoutUndefined<T extends object>(value: T): T {
  const all = Object.entries(value);
  const given = all.filter(([, member]) => member !== undefined);
  // Only members that can be missing are undefined.
  return given.length === all.length ? value : (Object.fromEntries(given) as T);
}

function listOf(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(", ");
}
