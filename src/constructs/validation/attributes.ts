import type { IConstruct } from "constructs";
import { ConfigValues, mustBeOneOf, validateConfig } from "../../model";
import type { Definition } from "../../model";
import { FRAMEWORK } from "../base/framework";
import { camelCase, formatPath, renamePath } from "../../schema";
import { knownValue, textsWithLostNumbers } from "./literal";

/*
 * Validation of single constructs. Messages start with the name of the attribute; cdktf adds the path of the construct.
 * Values that are unset, or known only to Terraform, are valid.
 */

/** Adds a validation of the attributes set on the construct. */
export function validateInputs(construct: IConstruct, definition: Definition): void {
  construct.node.addValidation({ validate: () => attributeErrors(construct, definition) });
}

function attributeErrors(construct: object, definition: Definition): string[] {
  const inputOf = (attribute: string): unknown => Reflect.get(construct, `${camelCase(attribute)}Input`);
  const values = new ConfigValues((attribute) => knownValue(inputOf(attribute)), camelCase);
  return [
    ...Object.keys(definition.attributes).flatMap((attribute) => [
      ...(textsWithLostNumbers(inputOf(attribute)).length > 0 ? [`${camelCase(attribute)}: ${LOST_NUMBER}`] : []),
      ...(hasLostKey(inputOf(attribute)) ? [`${camelCase(attribute)}: ${LOST_KEY}`] : []),
    ]),
    ...validateConfig(definition, values).map(
      ({ path, message }) => `${formatPath(renamePath(definition, path, camelCase))}: ${message}`,
    ),
  ];
}

const LOST_NUMBER =
  'A number that only Terraform knows is next to a digit or one of "-", "+", ".", "|" and "e" in a text, where ' +
  `${FRAMEWORK} does not find it, and writes another text. Wrap the number: \`lab-\${Token.asString(count.index)}\`.`;

/** The service has such tags, and so have Terraform and the engine, but the framework writes maps without them. */
function hasLostKey(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__");
}

const LOST_KEY =
  `The key "__proto__" is valid, but ${FRAMEWORK} does not write it. Leave it out, or define this in Terraform JSON ` +
  "or HCL.";

/** Errors for a value that decides at synth what is written, and therefore has to be known then. */
export function validateOneOf(name: string, value: string, allowed: readonly string[]): string[] {
  if (allowed.includes(value)) return [];
  const isKnown = typeof knownValue(value) === "string";
  const message = isKnown ? mustBeOneOf(`\`${name}\``, value, allowed) : decidesAtSynth(name, allowed);
  return [`${name}: ${message}`];
}

function decidesAtSynth(name: string, allowed: readonly string[]): string {
  const choices = allowed.map((choice) => JSON.stringify(choice)).join(", ");
  return `\`${name}\` must be known at synth, not only to Terraform: one of ${choices}.`;
}
