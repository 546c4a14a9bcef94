import { DiagnosticError, type Diagnostics } from "../diagnostics";
import { formatPath, isFullyKnown, isKnown, valueTypes, type Schema } from "../../schema";
import { coerceMember, coerceObject, ConversionError } from "../value/coerce";
import { nativeNumber } from "../value/numbers";
import type { ObjectValue, Value } from "../value/value";

/** A plan returned by a handler, with values of the schema's types, which may be unknown. @throws DiagnosticError */
export function parsePlan(typeName: string, handler: string, schema: Schema, returned: unknown): ObjectValue {
  try {
    return coerceObject(schema, returned, nativeNumber);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw providerBug(typeName, handler, error.path, error.message);
  }
}

/** A state returned by a handler, with known values of the schema's types. @throws DiagnosticError */
export function parseState(typeName: string, handler: string, schema: Schema, returned: unknown): ObjectValue {
  const state = parsePlan(typeName, handler, schema, returned);
  for (const [name, value] of Object.entries(state)) {
    if (!isFullyKnown(value)) throw providerBug(typeName, handler, [name], "a state cannot contain unknown values");
  }
  return state;
}

/**
 * The storable part of a state returned by a handler that changed an object: if one bad attribute made the whole state
 * fail, Terraform would lose track of the object. A bad attribute or block becomes null or empty, with an error; so
 * does an unknown one, but without an error if the handler has already reported errors.
 */
export function salvageState(
  typeName: string,
  handler: string,
  schema: Schema,
  returned: Readonly<Record<string, unknown>>,
  diagnostics: Diagnostics,
): ObjectValue {
  const hasFailed = diagnostics.hasErrors;
  const salvage = (name: string, value: unknown): Value => {
    try {
      const conforming = coerceMember(schema, name, value, nativeNumber);
      if (isFullyKnown(conforming)) return conforming;
      throw new ConversionError("a state cannot contain unknown values", [name]);
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      if (!hasFailed || isKnown(value))
        diagnostics.add(...providerBug(typeName, handler, error.path, error.message).diagnostics);
      return coerceMember(schema, name, null, nativeNumber);
    }
  };
  return Object.fromEntries(Object.keys(valueTypes(schema)).map((name) => [name, salvage(name, returned[name])]));
}

/** An error in the provider's code, not in the configuration, with the details that its developers need. */
export function providerBug(
  typeName: string,
  handler: string,
  path: readonly (string | number)[],
  what: string,
): DiagnosticError {
  const where = path.length === 0 ? typeName : `${typeName}.${formatPath(path)}`;
  return DiagnosticError.of(
    `Provider bug: ${where}`,
    `"${handler}" of ${typeName} returned an invalid value for ${formatPath(path) || "the object"}: ${what}. ` +
      "This is a bug in the provider. Report it to the provider developers.",
    path,
  );
}
