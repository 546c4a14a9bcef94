import { sanitize } from "../../sanitize";

export { sanitize, sanitizeJson, sanitizeLines } from "../../sanitize";

/** As {@link sanitize}, in quotation marks; `(none)` for null. For values that may be empty or hold spaces. */
export function quote(value: string | null): string {
  return value === null ? "(none)" : `"${sanitize(value)}"`;
}
