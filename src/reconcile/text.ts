/** "1 workspace", "3 workspaces". */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Names for a sentence, sorted; a long list is cut and its rest counted. */
export function formatList(names: readonly string[], limit = 10): string {
  const sorted = [...names].sort((one, other) => one.localeCompare(other, "en"));
  const shown = sorted.slice(0, limit).join(", ");
  return sorted.length > limit ? `${shown} and ${sorted.length - limit} more` : shown;
}

/** A name in double quotes, with control characters escaped. */
export function quote(name: string): string {
  return JSON.stringify(name);
}
