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
