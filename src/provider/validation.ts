import { ConfigValues, validateConfig as problemsIn, type AttributeProblem, type Definition } from "../model";
import { DiagnosticError, Diagnostics, isKnown } from "../plugin";

/**
 * Adds an error for each rule that the configuration breaks, but for those of ids: where tests stand in for a provider
 * (`mock_provider` of `terraform test`), Terraform still has configurations validated here, with ids that it generated. See {@link validateIds}.
 */
export function validateConfig(definition: Definition, config: object, diagnostics: Diagnostics): void {
  addErrors(definition, config, diagnostics, ({ isIdFormat: isAboutId }) => isAboutId !== true);
}

/**
 * Checks what {@link validateConfig} leaves out. Belongs where the service is about to be asked, which Terraform does not do for a mocked provider.
 *
 * @throws DiagnosticError when something that should be an id is none.
 */
export function validateIds(definition: Definition, config: object): void {
  const found = new Diagnostics();
  addErrors(definition, config, found, ({ isIdFormat: isAboutId }) => isAboutId === true);
  if (found.hasErrors) throw new DiagnosticError(found.entries);
}

function addErrors(
  definition: Definition,
  config: object,
  diagnostics: Diagnostics,
  isSelected: (problem: AttributeProblem) => boolean,
): void {
  const given = new ConfigValues((attribute) => knownValue(Reflect.get(config, attribute)));
  for (const { attribute, index, summary, message } of problemsIn(definition, given).filter(isSelected)) {
    diagnostics.error(summary, message, index === undefined ? [attribute] : [attribute, index]);
  }
}

/** A value as the rules take it: undefined for what is unknown, and numbers of one kind. */
function knownValue(value: unknown): unknown {
  if (!isKnown(value)) return undefined;
  if (typeof value === "bigint") return Number(value);
  return Array.isArray(value) ? value.map(knownValue) : value;
}
