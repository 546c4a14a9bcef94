import {
  ConfigValues,
  DATA_SOURCES,
  isInput,
  nameMeant,
  providerDefinition,
  RESOURCES,
  RULE_ATTRIBUTES,
  suggestion,
  unsupportedNames,
  validateConfig,
  type Definition,
  type UnsupportedName,
} from "../../model";
import { ownMember } from "../../own-member";
import { quote } from "../../reconcile/text";
import { formatPath, renamePath, withoutNullable, type ValueType } from "../../schema";
import type { Mode } from "../../terraform/address";
import type { ConfigurationProblem } from "../configuration-error";
import { locationOf, type Block, type Located } from "./blocks";
import type { ProviderBlock } from "./providers-in-code";
import { convert, ProjectIdReference, typeMismatch, valueIn, type Value } from "./value";
import type { JsonObject } from "../../json";

/** The kind of a block in Terraform JSON. */
export type BlockKind = Mode | "provider";

/** Arguments that Terraform itself supports in blocks of each kind; `//` is a comment. */
const META_ARGUMENTS: Readonly<Record<BlockKind, readonly string[]>> = {
  managed: ["//", "count", "for_each", "depends_on", "provider", "lifecycle", "provisioner", "connection"],
  data: ["//", "count", "for_each", "depends_on", "provider", "lifecycle"],
  provider: ["//", "alias", "version"],
};

/** Memberships have no rules: placements do. */
const RULES: ReadonlySet<string> = new Set(RULE_ATTRIBUTES);

/** The arguments of a block that neither its definition nor Terraform supports. */
export function unsupportedArguments(
  body: JsonObject,
  kind: BlockKind,
  { attributes }: Definition,
): readonly UnsupportedName[] {
  const supported = Object.keys(attributes).filter((name) => !RULES.has(name));
  return unsupportedNames(body, [...supported, ...META_ARGUMENTS[kind]]);
}

/** The definition of a type; undefined if the provider does not have it. */
export function definitionOf(mode: Mode, type: string): Definition | undefined {
  return ownMember(definitionsOf(mode), type);
}

/** Terraform's message for a type that the provider does not have. */
export function unsupportedType(mode: Mode, type: string): string {
  const what = mode === "managed" ? "resource type" : "data source";
  const types = Object.keys(definitionsOf(mode));
  return `The provider tfprojects does not support ${what} ${quote(type)}.${suggestion(nameMeant(type, types, 2))}`;
}

function definitionsOf(mode: Mode): Readonly<Record<string, Definition>> {
  return mode === "managed" ? RESOURCES : DATA_SOURCES;
}

/** What evaluates code; undefined if only Terraform can do that. */
export interface Evaluator {
  /** The value of an expression. */
  tryEvaluate(source: unknown): Value | undefined;
  /** The key of an object. */
  tryKey(source: string): string | undefined;
}

/** Evaluates what is a value already. */
export const LITERAL: Evaluator = {
  tryEvaluate: (source) => (source === undefined ? undefined : valueIn(source)),
  tryKey: (key) => key,
};

/** Validates a resource or data block of the provider. */
export function validateResource(block: Block, evaluator: Evaluator): readonly ConfigurationProblem[] {
  const { mode, type, body } = block;
  const definition = definitionOf(mode, type);
  if (definition === undefined) return [{ where: locationOf(block), message: unsupportedType(mode, type) }];
  return validateBlock(block, body, mode, definition, evaluator);
}

/** Validates a configuration of the provider. */
export function validateProvider(provider: ProviderBlock, evaluator: Evaluator): readonly ConfigurationProblem[] {
  return validateBlock(provider, provider.body, "provider", providerDefinition, evaluator);
}

/** The errors that Terraform and the provider would report for the known values of a block. */
function validateBlock(
  at: Located,
  body: JsonObject,
  kind: BlockKind,
  definition: Definition,
  evaluator: Evaluator,
): readonly ConfigurationProblem[] {
  const problems = [
    ...unsupportedArguments(body, kind, definition),
    ...validateArguments(body, definition, evaluator, (attribute) => attribute),
  ];
  return problems.map(({ attribute, message }) => ({ where: locationOf(at, attribute), message }));
}

export interface ArgumentProblem {
  /** `name`, `previous_names[1]`. */
  readonly attribute: string;
  readonly message: string;
}

/**
 * Arguments with values of the wrong type or that violate rules. Values that only Terraform can evaluate are left to
 * Terraform.
 *
 * @param nameOf - What the code calls an attribute.
 */
export function validateArguments(
  body: JsonObject,
  definition: Definition,
  evaluator: Evaluator,
  nameOf: (attribute: string) => string,
): readonly ArgumentProblem[] {
  const values = new Map<string, unknown>();
  const mismatches: ArgumentProblem[] = [];
  for (const [name, attribute] of Object.entries(definition.attributes)) {
    if (!isInput(attribute)) {
      values.set(name, evaluator.tryEvaluate(body[name]));
      continue;
    }
    const converted = convertSource(attribute.type, body[name], evaluator);
    if (converted.fits) values.set(name, converted.value);
    else mismatches.push({ attribute: nameOf(name), message: typeMismatch(nameOf(name), attribute.type) });
  }
  const problems = validateConfig(definition, new ConfigValues((attribute) => values.get(attribute), nameOf));
  return [
    ...mismatches,
    ...problems.map(({ path, message }) => ({ attribute: formatPath(renamePath(definition, path, nameOf)), message })),
  ];
}

/** Evaluates and converts an expression. Each element of a literal list or map is evaluated separately. */
function convertSource(
  nullable: ValueType,
  source: unknown,
  evaluator: Evaluator,
): { readonly fits: boolean; readonly value?: unknown } {
  const type = withoutNullable(nullable);
  if (Array.isArray(source) && (type.kind === "list" || type.kind === "set")) {
    const items = source.map((item: unknown) => convertSource(type.element, item, evaluator));
    return { fits: items.every(({ fits }) => fits), value: items.map(({ value }) => value) };
  }
  if (type.kind === "map" && typeof source === "object" && source !== null && !Array.isArray(source)) {
    const members = Object.entries(source).map(
      ([key, item]: [string, unknown]) =>
        [evaluator.tryKey(key), convertSource(type.element, item, evaluator)] as const,
    );
    return {
      fits: members.every(([, { fits }]) => fits),
      // What has a key that only Terraform knows is left to Terraform, too.
      value: Object.fromEntries(members.flatMap(([key, { value }]) => (key === undefined ? [] : [[key, value]]))),
    };
  }
  const value = evaluator.tryEvaluate(source);
  if (value === undefined) return { fits: true };
  const converted = convert(type, value);
  if (converted === undefined) return { fits: false };
  // The id of a project is validated where it is used.
  return { fits: true, value: converted instanceof ProjectIdReference ? undefined : converted };
}
