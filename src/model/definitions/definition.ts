import type { Attribute, Attributes, Schema } from "../../schema";
import type { ConfigValues } from "./config-values";

/**
 * All that is known of a resource, a data source or the provider itself, in one place: its attributes with their types, defaults and
 * documentation, and the rules of what code gives them. From it follow the constructs, the provider's schema, and what synth, the provider and
 * the engine check.
 */
export interface Definition<A extends Attributes = Attributes> extends Schema<A> {
  /** The type in Terraform: `tfprojects_project`. */
  readonly type: string;
  /** The rules beside types and what is required: see {@link validateConfig}. */
  readonly rules: (given: ConfigValues) => readonly AttributeProblem[];
}

/** Keeps what exactly the attributes are, for the types of what the definition describes. */
export function define<const A extends Attributes>(definition: Definition<A>): Definition<A> {
  return definition;
}

/** Whether code can set the attribute. */
export function isInput({ mode }: Attribute): boolean {
  return mode !== "computed";
}

/** What is wrong with what code gives to an attribute. */
export interface AttributeProblem {
  /** The attribute's name in Terraform. */
  readonly attribute: string;
  /** Which element of a list it is about. */
  readonly index?: number;
  /** In a few words, as the headline of an error. */
  readonly summary: string;
  /** What is wrong, and what to do about it. */
  readonly message: string;
  /**
   * Whether it is about the form of an id. Another provider gives those, and where tests stand in for that one (`mock_provider` of
   * `terraform test`), ids are generated that have no such form.
   */
  readonly isIdFormat?: true;
}

/** All that is wrong with what code gives to a resource, a data source or the provider; types apart. */
export function validateConfig({ attributes, rules }: Definition, config: ConfigValues): readonly AttributeProblem[] {
  return [
    ...Object.entries(attributes).flatMap(([name, attribute]) =>
      isInput(attribute)
        ? [
            ...missingArgument(name, attribute, config),
            ...nullElements(name, attribute, config),
            ...invalidChoice(name, attribute, config),
          ]
        : readOnly(name, config),
    ),
    ...rules(config),
  ];
}

function readOnly(attribute: string, config: ConfigValues): readonly AttributeProblem[] {
  if (config.isSet(attribute) !== true) return [];
  const message = `${config.displayName(attribute)} is read-only: only the provider sets it. Leave it out.`;
  return [{ attribute, summary: "Read-only attribute", message }];
}

/** In Terraform's own words. */
function missingArgument(attribute: string, { mode }: Attribute, config: ConfigValues): readonly AttributeProblem[] {
  if (mode !== "required" || config.isSet(attribute) !== false) return [];
  const message = `The argument ${config.quotedName(attribute)} is required, but no definition was found.`;
  return [{ attribute, summary: "Missing required argument", message }];
}

function nullElements(attribute: string, { type }: Attribute, config: ConfigValues): readonly AttributeProblem[] {
  const message = `An element of ${config.displayName(attribute)} is null. Leave it out.`;
  const summary = `Invalid ${attribute}`;
  return (config.stringList(attribute) ?? []).flatMap((text, index) =>
    text === null ? [{ attribute, ...(type.kind === "list" ? { index } : {}), summary, message }] : [],
  );
}

function invalidChoice(attribute: string, { choices }: Attribute, config: ConfigValues): readonly AttributeProblem[] {
  const text = config.string(attribute);
  if (choices === undefined || typeof text !== "string" || choices.includes(text)) return [];
  return [
    { attribute, summary: `Invalid ${attribute}`, message: mustBeOneOf(config.displayName(attribute), text, choices) },
  ];
}

/** @param displayName - The attribute, in backticks. */
export function mustBeOneOf(displayName: string, text: string, allowed: readonly unknown[]): string {
  const choices = allowed.map((choice) => JSON.stringify(choice)).join(", ");
  return `${displayName} must be one of ${choices}; ${JSON.stringify(text)} is not.`;
}
