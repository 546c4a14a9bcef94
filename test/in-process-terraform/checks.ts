import {
  blockType,
  fingerprint,
  isArray,
  isFullyKnown,
  isKnown,
  isRecord,
  sameValue,
  valueTypes,
  type Schema,
  type ValueType,
} from "../../src/schema";
import type { ObjectValue } from "../../src/plugin/value/value";

/*
 * Terraform's checks of a provider's responses. The SDK checks the results of handlers in the same way; these check
 * again what arrives at Terraform, by the schema that the provider returned.
 */

/** The errors in a plan. */
export function planProblems(
  schema: Schema,
  { config, prior, planned }: { config: ObjectValue; prior: ObjectValue | null; planned: ObjectValue },
): readonly string[] {
  const attributes = Object.entries(schema.attributes).flatMap(([name, { type, mode }]) => {
    const [configured, before] = [config[name] ?? null, prior?.[name] ?? null];
    if (sameValue(type, planned[name], configured)) return [];
    const isComputed = mode === "computed" || mode === "optional-computed";
    if (configured === null) {
      return isComputed ? [] : [`.${name}: planned value for a non-computed attribute`];
    }
    if (before !== null && sameValue(type, planned[name], before)) return [];
    return [`.${name}: planned value does not match config value nor prior value`];
  });
  return [...attributes, ...blockProblems(schema, config, planned)];
}

/** In blocks, nothing is computed. */
function blockProblems({ blocks = {} }: Schema, config: ObjectValue, planned: ObjectValue): readonly string[] {
  return Object.entries(blocks).flatMap(([name, block]) =>
    sameValue(blockType(block), planned[name], config[name])
      ? []
      : [`.${name}: planned blocks do not match config blocks`],
  );
}

/** Where `actual` does not match the known values of the plan. */
export function deviations(schema: Schema, planned: ObjectValue, actual: ObjectValue): readonly string[] {
  return Object.entries(valueTypes(schema)).flatMap(([name, type]) =>
    deviationsOf(type, planned[name] ?? null, actual[name] ?? null, `.${name}`),
  );
}

function deviationsOf(type: ValueType, planned: unknown, actual: unknown, path: string): readonly string[] {
  if (!isKnown(planned)) return [];
  if (planned === null || actual === null) {
    if (planned === actual) return [];
    return [`${path}: was ${planned === null ? "absent, but now present" : "present, but now absent"}`];
  }
  if (!isKnown(actual)) return [`${path}: was known, but now unknown`];
  switch (type.kind) {
    case "nullable":
      return deviationsOf(type.of, planned, actual, path);
    case "list":
      if (!isArray(planned) || !isArray(actual)) break;
      if (planned.length !== actual.length)
        return [`${path}: new element count ${actual.length}, was ${planned.length}`];
      return planned.flatMap((part, index) => deviationsOf(type.element, part, actual[index], `${path}[${index}]`));
    case "map": {
      if (!isRecord(planned) || !isRecord(actual)) break;
      const added = Object.keys(actual).filter((key) => !Object.hasOwn(planned, key));
      return [
        ...added.map((key) => `${path}[${JSON.stringify(key)}]: new element has appeared`),
        ...Object.entries(planned).flatMap(([key, part]) =>
          Object.hasOwn(actual, key)
            ? deviationsOf(type.element, part, actual[key], `${path}[${JSON.stringify(key)}]`)
            : [`${path}[${JSON.stringify(key)}]: element has vanished`],
        ),
      ];
    }
    case "object":
      if (!isRecord(planned) || !isRecord(actual)) break;
      return Object.entries(type.fields).flatMap(([name, field]) =>
        deviationsOf(field, planned[name] ?? null, actual[name] ?? null, `${path}.${name}`),
      );
    case "set":
      if (!isArray(planned) || !isArray(actual) || isFullyKnown(planned)) break;
      return setDeviations(type.element, planned, actual, path);
    default:
  }
  return sameValue(type, planned, actual) ? [] : [`${path}: was one value, but now another`];
}

/** Unknown elements cannot be matched: the known ones must exist, and there must be no more than planned. */
function setDeviations(
  type: ValueType,
  planned: readonly unknown[],
  actual: readonly unknown[],
  path: string,
): readonly string[] {
  const present = new Set(actual.map((element) => fingerprint(type, element)));
  const vanished = planned.filter((element) => isFullyKnown(element) && !present.has(fingerprint(type, element)));
  if (vanished.length > 0) return [`${path}: ${vanished.length} planned set elements do not correlate`];
  return actual.length > planned.length ? [`${path}: length changed from ${planned.length} to ${actual.length}`] : [];
}

/** Names of attributes with unknown values, which a state must not contain. */
export function unknownAttributes(object: ObjectValue): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) => (isFullyKnown(value) ? [] : [name]));
}
