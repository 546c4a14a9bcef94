/** Text from outside with no more than so many characters, and a mark of how many were left out: `Name is … (1,234 more characters)`. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Not between the halves of a surrogate pair.
  const end = /[\uD800-\uDBFF]$/.test(text.slice(0, limit)) ? limit - 1 : limit;
  const rest = text.length - end;
  return `${text.slice(0, end)}… (${rest.toLocaleString("en-US")} more ${rest === 1 ? "character" : "characters"})`;
}
