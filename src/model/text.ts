/** Maximum number of names that are shown of a list. */
const MAX_LISTED = 10;

/** The names that {@link formatList} shows, sorted. */
export function firstOf(names: readonly string[]): readonly string[] {
  return [...names].sort((one, other) => one.localeCompare(other, "en")).slice(0, MAX_LISTED);
}

/**
 * Names for a sentence, sorted; a long list is truncated and the rest counted.
 *
 * @param format - Applied to the names that are shown.
 */
export function formatList(names: readonly string[], format: (name: string) => string = (name) => name): string {
  const shown = firstOf(names).map(format).join(", ");
  return names.length > MAX_LISTED ? `${shown} and ${names.length - MAX_LISTED} more` : shown;
}
