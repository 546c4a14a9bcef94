/** The service's rule, which also makes a name safe to print for a shell. */
export function isOrganizationName(name: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(name);
}
