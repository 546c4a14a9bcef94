import type { Unknown } from "./unknown";

/**
 * The type of an attribute's value: how Terraform writes it, and (as `T`) what TypeScript sees once it is known.
 * Sets are arrays without equal elements; their order means nothing.
 */
export type ValueType<T = unknown> = ValueTypeShape & {
  readonly __value?: T;
  /** Markdown: what a field of an object is; see {@link withDescription}. */
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
/** Whole numbers beyond 2^53 come as `bigint`, so that they keep all their digits. */
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

/** @param name - What such an object is called in languages that name types; not used on the wire. */
export function object<F extends Readonly<Record<string, ValueType>>>(
  fields: F,
  name?: string,
): ValueType<{ readonly [K in keyof F]: ValueOf<F[K]> }> {
  return { kind: "object", fields, name };
}

/** A computed value, or a field of an object, that may be null. Terraform sees no difference. */
export function nullable<T>(of: ValueType<T>): ValueType<T | null> {
  return { kind: "nullable", of };
}

/** The type, for a field of an object, with what the field is. Terraform has no place for that; documentation does. */
export function withDescription<T>(type: ValueType<T>, description: string): ValueType<T> {
  return { ...type, description };
}

/** A value of type T in a plan or a configuration: it, or any part of it, may be unknown. */
export type MaybeUnknown<T> =
  | Unknown
  | (T extends readonly (infer E)[]
      ? readonly MaybeUnknown<E>[]
      : T extends Readonly<Record<string, unknown>>
        ? { readonly [K in keyof T]: MaybeUnknown<T[K]> }
        : T);
