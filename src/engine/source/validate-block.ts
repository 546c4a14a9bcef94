import {
  ConfigValues,
  DATA_SOURCES,
  isInput,
  nameMeant,
  providerDefinition,
  RESOURCES,
  suggestion,
  unsupportedInBlocks,
  unsupportedNames,
  validateConfig,
  type Definition,
  attributeError,
  type AttributeDiagnostic,
  problemAt,
  type Diagnostic,
} from "../../model";
import { PROVIDER_TYPE } from "../../model/provider-address";
import { ownMember } from "../../own-member";
import { quote } from "../../reconcile/text";
import {
  formatPath,
  isArray,
  renamePath,
  withoutNullable,
  type AttributePath,
  type Block as NestedBlock,
  type Body,
  type ValueType,
} from "../../schema";
import type { Mode } from "../../terraform/address";
import { locationOf, type Located } from "./blocks";
import { convert, ProjectIdReference, typeMismatch, valueIn, type Value } from "./value";
import { asObject, isObject, type JsonObject } from "../../json";

/** The kind of a block in Terraform JSON. */
export type BlockKind = Mode | "provider";

/** Arguments that Terraform itself supports in blocks of each kind; `//` is a comment. */
const META_ARGUMENTS: Readonly<Record<BlockKind, readonly string[]>> = {
  managed: ["//", "count", "for_each", "depends_on", "provider", "lifecycle", "provisioner", "connection"],
  data: ["//", "count", "for_each", "depends_on", "provider", "lifecycle"],
  provider: ["//", "alias", "version"],
};

/** Names that Terraform itself supports in a body with nested blocks, and in each of these. */
const IN_BLOCKS = ["//", "dynamic"];

/** The arguments of a block that neither its definition nor Terraform supports. */
export function unsupportedArguments(
  body: JsonObject,
  kind: BlockKind,
  { attributes, blocks = {} }: Definition,
): readonly AttributeDiagnostic[] {
  const nested = Object.keys(blocks);
  const dynamic = nested.length === 0 ? [] : IN_BLOCKS;
  return unsupportedNames(body, [...Object.keys(attributes), ...nested, ...dynamic, ...META_ARGUMENTS[kind]]);
}

const DEFINITIONS: Readonly<Record<BlockKind, Readonly<Record<string, Definition>>>> = {
  managed: RESOURCES,
  data: DATA_SOURCES,
  provider: { [PROVIDER_TYPE]: providerDefinition },
};

/** The definition of a type; undefined if the provider does not have it. */
export function definitionOf(kind: BlockKind, type: string): Definition | undefined {
  return ownMember(DEFINITIONS[kind], type);
}

/** Terraform's message for a type that the provider does not have. */
export function unsupportedType(kind: BlockKind, type: string): string {
  const what = kind === "managed" ? "resource type" : "data source";
  const types = Object.keys(DEFINITIONS[kind]);
  return `The provider tfprojects does not support ${what} ${quote(type)}.${suggestion(nameMeant(type, types, 2))}`;
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

/** A resource or data block of the provider, or a configuration of it. */
interface OwnBlock extends Located {
  readonly mode: BlockKind;
  readonly type: string;
  readonly body: JsonObject;
}

/** The errors that Terraform and the provider would report for the known values of a block. */
export function validateBlock(block: OwnBlock, evaluator: Evaluator): readonly Diagnostic[] {
  const { mode, type, body } = block;
  const definition = definitionOf(mode, type);
  if (definition === undefined) return [problemAt(locationOf(block), unsupportedType(mode, type))];
  const problems = [
    ...unsupportedArguments(body, mode, definition),
    ...unsupportedInBlocks(definition, body, (name) => name, IN_BLOCKS),
    ...dynamicBlocks(definition, body).map((path) => attributeError(path, "Dynamic block", DYNAMIC)),
    ...validateArguments(body, definition, evaluator, (attribute) => attribute),
  ];
  return problems.map((it) => ({ ...it, where: locationOf(block, formatPath(it.attribute)) }));
}

const DYNAMIC = "Only Terraform can evaluate dynamic blocks. Write the blocks themselves, or pass Terraform's plan.";

/** The places of `dynamic` blocks, at every depth. */
function dynamicBlocks({ blocks = {} }: Body, body: JsonObject): readonly AttributePath[] {
  const nested = Object.entries(blocks).flatMap(([type, block]) =>
    (bodiesIn(body[type]) ?? []).flatMap((it, index) =>
      dynamicBlocks(block, asObject(it)).map((path) => [type, index, ...path]),
    ),
  );
  return [...Object.keys(asObject(body["dynamic"])).map((type) => ["dynamic", type]), ...nested];
}

/** The bodies of nested blocks of one type: an object, or a list of them. Undefined for what has none. */
function bodiesIn(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || value === null) return [];
  if (isArray(value)) return value;
  return isObject(value) ? [value] : undefined;
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
): readonly AttributeDiagnostic[] {
  const mismatches: AttributeDiagnostic[] = [];
  const values = readBody(definition, body, [], { evaluator, nameOf, mismatches });
  const problems = validateConfig(definition, new ConfigValues((name) => values[name], nameOf));
  return [...mismatches, ...problems].map((it) => {
    return { ...it, attribute: renamePath(definition, it.attribute, nameOf) };
  });
}

interface Reading {
  readonly evaluator: Evaluator;
  readonly nameOf: (name: string) => string;
  /** Gets the values that do not have the type of the schema. */
  readonly mismatches: AttributeDiagnostic[];
}

/** By the names of attributes and blocks; undefined where only Terraform can evaluate them. */
type Values = Readonly<Record<string, unknown>>;

/** The values of a body. @param path - Its place in the block. */
function readBody({ attributes, blocks = {} }: Body, body: JsonObject, path: AttributePath, reading: Reading): Values {
  const { evaluator, nameOf, mismatches } = reading;
  const values = Object.entries(attributes).map(([name, attribute]) => {
    if (!isInput(attribute)) return [name, evaluator.tryEvaluate(body[name])] as const;
    const { fits, value } = convertSource(attribute.type, body[name], evaluator);
    if (!fits) mismatches.push(wrongType([...path, name], typeMismatch(nameOf(name), attribute.type)));
    // What has the wrong type counts as unknown.
    return [name, fits ? value : undefined] as const;
  });
  const nested = Object.entries(blocks).map(([type, block]) => {
    return [type, readBlocks(type, block, body, [...path, type], reading)] as const;
  });
  return Object.fromEntries<unknown>([...values, ...nested]);
}

function wrongType(path: AttributePath, detail: string): AttributeDiagnostic {
  return attributeError(path, "Incorrect value type", detail);
}

/** The value of the nested blocks of a type. @param path - Their place. */
function readBlocks(
  type: string,
  block: NestedBlock,
  body: JsonObject,
  path: AttributePath,
  reading: Reading,
): Values | readonly Values[] | null | undefined {
  const { nameOf, mismatches } = reading;
  const bodies = bodiesIn(body[type]);
  const name = quote(nameOf(type));
  if (bodies?.every(isObject) !== true) {
    // Terraform's message for what is no block.
    const message =
      "Incorrect JSON value type: either a JSON object or a JSON array is required, representing the contents of one " +
      `or more ${name} blocks.`;
    mismatches.push(wrongType(path, message));
    return undefined;
  }
  const isSingle = block.nesting === "single";
  if (isSingle && bodies.length > 1) mismatches.push(wrongType(path, `Only one block of type ${name} is allowed.`));
  const unset = Object.fromEntries<unknown>(Object.keys(block.attributes).map((attribute) => [attribute, null]));
  const values = bodies.map((it, index) => {
    return readBody(block, { ...unset, ...it }, isSingle ? path : [...path, index], reading);
  });
  if (ownMember(asObject(body["dynamic"]), type) !== undefined) return undefined;
  return isSingle ? (values[0] ?? null) : values;
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
