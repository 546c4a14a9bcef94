import { formatPath } from "../../../src/schema";
import { ConfigValues, validateConfig, type AttributeDiagnostic, type Definition } from "../../../src/model";

/** The configured attributes: omitted if missing, unknown until apply if undefined. */
export type Given = Readonly<Record<string, unknown>>;

/** All problems of a configuration. */
export function problemsIn(definition: Definition, given: Given): readonly AttributeDiagnostic[] {
  return validateConfig(
    definition,
    new ConfigValues((attribute) => (Object.hasOwn(given, attribute) ? given[attribute] : null)),
  );
}

/** Where the problems of a configuration are, and their headlines: `names[1]: Invalid name`. */
export function headlines(definition: Definition, given: Given): readonly string[] {
  return problemsIn(definition, given).map(({ attribute, summary }) => `${formatPath(attribute)}: ${summary}`);
}
