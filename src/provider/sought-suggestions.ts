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
}
