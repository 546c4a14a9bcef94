/** The provider's name in code; the types of its resources start with it. */
export const PROVIDER_TYPE = "tfprojects";

/**
 * The address of the provider. No registry exists at this host, so nothing can be downloaded under this name: the
 * executable is part of this package, and is installed from the stack's own folder.
 */
export const PROVIDER_SOURCE = "terraform.local/tfprojects/tfprojects";

/** Whether a type is one of this provider's. */
export function isOwn(type: unknown): boolean {
  return typeof type === "string" && type.startsWith(`${PROVIDER_TYPE}_`);
}
