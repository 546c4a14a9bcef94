import { asObject, getString } from "../json";

/** The format of saved plans is this prefix, followed by its version. */
export const FORMAT_PREFIX = "tfprojects-plan-";

/** The format of a saved plan; undefined for other JSON. */
export function formatOf(content: unknown): string | undefined {
  const format = getString(asObject(content), "format");
  return format?.startsWith(FORMAT_PREFIX) === true ? format : undefined;
}
