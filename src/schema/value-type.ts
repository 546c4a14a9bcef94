import type { Unknown } from "./unknown";

/**
 * The type of an attribute's value: in Terraform's type system, and (as `T`) in TypeScript once it is known. Sets are
 * arrays without duplicates, in no particular order.
 */
export type ValueType<T = unknown> = ValueTypeShape & {
  readonly __value?: T;
  /** Markdown: documentation of an object's field; see {@link withDescription}. */
  readonly description?: string;
};

type ValueTypeShape =
  | { readonly kind: "string" | "number" | "bool" }
  | { readonly kind: "list" | "set" | "map"; readonly element: ValueType }
  | {
      readonly kind: "object";
      readonly fields: Readonly<Record<string, ValueType>>;
      readonly name?: string | undefined;
    }
  | { readonly kind: "nullable"; readonly of: ValueType };

/** The TypeScript type of a known value. */
export type ValueOf<V> = V extends ValueType<infer T> ? T : never;

export const string: ValueType<string> = { kind: "string" };
/** Integers beyond 2^53 are `bigint`, to keep all digits. */
export const number: ValueType<number | bigint> = { kind: "number" };
export const bool: ValueType<boolean> = { kind: "bool" };

export function list<T>(element: ValueType<T>): ValueType<readonly T[]> {
  return { kind: "list", element };
}

export function set<T>(element: ValueType<T>): ValueType<readonly T[]> {
  return { kind: "set", element };
}

export function map<T>(element: ValueType<T>): ValueType<Readonly<Record<string, T>>> {
  return { kind: "map", element };
}

/** @param name - Name of the type in languages that need one; not used on the wire. */
export function object<F extends Readonly<Record<string, ValueType>>>(
  fields: F,
  name?: string,
): ValueType<{ readonly [K in keyof F]: ValueOf<F[K]> }> {
  return { kind: "object", fields, name };
}

/** A computed value or an object's field that may be null. Makes no difference to Terraform. */
export function nullable<T>(of: ValueType<T>): ValueType<T | null> {
  return { kind: "nullable", of };
}

/** The type without {@link nullable}, which a non-null value has. */
export function withoutNullable(type: ValueType): Exclude<ValueType, { readonly kind: "nullable" }> {
  return type.kind === "nullable" ? withoutNullable(type.of) : type;
}

/** The type of an object's field with its documentation, which Terraform's schema cannot contain. */
export function withDescription<T>(type: ValueType<T>, description: string): ValueType<T> {
  return { ...type, description };
}

/** A value of type T in a plan or a configuration: all or parts of it may be unknown. */
export type MaybeUnknown<T> =
  | Unknown
  | (T extends readonly (infer E)[]
      ? readonly MaybeUnknown<E>[]
      : T extends Readonly<Record<string, unknown>>
        ? { readonly [K in keyof T]: MaybeUnknown<T[K]> }
        : T);
