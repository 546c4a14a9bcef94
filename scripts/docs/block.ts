/** A part of a document that is made from the code, so that the two cannot part. */
export interface Block {
  /** What its markers say: `<!-- generated: NAME -->` … `<!-- end -->`. */
  readonly name: string;
  /** Relative to docs/. */
  readonly document: string;
  /** Gives the same text for the same code: no clock, no path of a machine, nothing from outside the repository. */
  readonly markdown: () => string;
}

/** A markdown table; prettier aligns it later. A line break in a cell becomes `<br>`, a `|` does not end it. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", "<br>")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}
