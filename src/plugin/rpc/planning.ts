import type { Diagnostic, Diagnostics } from "../diagnostics";
import {
  blockType,
  fingerprint,
  isArray,
  isFullyKnown,
  isKnown,
  isRecord,
  sameValue,
  UNKNOWN,
  valueTypes,
  type Attribute,
  type AttributePath,
  type Schema,
  type ValueType,
} from "../../schema";
import { coerce, coerceMember } from "../value/coerce";
import { nativeNumber } from "../value/numbers";
import type { ObjectValue, Value } from "../value/value";
import { providerBug } from "./handler-results";

/**
 * The plan before the provider modifies it: attributes have the configured value or, if they are not set, null, their
 * default or, if they are computed, the prior value (unknown for a new object). Blocks are as configured: nothing in
 * them is computed.
 */
export function proposedPlan(schema: Schema, config: ObjectValue, prior: ObjectValue | null): ObjectValue {
  return withAttributes(schema, config, (name, attribute) => {
    const configured = config[name] ?? null;
    if (configured !== null) return configured;
    if (attribute.mode === "defaulted") return defaultOf(name, attribute);
    if (attribute.mode === "computed" || attribute.mode === "optional-computed") {
      return prior === null ? UNKNOWN : (prior[name] ?? null);
    }
    return null;
  });
}

/** The configuration with defaults. */
export function withDefaults(schema: Schema, config: ObjectValue): ObjectValue {
  return withAttributes(schema, config, (name, attribute) => {
    const configured = config[name] ?? null;
    return configured === null && attribute.mode === "defaulted" ? defaultOf(name, attribute) : configured;
  });
}

/**
 * The configuration that an apply is about: what the plan has of it. The one that a host passes has attributes that the
 * plan has not, where the code ignores changes.
 *
 * @see https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle#ignore_changes
 */
export function plannedConfig(schema: Schema, config: ObjectValue, planned: ObjectValue): ObjectValue {
  const valueOf = (name: string): Value => planned[name] ?? null;
  const attributes = withAttributes(schema, config, (name, { mode }) => {
    const configured = config[name] ?? null;
    // Computed values do not tell whether the configuration has any.
    const isOmitted = mode === "computed" || (mode === "optional-computed" && configured === null);
    return isOmitted || !isFullyKnown(valueOf(name)) ? configured : valueOf(name);
  });
  const blocks = Object.keys(schema.blocks ?? {}).filter((name) => isFullyKnown(valueOf(name)));
  return { ...attributes, ...Object.fromEntries(blocks.map((name) => [name, valueOf(name)])) };
}

/** Adds an error for each read-only attribute in the configuration. Terraform leaves this to the provider. */
export function rejectReadOnly(schema: Schema, config: ObjectValue, diagnostics: Diagnostics): void {
  for (const [name, { mode }] of Object.entries(schema.attributes)) {
    if (mode !== "computed" || (config[name] ?? null) === null) continue;
    diagnostics.error(
      "Invalid Configuration for Read-Only Attribute",
      `Cannot set a value for "${name}": only the provider sets it. Remove it from the configuration.`,
      [name],
    );
  }
}

/**
 * Errors where a plan does not match the configuration. A configured attribute must have the configured value or, for
 * an equivalent value, the prior one; an attribute that only the configuration can set must not have another value.
 * Blocks must be as configured.
 */
export function planErrors(
  typeName: string,
  schema: Schema,
  { config, prior, planned }: { config: ObjectValue; prior: ObjectValue | null; planned: ObjectValue },
): readonly Diagnostic[] {
  const notAsConfigured = (path: AttributePath): readonly Diagnostic[] =>
    providerBug(typeName, "plan", path, "it does not match the configuration").diagnostics;
  const attributes = Object.entries(schema.attributes).flatMap(([name, { type, mode }]) => {
    const configured = config[name] ?? null;
    if (sameValue(type, planned[name], configured)) return [];
    if (configured === null) {
      if (mode !== "optional" && mode !== "required") return [];
      return providerBug(typeName, "plan", [name], "it is not set in the configuration, and not computed").diagnostics;
    }
    const before = prior?.[name] ?? null;
    if (before !== null && isFullyKnown(configured) && sameValue(type, planned[name], before)) return [];
    return notAsConfigured([name]);
  });
  const blocks = Object.entries(schema.blocks ?? {}).flatMap(([name, block]) => {
    const type = blockType(block);
    if (sameValue(type, planned[name], config[name])) return [];
    return notAsConfigured(deviation(type, config[name], planned[name], [name]) ?? [name]);
  });
  return [...attributes, ...blocks];
}

/** Errors where a result does not match the known values of the plan. */
export function resultErrors(
  typeName: string,
  handler: string,
  schema: Schema,
  { planned, state }: { planned: ObjectValue; state: ObjectValue },
): readonly Diagnostic[] {
  return Object.entries(valueTypes(schema)).flatMap(([name, type]) => {
    const path = deviation(type, planned[name], state[name], [name]);
    return path === undefined ? [] : providerBug(typeName, handler, path, "it does not match the plan").diagnostics;
  });
}

/** The first path where `actual` differs from a known value in `planned`. */
function deviation(type: ValueType, planned: unknown, actual: unknown, path: AttributePath): AttributePath | undefined {
  if (!isKnown(planned)) return undefined;
  if (type.kind === "nullable") return deviation(type.of, planned, actual, path);
  if (type.kind === "list" && isArray(planned) && isArray(actual) && planned.length === actual.length) {
    return firstDefined(planned, (element, index) => deviation(type.element, element, actual[index], [...path, index]));
  }
  if (type.kind === "map" && isRecord(planned) && isRecord(actual)) {
    const keys = Object.keys({ ...planned, ...actual });
    return firstDefined(keys, (key) =>
      Object.hasOwn(planned, key) && Object.hasOwn(actual, key)
        ? deviation(type.element, planned[key], actual[key], [...path, key])
        : [...path, key],
    );
  }
  if (type.kind === "object" && isRecord(planned) && isRecord(actual)) {
    return firstDefined(Object.entries(type.fields), ([name, field]) =>
      deviation(field, planned[name], actual[name], [...path, name]),
    );
  }
  if (type.kind === "set" && isArray(planned) && isArray(actual) && !isFullyKnown(planned)) {
    // Unknown elements cannot be matched; the known ones must exist.
    const present = new Set(actual.map((element) => fingerprint(type.element, element)));
    const known = planned.filter((element) => isFullyKnown(element));
    return known.every((element) => present.has(fingerprint(type.element, element))) ? undefined : path;
  }
  return sameValue(type, planned, actual) ? undefined : path;
}

function firstDefined<T, R>(items: readonly T[], find: (item: T, index: number) => R | undefined): R | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function defaultOf(name: string, attribute: Attribute): Value {
  return coerce(attribute.type, attribute.defaultValue, [name], nativeNumber);
}

/** The blocks of a configuration, and attributes with these values. */
function withAttributes(
  schema: Schema,
  config: ObjectValue,
  valueOf: (name: string, attribute: Attribute) => Value,
): ObjectValue {
  const attributes = Object.entries(schema.attributes).map(([name, it]): [string, Value] => [name, valueOf(name, it)]);
  const blocks = Object.keys(schema.blocks ?? {}).map((name): [string, Value] => [
    name,
    coerceMember(schema, name, config[name], nativeNumber),
  ]);
  return Object.fromEntries([...attributes, ...blocks]);
}
