import { sanitize } from "../../sanitize";

export { sanitize, sanitizeJson } from "../../sanitize";

/** A sanitized text in quotation marks; `(none)` for null, `(not reported)` for undefined. */
export function quoteSanitized(value: string | null | undefined): string {
  if (value === undefined) return "(not reported)";
  return value === null ? "(none)" : `"${sanitize(value)}"`;
}
