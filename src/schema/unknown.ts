/**
 * A value that Terraform does not know yet: it comes from something that is still to be created. Only plans and
 * configurations hold it; a state never does.
 */
export const UNKNOWN: unique symbol = Symbol("unknown until apply");
export type Unknown = typeof UNKNOWN;

/** Whether the value is known now, as a whole. A known list may hold unknown elements: see {@link isFullyKnown}. */
export function isKnown<T>(value: T): value is Exclude<T, Unknown> {
  return value !== UNKNOWN;
}

/** Whether the value, and all that is inside it, is known. */
export function isFullyKnown(value: unknown): boolean {
  if (value === UNKNOWN) return false;
  if (Array.isArray(value)) return value.every(isFullyKnown);
  if (typeof value === "object" && value !== null) return Object.values(value).every(isFullyKnown);
  return true;
}
