/** What stands for stdin in place of the path of a file. */
const STDIN = "-";

/** Whether a source is stdin rather than a file. */
export function isStdin(source: string): boolean {
  return source === STDIN;
}

/**
 * A source for people: the path, or `from stdin`.
 *
 * @param format - Applied to paths. @default none
 */
export function shownSource(source: string, format: (path: string) => string = (path) => path): string {
  return isStdin(source) ? "from stdin" : format(source);
}
