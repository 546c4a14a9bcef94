/** Means stdin where a file path is expected. */
export const STDIN = "-";

/** Whether a source is stdin rather than a file. */
export function isStdin(source: string): boolean {
  return source === STDIN;
}

/**
 * A source as shown to users: the path, or `from stdin`.
 *
 * @param format - Applied to paths. @default none
 */
export function shownSource(source: string, format: (path: string) => string = (path) => path): string {
  return isStdin(source) ? "from stdin" : format(source);
}
