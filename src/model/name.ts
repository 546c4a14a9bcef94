/**
 * Names of projects and workspaces are unique in an organization without regard to case: what two names have in common
 * when the service takes them for one.
 */
export function nameKey(name: string): string {
  return name.toLowerCase();
}

/** Whether the service would take both for the same name. */
export function sameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}
