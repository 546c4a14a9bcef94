import type { MaybeUnknown, ValueType } from "./value-type";

/** One attribute of a provider, resource or data source. Made by {@link required}, {@link optional}, {@link computed}. */
export interface Attribute<T = unknown, Mode extends AttributeMode = AttributeMode> {
  readonly mode: Mode;
  readonly type: ValueType<T>;
  /** Markdown, without what holds where the attribute is left out: see {@link documentationOf}. */
  readonly description: string;
  /** Markdown: what holds where the configuration says nothing. */
  readonly unset: string | undefined;
  /** The values that there are; undefined for any. */
  readonly choices: readonly T[] | undefined;
  readonly sensitive: boolean;
  /** What the plan says where the configuration says nothing; only with mode `defaulted`. */
  readonly defaultValue: T | undefined;
  readonly deprecated: boolean;
}

/**
 * - `required`: the configuration says it;
 * - `optional`: the configuration may say it; null when it does not;
 * - `defaulted`: as optional, and the plan has the default when the configuration does not say it;
 * - `optional-computed`: the configuration may say it; otherwise the provider does;
 * - `computed`: the provider says it, the configuration cannot.
 */
export type AttributeMode = "required" | "optional" | "defaulted" | "optional-computed" | "computed";

interface AttributeOptions {
  /** Markdown, one or two sentences. */
  readonly description: string;
  /** Markdown, no sentence: what holds where the configuration says nothing, as in `the provider's`. @default the default value, if there is one */
  readonly unset?: string;
  /** Terraform hides the value in plans. @default false */
  readonly sensitive?: boolean;
  /** Terraform warns on use. @default false */
  readonly deprecated?: boolean;
}

interface ChoiceOptions<T> {
  /** The values that there are. For documentation: that others are refused is for whoever validates. @default any */
  readonly choices?: readonly T[];
}

export function required<T>(
  type: ValueType<T>,
  options: AttributeOptions & ChoiceOptions<T>,
): Attribute<T, "required"> {
  return attribute("required", type, options);
}

export function optional<T>(
  type: ValueType<T>,
  options: AttributeOptions & ChoiceOptions<T>,
): Attribute<T, "optional"> {
  return attribute("optional", type, options);
}

export function defaulted<T>(
  type: ValueType<T>,
  options: AttributeOptions & ChoiceOptions<T> & { readonly default: T },
): Attribute<T, "defaulted"> {
  return { ...attribute("defaulted", type, options), defaultValue: options.default };
}

export function optionalComputed<T>(
  type: ValueType<T>,
  options: AttributeOptions & ChoiceOptions<T>,
): Attribute<T, "optional-computed"> {
  return attribute("optional-computed", type, options);
}

export function computed<T>(type: ValueType<T>, options: AttributeOptions): Attribute<T, "computed"> {
  return attribute("computed", type, options);
}

function attribute<T, M extends AttributeMode>(
  mode: M,
  type: ValueType<T>,
  options: AttributeOptions & ChoiceOptions<T>,
): Attribute<T, M> {
  return {
    mode,
    type,
    description: options.description,
    unset: options.unset,
    choices: options.choices,
    sensitive: options.sensitive ?? false,
    deprecated: options.deprecated ?? false,
    defaultValue: undefined,
  };
}

/** What is said of an attribute wherever it is documented. Markdown. */
export function documentationOf({ description, unset, defaultValue }: Attribute): string {
  const value =
    unset ?? (defaultValue === undefined ? undefined : `\`${JSON.stringify(defaultValue).replaceAll('"', "")}\``);
  return value === undefined ? description : `${description} Default: ${value}.`;
}

/** The attributes of a provider, resource or data source. */
export interface Schema<A extends Attributes = Attributes> {
  /** Raised when stored states need an upgrade. @default 0 */
  readonly version?: number;
  /** Markdown. */
  readonly description: string;
  readonly attributes: A;
}

export type Attributes = Readonly<Record<string, Attribute>>;

/** What is stored: everything known; optional attributes may be null. */
export type StateOf<S extends Schema> = {
  readonly [K in keyof S["attributes"]]: StateValue<S["attributes"][K]>;
};

/** What the user wrote: anything may be unknown; what was not written is null. */
export type ConfigOf<S extends Schema> = {
  readonly [K in keyof S["attributes"]]: ConfigValue<S["attributes"][K]>;
};

/** What the user wrote, once all of it is known, with defaults; what was not written and has no default is null. */
export type KnownConfigOf<S extends Schema> = {
  readonly [K in keyof S["attributes"]]: KnownConfigValue<S["attributes"][K]>;
};

/** What will be stored: as the state, but anything may be unknown. */
export type PlanOf<S extends Schema> = {
  readonly [K in keyof S["attributes"]]: MaybeUnknown<StateValue<S["attributes"][K]>>;
};

type StateValue<X> = X extends Attribute<infer T, infer M> ? (M extends "optional" ? T | null : T) : never;
type KnownConfigValue<X> =
  X extends Attribute<infer T, infer M>
    ? M extends "required" | "defaulted"
      ? T
      : M extends "computed"
        ? null
        : T | null
    : never;
type ConfigValue<X> =
  X extends Attribute<infer T, infer M>
    ? M extends "required"
      ? MaybeUnknown<T>
      : M extends "computed"
        ? null
        : MaybeUnknown<T> | null
    : never;
