/** A member of private state; undefined if Terraform passes no private state. */
export function memberOf(privateState: unknown, name: string): unknown {
  return typeof privateState === "object" && privateState !== null ? Reflect.get(privateState, name) : undefined;
}

/** The IDs in a list of private state; empty for any other value. */
export function idsIn(privateState: unknown): ReadonlySet<string> {
  return new Set(Array.isArray(privateState) ? privateState.filter((id) => typeof id === "string") : []);
}
