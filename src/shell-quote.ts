/** A text as one word of a POSIX shell, in single quotes. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
