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
