import type { Decoder } from "../decode";
import type { View } from "./documents-option";

/** In which responses an attribute is with `documents: "documented"`. With `full`, it is in all. */
export type Documented = boolean | readonly View[];

/**
 * A function of a value. Its parameter is compared as that of a method: code that treats all attributes alike calls it
 * with a value of the attribute.
 */
type OfValue<T, Result> = { call(value: T): Result }["call"];

/** What holds for every attribute of a kind. Its key on the wire is its name with hyphens. */
interface AttributeOptions<T> {
  /** Read-only attributes are ignored in requests, as the service does. @default always */
  readonly writable?: "always" | "create" | "never";
  /** Whether it is accepted, but never returned. @default false */
  readonly writeOnly?: boolean;
  /** @default true */
  readonly documented?: Documented;
  /** Whether no other object of the organization can have the value, case-insensitively. @default false */
  readonly unique?: boolean;
  /** The maximum length of a text, in characters. @default none */
  readonly maxLength?: number;
  /** Other keys under which clients send it, in order of precedence after its own. */
  readonly aliases?: readonly string[];
  /** What is wrong with a value of the right type, with the service's text where it is known. */
  readonly check?: OfValue<T, readonly string[]>;
  /** The value to store for a value as sent. @default the same */
  readonly normalize?: OfValue<T, T>;
}

/** An attribute that every object has from its creation: without a default, it is required. */
export interface Attribute<T = unknown> extends AttributeOptions<T> {
  readonly decode: Decoder<T>;
  /** Set by the engine when the object is created, or with every change. */
  readonly stamp?: "created" | "updated";
  /** The value of a new object if none is given. @default none: required */
  readonly initial?: T;
}

/** An attribute with a default. Only other values are stored, since most objects have none. */
export interface Setting<T = unknown> extends AttributeOptions<T> {
  readonly decode: Decoder<T>;
  readonly default: T;
}

export function attribute<T>(decode: Decoder<T>, options: Partial<Attribute<NoInfer<T>>> = {}): Attribute<T> {
  return { ...options, decode };
}

export function setting<T>(
  decode: Decoder<T>,
  defaultValue: NoInfer<T>,
  options: AttributeOptions<NoInfer<T>> = {},
): Setting<T> {
  return { ...options, decode, default: defaultValue };
}

export type ValueOf<A> = A extends { readonly decode: Decoder<infer T> } ? T : never;
