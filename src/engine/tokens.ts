import { nameKey } from "../model";
import type { DesiredOrganization } from "./organization";

/**
 * The tokens in code, by {@link organizationKey}. They are beside what the code says, which plans and documents have.
 */
export type Tokens = ReadonlyMap<string, string>;

/** Identifies an organization of code: by its name, and where it is. */
export function organizationKey({ name, connection }: Pick<DesiredOrganization, "name" | "connection">): string {
  return JSON.stringify([nameKey(name), connection?.address ?? null, connection?.hostname ?? null]);
}
