/** Maximum number of names that are shown of a list. */
export const MAX_LISTED = 10;
/** The same where every name matters, such as for workspaces that no attribute of a plan shows. */
export const MANY_LISTED = 200;

/** The names that {@link formatList} shows, sorted. */
export function firstOf(names: readonly string[], max = MAX_LISTED): readonly string[] {
  return [...names].sort((one, other) => one.localeCompare(other, "en")).slice(0, max);
}

/** The first lines of a list; the last line of a long list counts the others. */
export function firstLines(lines: readonly string[]): readonly string[] {
  if (lines.length <= MAX_LISTED) return lines;
  return [...lines.slice(0, MAX_LISTED), `… and ${lines.length - MAX_LISTED} more`];
}

/**
 * Names for a sentence, sorted; a long list is truncated and the rest counted.
 *
 * @param format - Applied to the names that are shown.
 * @param max - How many are shown. @default 10
 */
export function formatList(
  names: readonly string[],
  format: (name: string) => string = (name) => name,
  max = MAX_LISTED,
): string {
  const shown = firstOf(names, max).map(format).join(", ");
  return names.length > max ? `${shown} and ${names.length - max} more` : shown;
}

/** The texts of the first items, in their order; the others are counted. */
export function firstTexts<T>(items: readonly T[], max: number, text: (item: T) => string): string {
  const shown = items.slice(0, max).map(text).join(", ");
  return items.length > max ? `${shown} and ${items.length - max} more` : shown;
}

/** A text with its first letter as a capital, as sentences begin. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `in a and in b`, `in a, in b and in 9 more`. @param labels - At least two. */
export function eachWith(preposition: string, labels: readonly string[]): string {
  const more = labels.length - MAX_LISTED;
  const shown = more > 0 ? [...labels.slice(0, MAX_LISTED), `${more} more`] : labels;
  const all = shown.map((label) => `${preposition} ${label}`);
  return `${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""}`;
}

/** `one of the two`, `all but one of them` */
export function allButOne({ length }: readonly unknown[]): string {
  return length === 2 ? "one of the two" : "all but one of them";
}

/** `teams, variable sets or policy sets` */
export function alternatives(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
}

/** The invalid characters of a text, for a sentence; undefined if there are none. */
export function charactersBeside(invalid: RegExp, text: string): string | undefined {
  const found = [...new Set(text.match(invalid) ?? [])].map((character) => JSON.stringify(character));
  return found.length === 0 ? undefined : formatList(found);
}
