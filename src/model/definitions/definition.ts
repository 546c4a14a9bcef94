import type { Attribute, Attributes, Schema } from "../../schema";
import type { Given } from "./given";

/**
 * All that is known of a resource, a data source or the provider itself, in one place: its attributes with their types, defaults and
 * documentation, and the rules of what code gives them. From it follow the constructs, the provider's schema, and what synth, the provider and
 * the engine check.
 */
export interface Definition<A extends Attributes = Attributes> extends Schema<A> {
  /** The type in Terraform: `tfprojects_project`. */
  readonly type: string;
  /** The rules beside types and what is required: see {@link problemsIn}. */
  readonly rules: (given: Given) => readonly AttributeProblem[];
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
  readonly isAboutId?: true;
}

/** All that is wrong with what code gives to a resource, a data source or the provider; types apart. */
export function problemsIn({ attributes, rules }: Definition, given: Given): readonly AttributeProblem[] {
  return [
    ...Object.entries(attributes).flatMap(([name, attribute]) =>
      isInput(attribute)
        ? [...missing(name, attribute, given), ...nulls(name, attribute, given), ...notAChoice(name, attribute, given)]
        : readOnly(name, given),
    ),
    ...rules(given),
  ];
}

function readOnly(attribute: string, given: Given): readonly AttributeProblem[] {
  if (given.isSet(attribute) !== true) return [];
  const message = `${given.called(attribute)} is read-only: only the provider sets it. Leave it out.`;
  return [{ attribute, summary: "Read-only attribute", message }];
}

/** In Terraform's own words. */
function missing(attribute: string, { mode }: Attribute, given: Given): readonly AttributeProblem[] {
  if (mode !== "required" || given.isSet(attribute) !== false) return [];
  const message = `The argument ${given.quoted(attribute)} is required, but no definition was found.`;
  return [{ attribute, summary: "Missing required argument", message }];
}

function nulls(attribute: string, { type }: Attribute, given: Given): readonly AttributeProblem[] {
  const message = `An element of ${given.called(attribute)} is null. Leave it out.`;
  const summary = `Invalid ${attribute}`;
  return (given.texts(attribute) ?? []).flatMap((text, index) =>
    text === null ? [{ attribute, ...(type.kind === "list" ? { index } : {}), summary, message }] : [],
  );
}

function notAChoice(attribute: string, { choices }: Attribute, given: Given): readonly AttributeProblem[] {
  const text = given.text(attribute);
  if (choices === undefined || typeof text !== "string" || choices.includes(text)) return [];
  return [{ attribute, summary: `Invalid ${attribute}`, message: notOneOf(given.called(attribute), text, choices) }];
}

/** @param called - The attribute, in backticks. */
export function notOneOf(called: string, text: string, allowed: readonly unknown[]): string {
  const choices = allowed.map((choice) => JSON.stringify(choice)).join(", ");
  return `${called} must be one of ${choices}; ${JSON.stringify(text)} is not.`;
}
