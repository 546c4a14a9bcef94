import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import { sanitize } from "../../sanitize";

/** How many columns a text takes. Most are ASCII, where each character takes one. */
export function widthOf(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : stringWidth(text);
}

/**
 * Wraps text so that no line is wider than `width` columns. Words that are wider are broken.
 *
 * @param text - One sanitized line without colors. Its own indentation is that of the first line, up to `indent`.
 * @param indent - Indentation of all further lines.
 */
export function wrapText(text: string, width: number, indent = 0): readonly string[] {
  if (widthOf(text) <= width) return [text];
  const own = text.normalize().trimStart();
  const ownIndent = Math.min(text.search(/\S|$/), indent);
  const [first = ""] = linesOf(own, width - ownIndent);
  const rest = own.slice(first.length).trimStart();
  const lines = rest === "" ? [] : linesOf(rest, width - indent);
  return [...safe(first, width, ownIndent, indent), ...lines.flatMap((line) => safe(line, width, indent, indent))];
}

function linesOf(text: string, width: number): readonly string[] {
  return wrapAnsi(text, width, { hard: true }).split("\n");
}

/** A line of text, indented. Where a word was broken, it may begin with a command for a CI system, which is escaped. */
function safe(line: string, width: number, ownIndent: number, indent: number): readonly string[] {
  const escaped = sanitize(line);
  const indented = " ".repeat(ownIndent) + escaped;
  return escaped === line ? [indented] : wrapText(indented, width, indent);
}

/** Appends spaces up to a width in columns. */
export function padText(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}
