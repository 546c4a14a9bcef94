import type { ValueType } from "./value-type";

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
  /** Whether Terraform hides the value in plans: see {@link sensitive}. */
  readonly sensitive: boolean;
  /** The planned value of an omitted attribute; only with mode `defaulted`. */
  readonly defaultValue: T | undefined;
  readonly deprecated: boolean;
  /** What the value, or each element of it, is the ID or the name of; undefined for anything else. */
  readonly refersTo: ObjectReference | undefined;
}

/** The attribute of another object that a value is meant to be. */
export interface ObjectReference {
  /** With its article: `a project`. */
  readonly object: string;
  /** The Terraform types of resources and data sources with the `id` and the `name` of such an object. */
  readonly types: readonly string[];
  readonly attribute: "id" | "name";
}

/**
 * - `required`: must be set in the configuration;
 * - `optional`: may be set; null when omitted;
 * - `defaulted`: may be set; planned with its default when omitted;
 * - `optional-computed`: may be set; set by the provider when omitted;
 * - `computed`: set by the provider, read-only in the configuration.
 */
export type AttributeMode = "required" | "optional" | "defaulted" | "optional-computed" | "computed";

/** An attribute that only the configuration sets, and whose value is shown. */
export interface Argument<
  T = unknown,
  Mode extends "required" | "optional" = "required" | "optional",
> extends Attribute<T, Mode> {
  readonly sensitive: false;
}

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
   * Terraform warns on use.
   *
   * @default false
   */
  readonly deprecated?: boolean;
  /** @default - neither an ID nor a name */
  readonly refersTo?: ObjectReference;
}

interface ChoiceOptions<T> {
  /**
   * The allowed values, for documentation and code generation; the definition validates them.
   *
   * @default - any
   */
  readonly choices?: readonly T[];
}

export function required<T>(type: ValueType<T>, options: AttributeOptions & ChoiceOptions<T>): Argument<T, "required"> {
  return attribute("required", type, options);
}

export function optional<T>(type: ValueType<T>, options: AttributeOptions & ChoiceOptions<T>): Argument<T, "optional"> {
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

/** The attribute, with a value that Terraform hides in plans. */
export function sensitive<T, M extends AttributeMode>(of: Attribute<T, M>): Attribute<T, M> {
  return { ...of, sensitive: true };
}

function attribute<T, M extends AttributeMode>(
  mode: M,
  type: ValueType<T>,
  options: AttributeOptions & ChoiceOptions<T>,
): Attribute<T, M> & { readonly sensitive: false } {
  return {
    mode,
    type,
    description: options.description,
    unset: options.unset,
    choices: options.choices,
    sensitive: false,
    deprecated: options.deprecated ?? false,
    defaultValue: undefined,
    refersTo: options.refersTo,
  };
}

/** The documentation of an attribute, including its default. Markdown. */
export function documentationOf({ description, unset, defaultValue }: Attribute): string {
  const value =
    unset ?? (defaultValue === undefined ? undefined : `\`${JSON.stringify(defaultValue).replaceAll('"', "")}\``);
  return value === undefined ? description : `${description} Default: ${value}.`;
}

export type Attributes = Readonly<Record<string, Attribute>>;
