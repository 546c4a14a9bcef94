/**
 * For how many missing names of a plan similar ones are searched: each is compared with all workspaces of the
 * organization, and thousands of missing names have a common cause.
 */
const MAX_SUGGESTIONS = 10;

/** Counts the missing names for which similar ones were searched, in this process. */
export class SoughtSuggestions {
  #count = 0;

  /** Whether to search similar ones for more names, which are then counted. */
  add({ length }: readonly string[]): boolean {
    const isWanted = this.#count < MAX_SUGGESTIONS;
    this.#count += length;
    return isWanted;
  }
}
