import { readFileSync } from "node:fs";

/** The matching lines. @throws Error if there are none */
export function linesMatching(output: string, pattern: RegExp): readonly string[] {
  const lines = output.split("\n").filter((line) => pattern.test(line));
  if (lines.length === 0) throw new Error(`Expected ${String(pattern)} in:\n${output}`);
  return lines;
}

/** The drift in Terraform's output. */
export function driftOf(output: string): readonly string[] {
  const lines = output.split("\n");
  const start = lines.findIndex((line) => line.startsWith("  # "));
  const end = lines.findIndex((line, index) => index > start && line.startsWith("This is a refresh-only plan"));
  return [...lines.slice(start, end), ...messageOf(output, "Warning: ")].filter((line) => line.trim() !== "");
}

/** A message of Terraform, without the source snippet. */
export function messageOf(output: string, kind: string): readonly string[] {
  const lines = output.split("\n");
  const start = lines.findIndex((line) => line.includes(kind));
  const isExcerpt = (line: string): boolean => /^ +(with |on |\d+:|├|│)/.test(line);
  return start === -1 ? [] : lines.slice(start).filter((line) => line.trim() !== "" && !isExcerpt(line));
}

export function excerpt(file: string, first: RegExp, last: RegExp): string {
  const lines = readFileSync(file, "utf8").split("\n");
  const from = lines.findIndex((line) => first.test(line));
  const to = lines.findIndex((line, index) => index >= from && last.test(line));
  return lines.slice(from, to + 1).join("\n");
}
