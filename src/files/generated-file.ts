/** A file of the generated code. */
export interface GeneratedFile {
  /** Relative to the folder of the code, with `/`. */
  readonly path: string;
  readonly content: string;
}

/** A file with these lines. */
export function generatedFile(path: string, lines: readonly string[]): GeneratedFile {
  return { path, content: `${lines.join("\n")}\n` };
}

/** If the projects need more lines than this in one file, each gets a separate file. */
const MAX_LINES_IN_ONE_FILE = 300;

/** Whether sections, separated by blank lines, are too long for one file. */
export function isTooLong(sections: readonly (readonly string[])[]): boolean {
  return sections.reduce((sum, lines) => sum + lines.length + 1, 0) > MAX_LINES_IN_ONE_FILE;
}
