import stringWidth from "string-width";

/**
 * Wraps text so that no line is wider than `width` columns. Words that are wider are broken.
 *
 * @param text - One sanitized line without colors.
 * @param indent - Indentation of all lines but the first.
 */
export function wrapText(text: string, width: number, indent = 0): readonly string[] {
  if (stringWidth(text) <= width) return [text];
  const indentation = " ".repeat(indent);
  const lines: string[] = [];
  const [leading = ""] = /^ */.exec(text) ?? [];
  let line = leading;
  let isEmpty = true;
  const finish = (): void => {
    lines.push(line);
    line = indentation;
    isEmpty = true;
  };
  for (const word of text.slice(leading.length).split(" ")) {
    if (!isEmpty && stringWidth(`${line} ${word}`) > width) finish();
    line = isEmpty ? line : `${line} `;
    isEmpty = false;
    let rest = word;
    while (stringWidth(line + rest) > width) {
      const head = longestPrefix(rest, width - stringWidth(line));
      line += head;
      rest = rest.slice(head.length);
      finish();
    }
    line += rest;
    isEmpty &&= rest === "";
  }
  lines.push(line);
  return lines;
}

/** Appends spaces up to a width in columns. */
export function padText(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - stringWidth(text)));
}

/** The longest prefix that is at most so many columns wide, but at least one character. */
function longestPrefix(text: string, columns: number): string {
  let head = "";
  for (const character of text) {
    if (head !== "" && stringWidth(head + character) > columns) break;
    head += character;
  }
  return head;
}
