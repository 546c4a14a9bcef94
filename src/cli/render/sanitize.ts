import { sanitize } from "../../sanitize";

export { sanitize, sanitizeJson, sanitizeLines } from "../../sanitize";

/** A sanitized text in quotation marks; `(none)` for null. */
export function quote(value: string | null): string {
  return value === null ? "(none)" : `"${sanitize(value)}"`;
}
