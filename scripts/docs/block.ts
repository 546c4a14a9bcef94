/** A part of a document that is generated from the code. */
export interface Block {
  /** The name in its markers: `<!-- generated: NAME -->` … `<!-- end -->`. */
  readonly name: string;
  /** Relative to docs/. */
  readonly document: string;
  /** Deterministic: depends only on the repository, not on time or the machine. */
  readonly markdown: () => string | Promise<string>;
}

/** A markdown table, not aligned. Escapes line breaks and `|` in cells. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", "<br>")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

/** The columns of prose and of commands. */
export const MAX_COLUMNS = 120;

/** Prose in lines of that length. */
export function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= MAX_COLUMNS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}
