import { harmless } from "../../harmless";

export { harmless, harmlessJson, harmlessLines } from "../../harmless";

/** As {@link harmless}, in quotation marks; `(none)` for null. For values that may be empty or hold spaces. */
export function quoted(value: string | null): string {
  return value === null ? "(none)" : `"${harmless(value)}"`;
}
