/** A text as one word of a POSIX shell, in single quotes. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A text as one word of a POSIX shell, quoted only if needed. */
export function shellWord(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : shellQuote(text);
}
