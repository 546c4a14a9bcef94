import { withoutNullable, type Attribute, type Attributes, type Schema } from "../../schema";
import type { ConfigValues } from "./config-values";

/**
 * The single definition of a resource, a data source or the provider itself: its attributes with types, defaults and
 * documentation, and the validation rules of their values. The constructs, the provider's schema, and the validation at
 * synth, in the provider and in the engine are derived from it.
 */
export interface Definition<A extends Attributes = Attributes> extends Schema<A> {
  /** The type in Terraform: `tfprojects_project`. */
  readonly type: string;
  /** Validation beyond types and required attributes; called by {@link validateConfig}. */
  readonly rules: (config: ConfigValues) => readonly AttributeProblem[];
}

/** Preserves the exact types of the attributes, from which those of configuration, plan and state are derived. */
export function define<const A extends Attributes>(definition: Definition<A>): Definition<A> {
  return definition;
}

/** Whether the configuration can set the attribute. */
export function isInput({ mode }: Attribute): boolean {
  return mode !== "computed";
}

/** An invalid value of an attribute. */
export interface AttributeProblem {
  /** The attribute's name in Terraform. */
  readonly attribute: string;
  /** The invalid element of a list, or of a set in the order of the code. */
  readonly element?: number;
  /** Headline of the error. */
  readonly summary: string;
  /** The problem and its remedy. */
  readonly message: string;
  /**
   * Whether the problem is a malformed ID. IDs may come from another provider, and `mock_provider` of `terraform test`
   * generates IDs of another form.
   */
  readonly isIdFormat?: true;
}

/** Validates the configuration of a resource, a data source or the provider, except for types. */
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
  return [{ attribute, summary: "Read-only attribute", message: isReadOnly(config.displayName(attribute)) }];
}

/** @param displayName - The attribute, in backticks. */
export function isReadOnly(displayName: string): string {
  return `${displayName} is read-only: only the provider sets it. Leave it out.`;
}

/** Same wording as Terraform's own error. */
function missingArgument(attribute: string, { mode }: Attribute, config: ConfigValues): readonly AttributeProblem[] {
  if (mode !== "required" || config.isSet(attribute) !== false) return [];
  const message = `The argument ${config.quotedName(attribute)} is required, but no definition was found.`;
  return [{ attribute, summary: "Missing required argument", message }];
}

function nullElements(attribute: string, { type }: Attribute, config: ConfigValues): readonly AttributeProblem[] {
  const summary = `Invalid ${attribute}`;
  const { kind } = withoutNullable(type);
  if (kind === "map") {
    const nulls = Object.entries(config.stringMap(attribute) ?? {}).filter(([, value]) => value === null);
    return nulls.map(([key]) => ({
      attribute,
      summary,
      message: `${config.displayName(attribute)}[${JSON.stringify(key)}] is null. Leave it out.`,
    }));
  }
  const items = config.stringList(attribute);
  const message = `An element of ${config.displayName(attribute)} is null. Leave it out.`;
  return (
    items?.flatMap((text, index) => (text === null ? [{ attribute, element: index, summary, message }] : [])) ?? []
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
