import type { DecodeProblem } from "./errors";
import { DecodeError } from "./errors";

/**
 * Decodes external values (seed, control requests, state file): returns what its type promises, or throws a {@link
 * DecodeError} with the JSON path of each invalid value.
 */
export type Decoder<T> = (value: unknown, path: string) => T;

/** The type that a decoder returns. */
export type Decoded<D> = D extends Decoder<infer T> ? T : never;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const string: Decoder<string> = (value, path) => {
  if (typeof value !== "string") throw mismatch(path, "a string", value);
  return value;
};

export const boolean: Decoder<boolean> = (value, path) => {
  if (typeof value !== "boolean") throw mismatch(path, "true or false", value);
  return value;
};

export const number: Decoder<number> = (value, path) => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw mismatch(path, "a number", value);
  return value;
};

export const integer: Decoder<number> = (value, path) => {
  if (!Number.isSafeInteger(value)) throw mismatch(path, "an integer", value);
  return Number(value);
};

/** Any JSON object. */
export const jsonObject: Decoder<Readonly<Record<string, unknown>>> = (value, path) => {
  if (!isObject(value)) throw mismatch(path, "an object", value);
  return value;
};

export function oneOf<const T extends string>(options: readonly T[]): Decoder<T> {
  return (value, path) => {
    const match = options.find((option) => option === value);
    if (match === undefined) throw mismatch(path, `one of ${options.map(jsonString).join(", ")}`, value);
    return match;
  };
}

export function nullable<T>(decoder: Decoder<T>): Decoder<T | null> {
  return (value, path) => (value === null ? null : decoder(value, path));
}

export function optional<T>(decoder: Decoder<T>): Decoder<T | undefined> {
  return (value, path) => (value === undefined ? undefined : decoder(value, path));
}

export function arrayOf<T>(decoder: Decoder<T>): Decoder<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw mismatch(path, "an array", value);
    return decodeAll(value.map((item: unknown, index) => () => decoder(item, `${path}[${index}]`)));
  };
}

export function record<T>(decoder: Decoder<T>): Decoder<Readonly<Record<string, T>>> {
  return (value, path) => {
    const members = Object.entries(jsonObject(value, path));
    return Object.fromEntries(
      decodeAll(
        members.map(
          ([key, item]) =>
            () =>
              [key, decoder(item, `${path}.${key}`)] as const,
        ),
      ),
    );
  };
}

type Shape = Readonly<Record<string, Decoder<unknown>>>;

/** An object with exactly these members: an unknown member is an error, since it is most likely misspelled. */
export function object<S extends Shape>(shape: S): Decoder<{ readonly [K in keyof S]: Decoded<S[K]> }> {
  const known = Object.keys(shape);
  return (value, path) => {
    const input = jsonObject(value, path);
    const unknownKeys = Object.keys(input).filter((key) => !known.includes(key));
    const members = decodeAll(
      Object.entries(shape).map(
        ([key, decoder]) =>
          () =>
            [key, decoder(input[key], `${path}.${key}`)] as const,
      ),
      unknownKeys.map((key) => ({
        path: `${path}.${key}`,
        problem: `is unknown; expected one of ${known.map(jsonString).join(", ")}.`,
      })),
    );
    // Each member has been decoded by the decoder that its type comes from; the compiler cannot follow Object.entries.
    return Object.fromEntries(members) as { readonly [K in keyof S]: Decoded<S[K]> };
  };
}

/** An object with at least these members: others are left out, since only the service knows whether they are right. */
export function openObject<S extends Shape>(shape: S): Decoder<{ readonly [K in keyof S]: Decoded<S[K]> }> {
  const decode = object(shape);
  return (value, path) => {
    const known = Object.entries(jsonObject(value, path)).filter(([key]) => Object.hasOwn(shape, key));
    return decode(Object.fromEntries(known), path);
  };
}

/**
 * The results of all decoders.
 *
 * @throws DecodeError with the earlier problems and those of every decoder
 */
function decodeAll<T>(decoders: readonly (() => T)[], earlier: readonly DecodeProblem[] = []): readonly T[] {
  const problems = [...earlier];
  const decoded: T[] = [];
  for (const decode of decoders) {
    try {
      decoded.push(decode());
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      problems.push(...error.problems);
    }
  }
  DecodeError.throwIfAny(problems);
  return decoded;
}

/** Parses and decodes JSON. @throws DecodeError also for a syntax error */
export function decodeJson<T>(json: string, decoder: Decoder<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new DecodeError("$", `is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return decoder(value, "$");
}

function mismatch(path: string, expected: string, value: unknown): DecodeError {
  const found = value === undefined ? "is missing" : `is ${shown(value)}`;
  return new DecodeError(path, `${found}; expected ${expected}.`, [], expected);
}

/** A seed of a program can have values that are no JSON: functions, symbols, bigints, cycles. */
function shown(value: unknown): string {
  try {
    return (JSON.stringify(value) as string | undefined)?.slice(0, 60) ?? `a ${typeof value}`;
  } catch {
    return `a ${typeof value}`;
  }
}

function jsonString(word: string): string {
  return JSON.stringify(word);
}
