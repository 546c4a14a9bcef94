export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** An object that is read by its keys: a map, or an object with fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
