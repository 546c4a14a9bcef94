/** How many names of a list are shown. */
const MAX_LISTED = 10;

/**
 * Names for a sentence, sorted; a long list is cut and its rest counted.
 *
 * @param format - Applied to the names that are shown.
 */
export function formatList(names: readonly string[], format: (name: string) => string = (name) => name): string {
  const sorted = [...names].sort((one, other) => one.localeCompare(other, "en"));
  const shown = sorted.slice(0, MAX_LISTED).map(format).join(", ");
  return sorted.length > MAX_LISTED ? `${shown} and ${sorted.length - MAX_LISTED} more` : shown;
}
