import type { Colors } from "picocolors/types";
import { sanitize } from "../../sanitize";
import { wrapText } from "./wrap";

type ListedStatus = "passed" | "warning" | "failed" | "skipped";

/** Marks for terminals that support Unicode, and for others. The marks of each kind have the same width. */
const MARKS = {
  symbols: { passed: "✓", warning: "!", failed: "✗", skipped: "-" },
  words: { passed: "[ok]  ", warning: "[warn]", failed: "[FAIL]", skipped: "[skip]" },
} as const satisfies Readonly<Record<string, Readonly<Record<ListedStatus, string>>>>;

export interface CheckListOptions {
  readonly colors: Colors;
  readonly marks: keyof typeof MARKS;
  /** The width in columns; Infinity for lines of any length. */
  readonly width: number;
}

/** A check as terminals show it. Texts are not sanitized. */
interface ListedCheck {
  readonly label: string;
  readonly status: ListedStatus;
  readonly message: string;
  /** Further lines, shown dimly. */
  readonly details: readonly string[];
  /** Lines after these. */
  readonly next: readonly string[];
}

/** The lines of a check: a mark, its label and message; what follows is indented. Pure. */
export function listedCheck(check: ListedCheck, { colors, marks, width }: CheckListOptions): readonly string[] {
  const { label, status, message, details, next } = check;
  const mark = MARKS[marks][status];
  const indent = mark.length + 1;
  const below = (text: string): readonly string[] => wrapText(" ".repeat(indent) + sanitize(text), width, indent);
  // Wrap before adding colors, which take no columns.
  const [first = "", ...more] = wrapText(`${mark} ${label}: ${sanitize(message)}`, width, indent);
  const rest = first.slice(mark.length + 1 + label.length);
  return [
    `${colors[COLORS[status]](mark)} ${status === "skipped" ? label : colors.bold(label)}${rest}`,
    ...more,
    ...details.flatMap(below).map((line) => colors.dim(line)),
    ...next.flatMap(below),
  ];
}

const COLORS = { passed: "green", warning: "yellow", failed: "red", skipped: "dim" } as const;
