/** The service's rule; whoever reads a name from outside and shows it relies on it. */
export function isOrganizationName(name: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(name);
}
