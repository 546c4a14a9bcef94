import {
  ConfigValues,
  validateConfig as validateDefinition,
  type AttributeDiagnostic,
  type Definition,
} from "../model";
import { ownMember } from "../own-member";
import {
  DiagnosticError,
  Diagnostics,
  formatPath,
  isKnown,
  type AttributePath,
  type Block,
  type Context,
} from "../plugin";

/**
 * Adds an error for each rule that a configuration violates. IDs are left to {@link validateIds}, because
 * `mock_provider` of `terraform test` generates IDs in another format, and validates configurations with them.
 */
export function validatorOf(definition: Definition): (config: object, context: Context) => void {
  return (config, { diagnostics }) =>
    addErrors(definition, config, diagnostics, ({ data }) => data.isIdFormat !== true);
}

/**
 * Checks the format of IDs. Call this before reading from the service, which never happens with a mocked provider.
 *
 * @throws DiagnosticError
 */
export function validateIds(definition: Definition, config: object): void {
  const diagnostics = new Diagnostics();
  addErrors(definition, config, diagnostics, ({ data }) => data.isIdFormat === true);
  if (diagnostics.hasErrors) throw new DiagnosticError(diagnostics.entries);
}

function addErrors(
  definition: Definition,
  config: object,
  diagnostics: Diagnostics,
  isSelected: (problem: AttributeDiagnostic) => boolean,
): void {
  const values = new ConfigValues((attribute) => knownValue(Reflect.get(config, attribute)));
  for (const { attribute: path, summary, detail } of validateDefinition(definition, values).filter(isSelected)) {
    diagnostics.error(summary, isInBlock(definition, path) ? `${formatPath(path)}: ${detail}` : detail, path);
  }
}

/**
 * Whether it is an attribute in one of several blocks in order. Terraform cannot show which, if the block is `dynamic`.
 * Of blocks in a set, it never can, so that the plugin names the attribute.
 */
function isInBlock({ blocks = {} }: Definition, [type = "", , ...rest]: AttributePath): boolean {
  return ownMember<Block>(blocks, String(type))?.nesting === "list" && rest.length > 0;
}

/** Converts a value for the rules: unknown values to undefined, and numbers to `number`. */
function knownValue(value: unknown): unknown {
  if (!isKnown(value)) return undefined;
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(knownValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, knownValue(member)]));
}
