import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";

/** How many columns a text takes. Most are ASCII, where each character takes one. */
export function widthOf(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : stringWidth(text);
}

/**
 * Wraps text so that no line is wider than `width` columns. Words that are wider are broken.
 *
 * @param text - One sanitized line without colors.
 * @param indent - Indentation of all lines but the first, which begins with as many columns that are not wrapped.
 */
export function wrapText(text: string, width: number, indent = 0): readonly string[] {
  if (widthOf(text) <= width) return [text];
  const lines = wrapAnsi(text.slice(indent), width - indent, { hard: true }).split("\n");
  return lines.map((line, index) => (index === 0 ? text.slice(0, indent) : " ".repeat(indent)) + line);
}

/** Appends spaces up to a width in columns. */
export function padText(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}
