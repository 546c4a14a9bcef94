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
import { convert, duplicateKey, ProjectIdReference, typeMismatch, valueIn, type Value } from "./value";
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

/** What evaluates code; undefined if only Terraform can do that, for a reason that `onProblem` gets. */
export interface Evaluator {
  /** The value of an expression. */
  tryEvaluate(source: unknown, onProblem?: OnProblem): Value | undefined;
  /** The key of an object. */
  tryKey(source: string, onProblem?: OnProblem): string | undefined;
}

export type OnProblem = (message: string) => void;

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

/** The values of a block, each evaluated once. */
export interface BlockValues {
  readonly block: Located;
  readonly values: Values;
  /** Why only Terraform can evaluate an argument, by its place. */
  readonly unresolved: ReadonlyMap<string, string>;
}

/** Evaluates a block. Its problems are those that Terraform and the provider would report for the known values. */
export function readBlock(
  block: OwnBlock,
  evaluator: Evaluator,
): BlockValues & { readonly problems: readonly Diagnostic[] } {
  const { mode, type, body } = block;
  const definition = definitionOf(mode, type);
  if (definition === undefined) {
    const problems = [problemAt(locationOf(block), unsupportedType(mode, type))];
    return { block, values: {}, unresolved: new Map(), problems };
  }
  const {
    values,
    unresolved,
    problems: invalid,
  } = readArguments(body, definition, evaluator, (attribute) => attribute);
  const problems = [
    ...unsupportedArguments(body, mode, definition),
    ...unsupportedInBlocks(definition, body, (name) => name, IN_BLOCKS),
    ...dynamicBlocks(definition, body).map((path) => attributeError(path, "Dynamic block", DYNAMIC)),
    ...invalid,
  ].map((it) => ({ ...it, where: locationOf(block, formatPath(it.attribute)) }));
  return { block, values, unresolved, problems };
}

/**
 * The values of attributes, null for those that are not set; undefined, with problems, if only Terraform knows one of
 * them. Only `project_id` may be the ID of a project that nobody knows yet.
 *
 * @param at - The body that has them, and its place in the block. @default that of the block
 */
export function knownValues<Name extends string>(
  { block, values, unresolved }: BlockValues,
  names: readonly Name[],
  problems: Diagnostic[],
  at: { readonly values: Values; readonly path: AttributePath } = { values, path: [] },
): ((name: Name) => Value) | undefined {
  // Validation has found those with other types.
  const valueOf = (name: Name) => at.values[name] as Value | undefined;
  const found = names.flatMap((name) => {
    const place = formatPath([...at.path, name]);
    const message = unresolved.get(place) ?? whyUnknown(valueOf(name), name === "project_id");
    return message === undefined ? [] : [problemAt(locationOf(block, place), message)];
  });
  problems.push(...found);
  return found.length === 0 ? (name) => valueOf(name) ?? null : undefined;
}

function whyUnknown(value: Value | undefined, mayBeProject: boolean): string | undefined {
  if (value === undefined) return "Only Terraform can evaluate it.";
  const parts: readonly unknown[] = typeof value === "object" ? Object.values(value ?? {}) : [];
  const hasProject = [value, ...parts].some((it) => it instanceof ProjectIdReference);
  return hasProject && !mayBeProject ? UNKNOWN_ID : undefined;
}

const UNKNOWN_ID = "Only Terraform knows the id of a project, so it cannot be used here.";

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
 * Evaluates the arguments of a body, and finds those with values of the wrong type or that violate rules. Values that
 * only Terraform can evaluate are left to Terraform.
 *
 * @param nameOf - What the code calls an attribute.
 */
export function readArguments(
  body: JsonObject,
  definition: Definition,
  evaluator: Evaluator,
  nameOf: (attribute: string) => string,
): Omit<BlockValues, "block"> & { readonly problems: readonly AttributeDiagnostic[] } {
  const mismatches: AttributeDiagnostic[] = [];
  const unresolved = new Map<string, string>();
  const values = readBody(definition, body, [], { evaluator, nameOf, mismatches, unresolved });
  const invalid = validateConfig(definition, new ConfigValues((name) => values[name], nameOf));
  const problems = [...mismatches, ...invalid].map((it) => {
    return { ...it, attribute: renamePath(definition, it.attribute, nameOf) };
  });
  return { values, unresolved, problems };
}

interface Reading {
  readonly evaluator: Evaluator;
  readonly nameOf: (name: string) => string;
  /** Gets the values that do not have the type of the schema. */
  readonly mismatches: AttributeDiagnostic[];
  readonly unresolved: Map<string, string>;
}

/** The keys are names of attributes and blocks; what only Terraform can evaluate is undefined. */
type Values = Readonly<Record<string, unknown>>;

/** The values of a body. @param path - Its place in the block. */
function readBody({ attributes, blocks = {} }: Body, body: JsonObject, path: AttributePath, reading: Reading): Values {
  const { evaluator, nameOf, mismatches, unresolved } = reading;
  const values = Object.entries(attributes).map(([name, attribute]) => {
    if (!isInput(attribute)) return [name, evaluator.tryEvaluate(body[name])] as const;
    const problems: string[] = [];
    const { fits, value } = convertSource(attribute.type, body[name], evaluator, (it) => problems.push(it));
    if (problems[0] !== undefined) unresolved.set(formatPath([...path, name]), problems[0]);
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
  onProblem: OnProblem,
): { readonly fits: boolean; readonly value?: unknown } {
  const type = withoutNullable(nullable);
  if (Array.isArray(source) && (type.kind === "list" || type.kind === "set")) {
    const items = source.map((item: unknown) => convertSource(type.element, item, evaluator, onProblem));
    return { fits: items.every(({ fits }) => fits), value: items.map(({ value }) => value) };
  }
  if (type.kind === "map" && typeof source === "object" && source !== null && !Array.isArray(source)) {
    const members = new Map<string, unknown>();
    const fit = Object.entries(source).map(([text, item]: [string, unknown]) => {
      const key = evaluator.tryKey(text, onProblem);
      const { fits, value } = convertSource(type.element, item, evaluator, onProblem);
      if (key !== undefined && members.has(key)) onProblem(duplicateKey(key));
      // What has a key that only Terraform knows is left to Terraform, too.
      if (key !== undefined) members.set(key, value);
      return fits;
    });
    return { fits: !fit.includes(false), value: Object.fromEntries(members) };
  }
  const value = evaluator.tryEvaluate(source, onProblem);
  const converted = value === undefined ? undefined : convert(type, value);
  return { fits: value === undefined || converted !== undefined, value: converted };
}
