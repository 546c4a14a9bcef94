/**
 * The key of a name of a project or workspace: names are unique in an organization and case-insensitive, so two names
 * with the same key are the same name.
 */
export function nameKey(name: string): string {
  return name.toLowerCase();
}

/** Whether the service considers both names the same. */
export function sameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}
