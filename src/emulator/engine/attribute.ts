import type { Schema } from "../decode";
import type { View } from "./documents-option";

/** The responses that contain an attribute with `documents: "documented"`; with `full`, all do. */
export type Documented = boolean | readonly View[];

/**
 * A function of a value. Its parameter is bivariant, as that of a method, because code that treats all attributes alike
 * calls it with a value of the attribute.
 */
type OfValue<T, Result> = { call(value: T): Result }["call"];

/** Options of every attribute of a kind. The key on the wire is the name with hyphens. */
interface AttributeOptions<T> {
  /** Read-only attributes are ignored in requests, as the service does. @default always */
  readonly writable?: "always" | "create" | "never" | undefined;
  /** Whether the attribute is accepted, but never returned. @default false */
  readonly writeOnly?: boolean | undefined;
  /** @default true */
  readonly documented?: Documented;
  /** Whether no other object of the organization can have the value, case-insensitively. @default false */
  readonly unique?: boolean;
  /** The maximum length of a text, in characters. @default none */
  readonly maxLength?: number;
  /** Other keys that clients use, in order of precedence after its own. */
  readonly aliases?: readonly string[];
  /** The schema of the value in a state file. @default that of a value in a request */
  readonly stored?: Schema<T>;
  /** Problems of a value of the right type, in the service's words where these are known. */
  readonly check?: OfValue<T, readonly string[]>;
  /** The value to store for a value as sent. @default the value as sent */
  readonly normalize?: OfValue<T, T>;
}

/**
 * An attribute that every object has from its creation; required if it has no default. One with an optional schema is
 * not: documents omit it until it has a value.
 */
export interface Attribute<T = unknown> extends AttributeOptions<T> {
  readonly schema: Schema<T>;
  /** Set by the engine when the object is created, or with every change. */
  readonly stamp?: "created" | "updated" | undefined;
  /** The default of a new object. @default none: required, unless its schema is optional */
  readonly initial?: T | undefined;
}

/** Whether a new object must have a value of the attribute. */
export function isRequired(it: Attribute): boolean {
  return it.initial === undefined && it.stamp === undefined && it.writable !== "never" && !isOptional(it);
}

/** Whether an object can be without the attribute. */
export function isOptional({ schema }: Attribute): boolean {
  return schema.type === "optional";
}

/** An attribute with a default, which is not stored: most objects have no other value. */
export interface Setting<T = unknown> extends AttributeOptions<T> {
  readonly schema: Schema<T>;
  readonly default: T;
}

/** The options that decide whether a new object can or must be given an attribute. */
type Presence<Stamp, Writable, WriteOnly, Initial> = Readonly<{
  stamp: Stamp;
  writable: Writable;
  writeOnly: WriteOnly;
  initial: Initial;
}>;

/** Their types are those of the options, not those that an attribute is expected to have. */
type Known<T, Stamp, Writable, WriteOnly, Initial> = Attribute<T> &
  Presence<NoInfer<Stamp>, NoInfer<Writable>, NoInfer<WriteOnly>, NoInfer<Initial>>;

export function attribute<
  T,
  Stamp extends Attribute["stamp"] = undefined,
  Writable extends Attribute["writable"] = undefined,
  WriteOnly extends boolean | undefined = undefined,
  Initial extends NoInfer<T> | undefined = undefined,
>(
  schema: Schema<T>,
  options: AttributeOptions<NoInfer<T>> & Partial<Presence<Stamp, Writable, WriteOnly, Initial>> = {},
): Known<T, Stamp, Writable, WriteOnly, Initial> {
  // An option that is not given is undefined, as its type says.
  return { ...options, schema } as Known<T, Stamp, Writable, WriteOnly, Initial>;
}

export function setting<
  T,
  Writable extends Setting["writable"] = undefined,
  WriteOnly extends boolean | undefined = undefined,
>(
  schema: Schema<T>,
  defaultValue: NoInfer<T>,
  options: AttributeOptions<NoInfer<T>> & Partial<Readonly<{ writable: Writable; writeOnly: WriteOnly }>> = {},
): Setting<T> & Readonly<{ writable: NoInfer<Writable>; writeOnly: NoInfer<WriteOnly> }> {
  // As above.
  const { writable, writeOnly } = options as Readonly<{ writable: Writable; writeOnly: WriteOnly }>;
  return { ...options, writable, writeOnly, schema, default: defaultValue };
}

export type ValueOf<A> = A extends { readonly schema: Schema<infer T> } ? T : never;
