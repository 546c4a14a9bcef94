import type { IConstruct } from "constructs";
import { ConfigValues, mustBeOneOf, unsupportedInBlocks, validateConfig } from "../../model";
import type { Definition } from "../../model";
import { FRAMEWORK } from "../base/framework";
import { camelCase, formatPath, renamePath, withTerraformNames } from "../../schema";
import { isToken, knownValue, textsWithLostNumbers } from "./literal";
import { mistakenReferences } from "./references";

/*
 * Validation of single constructs. Messages start with the name of the attribute; cdktf adds the path of the construct.
 * Values that are unset, or known only to Terraform, are valid.
 */

/** Adds a validation of the attributes set on the construct. */
export function validateInputs(construct: IConstruct, definition: Definition): void {
  construct.node.addValidation({ validate: () => attributeErrors(construct, definition) });
}

function attributeErrors(construct: IConstruct, definition: Definition): string[] {
  const inputOf = (name: string): unknown => Reflect.get(construct, `${camelCase(name)}Input`);
  const names = Object.keys({ ...definition.attributes, ...definition.blocks });
  const known = Object.fromEntries(names.map((name) => [camelCase(name), knownValue(inputOf(name))]));
  const values = new ConfigValues((name) => withTerraformNames(definition, name, known[camelCase(name)]), camelCase);
  return [
    ...names.flatMap((name) => [
      ...(textsWithLostNumbers(inputOf(name)).length > 0 ? [`${camelCase(name)}: ${LOST_NUMBER}`] : []),
      ...(hasLostKey(inputOf(name)) ? [`${camelCase(name)}: ${LOST_KEY}`] : []),
    ]),
    ...unsupportedInBlocks(definition, known, camelCase).map(
      ({ attribute, detail }) => `${formatPath(attribute)}: ${detail}`,
    ),
    ...[...mistakenReferences(construct, definition, inputOf), ...validateConfig(definition, values)].map(
      ({ attribute, detail }) => `${formatPath(renamePath(definition, attribute, camelCase))}: ${detail}`,
    ),
  ];
}

const LOST_NUMBER =
  'A number that only Terraform knows is next to a digit or one of "-", "+", ".", "|" and "e" in a text, where ' +
  `${FRAMEWORK} does not find it, and writes another text. Wrap the number: \`lab-\${Token.asString(count.index)}\`.`;

/** The service has such tags, and so have Terraform and the engine, but the framework writes maps without them. */
function hasLostKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null || isToken(value)) return false;
  return Object.hasOwn(value, "__proto__") || (Array.isArray(value) ? value : Object.values(value)).some(hasLostKey);
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
