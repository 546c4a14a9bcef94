import type { Diagnostics } from "../diagnostics";
import { DiagnosticError } from "../diagnostics";
import { isFullyKnown, isKnown, type Schema } from "../../schema";
import { coerce, coerceObject, ConversionError } from "../value/coerce";
import { nativeNumber } from "../value/numbers";
import type { ObjectValue, Value } from "../value/value";
import { formatPath } from "./diagnostic-messages";

/** What a handler returned as a plan: of the schema's types, unknown values allowed. @throws DiagnosticError */
export function parsePlan(typeName: string, handler: string, schema: Schema, returned: unknown): ObjectValue {
  try {
    return coerceObject(schema, returned, nativeNumber);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw providerBug(typeName, handler, error.path, error.message);
  }
}

/** What a handler returned as a state: of the schema's types, and fully known. @throws DiagnosticError */
export function parseState(typeName: string, handler: string, schema: Schema, returned: unknown): ObjectValue {
  const state = parsePlan(typeName, handler, schema, returned);
  for (const [name, value] of Object.entries(state)) {
    if (!isFullyKnown(value)) throw providerBug(typeName, handler, [name], "a state cannot hold unknown values");
  }
  return state;
}

/**
 * What a handler that changed something returned, as far as it can be stored: losing it all for one bad attribute would
 * make Terraform forget an object that exists. What is bad becomes null, with an error; without one where the handler
 * already reported errors, as half-done work has no value for everything.
 */
export function salvageState(
  typeName: string,
  handler: string,
  schema: Schema,
  returned: Readonly<Record<string, unknown>>,
  diagnostics: Diagnostics,
): ObjectValue {
  const excused = diagnostics.hasErrors;
  const salvage = (name: string, value: unknown): Value => {
    const attribute = schema.attributes[name];
    if (attribute === undefined) return null;
    try {
      const conforming = coerce(attribute.type, value, [name], nativeNumber);
      if (isFullyKnown(conforming)) return conforming;
      throw new ConversionError("a state cannot hold unknown values", [name]);
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      if (!excused || isKnown(value))
        diagnostics.add(...providerBug(typeName, handler, error.path, error.message).diagnostics);
      return null;
    }
  };
  return Object.fromEntries(Object.keys(schema.attributes).map((name) => [name, salvage(name, returned[name])]));
}

/** An error of the provider's code, not of the user's: names what the developers need to find it. */
export function providerBug(
  typeName: string,
  handler: string,
  path: readonly (string | number)[],
  what: string,
): DiagnosticError {
  const where = path.length === 0 ? typeName : `${typeName}.${formatPath(path)}`;
  return DiagnosticError.of(
    `Defect in the provider: ${where}`,
    `What "${handler}" of ${typeName} returned cannot be used, at ${formatPath(path) || "the whole object"}: ${what}. ` +
      "Please report this to the provider's developers.",
    path,
  );
}
