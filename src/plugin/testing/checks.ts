import { isFullyKnown, isKnown, type Schema, type ValueType } from "../../schema";
import { fingerprint, sameValue } from "../value/fingerprint";
import { isArray, isRecord } from "../value/shape";
import type { ObjectValue } from "../value/value";

/*
 * What Terraform demands of a provider's answers. This SDK demands the same of handlers before it answers; here it is
 * judged a second time, from the outside, by the schema that the provider gave.
 */

/** What is wrong with a plan; empty when nothing is. */
export function planProblems(
  schema: Schema,
  { config, prior, planned }: { config: ObjectValue; prior: ObjectValue | null; planned: ObjectValue },
): readonly string[] {
  return Object.entries(schema.attributes).flatMap(([name, { type, mode }]) => {
    const [configured, before] = [config[name] ?? null, prior?.[name] ?? null];
    if (sameValue(type, planned[name], configured)) return [];
    const isComputed = mode === "computed" || mode === "optional-computed";
    if (configured === null) {
      return isComputed ? [] : [`.${name}: planned value for a non-computed attribute`];
    }
    if (before !== null && sameValue(type, planned[name], before)) return [];
    return [`.${name}: planned value does not match config value nor prior value`];
  });
}

/** Where `actual` is not what was planned; what was not known then may be anything now. */
export function deviations(schema: Schema, planned: ObjectValue, actual: ObjectValue): readonly string[] {
  return Object.entries(schema.attributes).flatMap(([name, { type }]) =>
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

/** Which element an unknown one became cannot be told: those that were known must be there, and no more than planned. */
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

/** Names of attributes that hold something unknown, which no stored object may. */
export function unknownAttributes(object: ObjectValue): readonly string[] {
  return Object.entries(object).flatMap(([name, value]) => (isFullyKnown(value) ? [] : [name]));
}
