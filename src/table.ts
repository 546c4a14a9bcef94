import Table from "cli-table3";
import type { Colors } from "picocolors/types";

/** Only spaces between columns. */
const BORDERLESS = Object.fromEntries(
  ["top", "bottom", "left", "right", "mid", "middle"].flatMap((edge) => [
    [edge, edge === "middle" ? "  " : ""],
    [`${edge}-mid`, ""],
    [`${edge}-left`, ""],
    [`${edge}-right`, ""],
    [`mid-mid`, ""],
  ]),
);

/**
 * A table without borders for a terminal. Columns are as wide as their cells. Pure.
 *
 * @param rows - Sanitized cells, which can have colors and several lines.
 * @param numbers - The headings of columns that are aligned at the right. @default none
 */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  colors: Colors,
  numbers: readonly string[] = [],
): string {
  const table = new Table({
    head: headings.map(colors.dim),
    colAligns: headings.map((it) => (numbers.includes(it) ? "right" : "left")),
    chars: BORDERLESS,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    wordWrap: true,
  });
  table.push(...rows.map((cells) => [...cells]));
  return table.toString().replace(/ +$/gm, "");
}
