import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { ConfigValues, mustBeOneOf, validateConfig } from "../../model";
import type { Definition } from "../../model";
import { camelCase } from "../../schema";
import { literal } from "./literal";

/*
 * Checks of single constructs: the problems, as sentences that begin with the attribute's name in code. cdktf puts the construct's path
 * before them. What is not given, or not known yet, has no problems.
 */

/** Has what was given to the construct checked whenever the app is validated. */
export function validateInputs(construct: IConstruct, definition: Definition): void {
  construct.node.addValidation({ validate: () => attributeErrors(construct, definition) });
}

/** All that the rules of a resource, a data source or the provider find wrong with what was given to a construct of it. */
function attributeErrors(construct: object, definition: Definition): string[] {
  const given = new ConfigValues(
    (attribute) => known(Reflect.get(construct, `${camelCase(attribute)}Input`)),
    camelCase,
  );
  return validateConfig(definition, given).map(({ attribute, message }) => `${camelCase(attribute)}: ${message}`);
}

/** What is known of a value now: null where nothing was given, undefined for what only Terraform knows. */
function known(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return literal(value);
  if (Token.isUnresolved(value)) return undefined;
  return Array.isArray(value) ? value.map(known) : value;
}

export function validateOneOf(name: string, value: string | undefined, allowed: readonly string[]): string[] {
  const text = literal(value);
  if (text === undefined || allowed.includes(text)) return [];
  return [`${name}: ${mustBeOneOf(`\`${name}\``, text, allowed)}`];
}
