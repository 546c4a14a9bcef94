/**
 * A value that is known only after apply, because it depends on something that has yet to be created. Occurs in plans
 * and configurations, never in a state.
 */
export const UNKNOWN: unique symbol = Symbol("unknown until apply");
export type Unknown = typeof UNKNOWN;

/** Whether the value as a whole is known. A known list may contain unknown elements: see {@link isFullyKnown}. */
export function isKnown<T>(value: T): value is Exclude<T, Unknown> {
  return value !== UNKNOWN;
}

/** Whether the value and everything in it is known. */
export function isFullyKnown(value: unknown): boolean {
  if (value === UNKNOWN) return false;
  if (Array.isArray(value)) return value.every(isFullyKnown);
  if (typeof value === "object" && value !== null) return Object.values(value).every(isFullyKnown);
  return true;
}
