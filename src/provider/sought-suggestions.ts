import type { Project } from "../model";
import type { OrganizationView } from "../reconcile";

/**
 * Maximum number of missing names of a plan for which similar ones are searched. Each is compared with all workspaces
 * of the organization, and thousands of missing names have a common cause.
 */
const MAX_SUGGESTIONS = 10;

/** Counts the missing names for which similar ones were searched in this process. */
export class SoughtSuggestions {
  #count = 0;

  /** Whether to search similar ones for these names, which are then counted. */
  add({ length }: readonly string[]): boolean {
    const isWanted = this.#count < MAX_SUGGESTIONS;
    this.#count += length;
    return isWanted;
  }

  /** The names of projects to search for similar ones; none if enough were searched, or if they cannot be read. */
  async projectNames({ projects }: OrganizationView, missing: readonly string[]): Promise<readonly string[]> {
    if (missing.length === 0 || !this.add(missing)) return [];
    return (await projects.all().catch((): readonly Project[] => [])).map(({ name }) => name);
  }
}
