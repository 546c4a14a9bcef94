import type { Colors } from "picocolors/types";
import { CHECKS, type Check, type CheckStatus } from "./check";
import { pluralize } from "../reconcile";
import { VERSION } from "../version";
import { sanitize } from "../sanitize";
import { wrapText } from "../engine/report/wrap";

/** Marks for terminals that support Unicode, and for others. The marks of each kind have the same width. */
const MARKS = {
  symbols: { passed: "✓", warning: "!", failed: "✗", skipped: "-" },
  words: { passed: "[ok]  ", warning: "[warn]", failed: "[FAIL]", skipped: "[skip]" },
} as const satisfies Readonly<Record<string, Readonly<Record<CheckStatus, string>>>>;

export interface DoctorOptions {
  readonly colors: Colors;
  readonly marks: keyof typeof MARKS;
  /** The width in columns; Infinity for lines of any length. */
  readonly width: number;
}

/** The checks for a terminal or a file, each followed by its details and the next step. Pure. */
export function doctorForTerminal(checks: readonly Check[], options: DoctorOptions): string {
  const lines = checks.flatMap((check) => checkLines(check, options));
  return [`tfprojects ${VERSION}`, "", ...lines, "", summaryOf(checks)].join("\n") + "\n";
}

function checkLines(check: Check, { colors, marks, width }: DoctorOptions): readonly string[] {
  const { name, status, details, next } = check;
  const mark = MARKS[marks][status];
  const indent = mark.length + 1;
  const below = (text: string): readonly string[] => wrapText(" ".repeat(indent) + sanitize(text), width, indent);
  // Wrap before adding colors, which take no columns.
  const [first = "", ...more] = wrapText(`${mark} ${CHECKS[name]}: ${sanitize(check.message)}`, width, indent);
  const label = status === "skipped" ? CHECKS[name] : colors.bold(CHECKS[name]);
  const rest = first.slice(mark.length + 1 + CHECKS[name].length);
  return [
    `${COLORS[status](colors)(mark)} ${label}${rest}`,
    ...more,
    ...details.flatMap(below).map((line) => colors.dim(line)),
    ...(next === undefined ? [] : below(`Next: ${next}`)),
  ];
}

const COLORS: Readonly<Record<CheckStatus, (colors: Colors) => (text: string) => string>> = {
  passed: (colors) => colors.green,
  warning: (colors) => colors.yellow,
  failed: (colors) => colors.red,
  skipped: (colors) => colors.dim,
};

function summaryOf(checks: readonly Check[]): string {
  const count = (status: CheckStatus): number => checks.filter((check) => check.status === status).length;
  const [problems, warnings] = [count("failed"), count("warning")];
  if (problems + warnings === 0) return "No problems found.";
  const parts = [
    ...(problems === 0 ? ["No problems"] : [pluralize(problems, "problem")]),
    ...(warnings === 0 ? [] : [pluralize(warnings, "warning")]),
  ];
  return `${parts.join(", ")}.`;
}
