import type { Given } from "./given";

/** A type of Terraform's, in the notation of its schemas. */
export type AttributeType = "string" | "number" | "bool" | readonly ["list" | "set", "string"];

/** An attribute that code can set. */
export interface InputDefinition {
  readonly type: AttributeType;
  /** Whether code has to set it. */
  readonly required?: true;
}

/** A resource, a data source or the provider itself: its attributes, and the rules of what code gives them. */
export interface Definition {
  /** By their names in Terraform. */
  readonly inputs: Readonly<Record<string, InputDefinition>>;
  /** Names of the attributes that the provider sets, and code cannot. */
  readonly outputs: readonly string[];
  /** The rules beside types and what is required: see {@link problemsIn}. */
  readonly rules: (given: Given) => readonly AttributeProblem[];
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
export function problemsIn({ inputs, outputs, rules }: Definition, given: Given): readonly AttributeProblem[] {
  return [
    ...outputs.flatMap((name) => readOnly(name, given)),
    ...Object.entries(inputs).flatMap(([name, input]) => [
      ...missing(name, input, given),
      ...nulls(name, input, given),
    ]),
    ...rules(given),
  ];
}

function readOnly(attribute: string, given: Given): readonly AttributeProblem[] {
  if (given.isSet(attribute) !== true) return [];
  const message = `${given.called(attribute)} is read-only: only the provider sets it. Leave it out.`;
  return [{ attribute, summary: "Read-only attribute", message }];
}

/** In Terraform's own words. */
function missing(attribute: string, { required }: InputDefinition, given: Given): readonly AttributeProblem[] {
  if (required !== true || given.isSet(attribute) !== false) return [];
  const message = `The argument ${given.quoted(attribute)} is required, but no definition was found.`;
  return [{ attribute, summary: "Missing required argument", message }];
}

function nulls(attribute: string, { type }: InputDefinition, given: Given): readonly AttributeProblem[] {
  const message = `An element of ${given.called(attribute)} is null. Leave it out.`;
  const summary = `Invalid ${attribute}`;
  return (given.texts(attribute) ?? []).flatMap((text, index) =>
    text === null ? [{ attribute, ...(type[0] === "list" ? { index } : {}), summary, message }] : [],
  );
}
