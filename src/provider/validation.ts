import { ConfigValues, validateConfig as validateDefinition, type AttributeProblem, type Definition } from "../model";
import { DiagnosticError, Diagnostics, isKnown, type Context } from "../plugin";

/**
 * Adds an error for each rule that a configuration breaks, except for the format of IDs: `mock_provider` of
 * `terraform test` generates IDs and validates configurations that contain them. See {@link validateIds}.
 */
export function validatorOf(definition: Definition): (config: object, context: Context) => void {
  return (config, { diagnostics }) =>
    addErrors(definition, config, diagnostics, ({ isIdFormat }) => isIdFormat !== true);
}

/**
 * Checks the format of IDs. Call it where the service is read, which Terraform never does for a mocked provider.
 *
 * @throws DiagnosticError
 */
export function validateIds(definition: Definition, config: object): void {
  const diagnostics = new Diagnostics();
  addErrors(definition, config, diagnostics, ({ isIdFormat }) => isIdFormat === true);
  if (diagnostics.hasErrors) throw new DiagnosticError(diagnostics.entries);
}

function addErrors(
  definition: Definition,
  config: object,
  diagnostics: Diagnostics,
  isSelected: (problem: AttributeProblem) => boolean,
): void {
  const values = new ConfigValues((attribute) => knownValue(Reflect.get(config, attribute)));
  for (const { attribute, element, summary, message } of validateDefinition(definition, values).filter(isSelected)) {
    // Terraform sorts a set, and cannot show an element of one: the message names it.
    const isShown = element !== undefined && !isSet(definition, attribute);
    diagnostics.error(summary, message, isShown ? [attribute, element] : [attribute]);
  }
}

function isSet({ attributes }: Definition, attribute: string): boolean {
  return attributes[attribute]?.type.kind === "set";
}

/** A value as the rules expect it: undefined if it is unknown, and numbers as `number`. */
function knownValue(value: unknown): unknown {
  if (!isKnown(value)) return undefined;
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(knownValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, knownValue(member)]));
}
