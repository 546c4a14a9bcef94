import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { ConfigValues, mustBeOneOf, validateConfig } from "../../model";
import type { Definition } from "../../model";
import { camelCase } from "../../schema";
import { literal } from "./literal";

/*
 * Validation of single constructs. Messages start with the name of the attribute; cdktf adds the path of the construct.
 * Values that are unset, or known only to Terraform, are valid.
 */

/** Adds a validation of the attributes set on the construct. */
export function validateInputs(construct: IConstruct, definition: Definition): void {
  construct.node.addValidation({ validate: () => attributeErrors(construct, definition) });
}

function attributeErrors(construct: object, definition: Definition): string[] {
  const values = new ConfigValues(
    (attribute) => knownValue(Reflect.get(construct, `${camelCase(attribute)}Input`)),
    camelCase,
  );
  return validateConfig(definition, values).map(({ attribute, message }) => `${camelCase(attribute)}: ${message}`);
}

/** The value if it is known at synth; null if it is unset, undefined if only Terraform knows it. */
function knownValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return literal(value);
  if (Token.isUnresolved(value)) return undefined;
  if (Array.isArray(value)) return value.map(knownValue);
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, knownValue(member)]));
}

/** Errors for a literal value that is not allowed. */
export function validateOneOf(name: string, value: string | undefined, allowed: readonly string[]): string[] {
  const text = literal(value);
  if (text === undefined || allowed.includes(text)) return [];
  return [`${name}: ${mustBeOneOf(`\`${name}\``, text, allowed)}`];
}
