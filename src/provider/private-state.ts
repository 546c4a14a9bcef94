/** A member of a JSON value; undefined for what has none, as where Terraform passes no private state. */
export function memberOf(value: unknown, key: string | number): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/** The IDs in a list of private state; empty for any other value. */
export function idsIn(privateState: unknown): ReadonlySet<string> {
  return new Set(Array.isArray(privateState) ? privateState.filter((id) => typeof id === "string") : []);
}
