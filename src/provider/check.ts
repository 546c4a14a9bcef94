import { Given, problemsIn, type AttributeProblem, type Definition } from "../model";
import { DiagnosticError, Diagnostics, isKnown } from "../plugin";

/**
 * Adds an error for each rule that the configuration breaks, but for those of ids: where tests stand in for a provider
 * (`mock_provider` of `terraform test`), Terraform still has configurations validated here, with ids that it generated. See {@link requireIds}.
 */
export function checkConfig(definition: Definition, config: object, diagnostics: Diagnostics): void {
  report(definition, config, diagnostics, ({ isAboutId }) => isAboutId !== true);
}

/**
 * Checks what {@link checkConfig} leaves out. Belongs where the service is about to be asked, which Terraform does not do for a mocked provider.
 *
 * @throws DiagnosticError when something that should be an id is none.
 */
export function requireIds(definition: Definition, config: object): void {
  const found = new Diagnostics();
  report(definition, config, found, ({ isAboutId }) => isAboutId === true);
  if (found.hasErrors) throw new DiagnosticError(found.entries);
}

function report(
  definition: Definition,
  config: object,
  diagnostics: Diagnostics,
  isMeant: (problem: AttributeProblem) => boolean,
): void {
  const given = new Given((attribute) => ruled(Reflect.get(config, attribute)));
  for (const { attribute, index, summary, message } of problemsIn(definition, given).filter(isMeant)) {
    diagnostics.error(summary, message, index === undefined ? [attribute] : [attribute, index]);
  }
}

/** A value as the rules take it: undefined for what is unknown, and numbers of one kind. */
function ruled(value: unknown): unknown {
  if (!isKnown(value)) return undefined;
  if (typeof value === "bigint") return Number(value);
  return Array.isArray(value) ? value.map(ruled) : value;
}
