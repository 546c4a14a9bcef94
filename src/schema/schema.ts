import type { MaybeUnknown, ValueType } from "./value-type";

/**
 * One attribute of a provider, resource or data source. Made by {@link required}, {@link optional}, {@link computed}.
 */
export interface Attribute<T = unknown, Mode extends AttributeMode = AttributeMode> {
  readonly mode: Mode;
  readonly type: ValueType<T>;
  /** Markdown, without the default: see {@link documentationOf}. */
  readonly description: string;
  /** Markdown: the meaning of an omitted attribute. */
  readonly unset: string | undefined;
  /** The allowed values; undefined for any. */
  readonly choices: readonly T[] | undefined;
  readonly sensitive: boolean;
  /** The planned value of an omitted attribute; only with mode `defaulted`. */
  readonly defaultValue: T | undefined;
  readonly deprecated: boolean;
}

/**
 * - `required`: must be set in the configuration;
 * - `optional`: may be set; null when omitted;
 * - `defaulted`: may be set; planned with its default when omitted;
 * - `optional-computed`: may be set; set by the provider when omitted;
 * - `computed`: set by the provider, read-only in the configuration.
 */
type AttributeMode = "required" | "optional" | "defaulted" | "optional-computed" | "computed";

interface AttributeOptions {
  /** Markdown, one or two sentences. */
  readonly description: string;
  /**
   * Markdown, not a sentence: the meaning of an omitted attribute, such as `the provider's`.
   *
   * @default - the default value, if there is one
   */
  readonly unset?: string;
  /**
   * Terraform hides the value in plans.
   *
   * @default false
   */
  readonly sensitive?: boolean;
  /**
   * Terraform warns on use.
   *
   * @default false
   */
  readonly deprecated?: boolean;
}

interface ChoiceOptions<T> {
  /**
   * The allowed values, for documentation and code generation; the definition validates them.
   *
   * @default - any
   */
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

/** The documentation of an attribute, including its default. Markdown. */
export function documentationOf({ description, unset, defaultValue }: Attribute): string {
  const value =
    unset ?? (defaultValue === undefined ? undefined : `\`${JSON.stringify(defaultValue).replaceAll('"', "")}\``);
  return value === undefined ? description : `${description} Default: ${value}.`;
}

/** The attributes of a provider, resource or data source. */
export interface Schema<A extends Attributes = Attributes> {
  /**
   * Increased when stored states need an upgrade.
   *
   * @default 0
   */
  readonly version?: number;
  /** Markdown. */
  readonly description: string;
  readonly attributes: A;
}

export type Attributes = Readonly<Record<string, Attribute>>;

/** A stored state: all values known; optional attributes may be null. */
export type StateOf<S extends Schema> = {
  readonly [K in keyof S["attributes"]]: StateValue<S["attributes"][K]>;
};

/** A configuration: any value may be unknown; omitted attributes are null. */
export type ConfigOf<S extends Schema> = {
  readonly [K in keyof S["attributes"]]: ConfigValue<S["attributes"][K]>;
};

/** A fully known configuration with defaults; omitted attributes without a default are null. */
export type KnownConfigOf<S extends Schema> = {
  readonly [K in keyof S["attributes"]]: KnownConfigValue<S["attributes"][K]>;
};

/** A planned state: like the state, but any value may be unknown. */
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

/** The name of an attribute in code: `auto_destroy_activity_duration` → `autoDestroyActivityDuration`. */
export function camelCase(attribute: string): string {
  return attribute.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
