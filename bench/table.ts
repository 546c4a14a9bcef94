/** A table as text: the first column to the left, the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, head.map(() => ""), ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row, index) =>
      widths
        .map((width, column) => {
          if (index === 1) return "-".repeat(width);
          const cell = row[column] ?? "";
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function formatInteger(value: number | undefined): string {
  return value === undefined ? "" : Math.round(value).toLocaleString("en-US");
}
