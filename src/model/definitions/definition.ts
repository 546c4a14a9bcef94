import { attributeError, type AttributeDiagnostic } from "../diagnostic";
import {
  withoutNullable,
  type Attribute,
  type Attributes,
  type Block,
  type Blocks,
  type Body,
  type Schema,
} from "../../schema";
import type { ConfigValues } from "./config-values";

/**
 * The single definition of a resource, a data source or the provider itself: its attributes and blocks with types,
 * defaults and documentation, and the validation rules of their values. The constructs, the provider's schema, and the
 * validation at synth, in the provider and in the engine are derived from it.
 */
export interface Definition<
  A extends Attributes = Attributes,
  B extends Blocks | undefined = Blocks | undefined,
> extends Schema<A, B> {
  /** The type in Terraform: `tfprojects_project`. */
  readonly type: string;
  /** False if existing objects cannot be imported, because they exist in states only. @default true */
  readonly isImportable?: false;
  /** Validation beyond types and required attributes; called by {@link validateConfig}. */
  readonly rules: (config: ConfigValues) => readonly AttributeDiagnostic[];
}

/** Preserves the exact types, from which those of configuration, plan and state are derived. */
export function define<const A extends Attributes, const B extends Blocks | undefined = undefined>(
  definition: Definition<A, B>,
): Definition<A, B> {
  return definition;
}

/** Whether the configuration can set the attribute. */
export function isInput({ mode }: Attribute): boolean {
  return mode !== "computed";
}

/** Validates the configuration of a resource, a data source or the provider, except for types. */
export function validateConfig(definition: Definition, config: ConfigValues): readonly AttributeDiagnostic[] {
  return [...validateBody(definition, config), ...definition.rules(config)];
}

function validateBody({ attributes, blocks = {} }: Body, config: ConfigValues): readonly AttributeDiagnostic[] {
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
    ...Object.entries(blocks).flatMap(([name, block]) => [
      ...wrongNumber(name, block, config),
      ...(config.blocks(name) ?? []).flatMap((it) => validateBody(block, it)),
    ]),
  ];
}

function readOnly(attribute: string, config: ConfigValues): readonly AttributeDiagnostic[] {
  if (config.isSet(attribute) !== true) return [];
  const message = isReadOnly(config.displayName(attribute));
  return [attributeError(config.path(attribute), "Read-only attribute", message)];
}

/** @param displayName - The attribute, in backticks. */
export function isReadOnly(displayName: string): string {
  return `${displayName} is read-only: only the provider sets it. Leave it out.`;
}

/** Same wording as Terraform's own error. */
function missingArgument(attribute: string, { mode }: Attribute, config: ConfigValues): readonly AttributeDiagnostic[] {
  if (mode !== "required" || config.isSet(attribute) !== false) return [];
  const message = `The argument ${config.quotedName(attribute)} is required, but no definition was found.`;
  return [attributeError(config.path(attribute), "Missing required argument", message)];
}

function nullElements(attribute: string, { type }: Attribute, config: ConfigValues): readonly AttributeDiagnostic[] {
  const summary = `Invalid ${attribute}`;
  const { kind } = withoutNullable(type);
  if (kind === "map") {
    const nulls = Object.entries(config.stringMap(attribute) ?? {}).filter(([, value]) => value === null);
    return nulls.map(([key]) =>
      attributeError(
        config.path(attribute, key),
        summary,
        `${config.displayName(attribute)}[${JSON.stringify(key)}] is null. Leave it out.`,
      ),
    );
  }
  const items = config.stringList(attribute);
  const message = `An element of ${config.displayName(attribute)} is null. Leave it out.`;
  return (
    items?.flatMap((text, index) =>
      text === null ? [attributeError(config.path(attribute, index), summary, message)] : [],
    ) ?? []
  );
}

function invalidChoice(
  attribute: string,
  { choices }: Attribute,
  config: ConfigValues,
): readonly AttributeDiagnostic[] {
  const text = config.string(attribute);
  if (choices === undefined || typeof text !== "string" || choices.includes(text)) return [];
  const message = mustBeOneOf(config.displayName(attribute), text, choices);
  return [attributeError(config.path(attribute), `Invalid ${attribute}`, message)];
}

/** Same wording as Terraform's own errors. */
function wrongNumber(type: string, block: Block, config: ConfigValues): readonly AttributeDiagnostic[] {
  const { nesting, minItems, maxItems } = block;
  const count = config.blocks(type)?.length;
  if (count === undefined) return [];
  const name = config.quotedName(type);
  const problem = (summary: string, message: string) => [attributeError(config.path(type), summary, message)];
  if (count < minItems) {
    return nesting === "single"
      ? problem(`Missing ${type} block`, `A block of type ${name} is required here.`)
      : problem(`Insufficient ${type} blocks`, `At least ${minItems} ${name} blocks are required.`);
  }
  if (maxItems === undefined || count <= maxItems) return [];
  return problem(`Too many ${type} blocks`, `No more than ${maxItems} ${name} blocks are allowed; there are ${count}.`);
}

/** @param displayName - The attribute, in backticks. */
export function mustBeOneOf(displayName: string, text: string, allowed: readonly unknown[]): string {
  const choices = allowed.map((choice) => JSON.stringify(choice)).join(", ");
  return `${displayName} must be one of ${choices}; ${JSON.stringify(text)} is not.`;
}
