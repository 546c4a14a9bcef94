import stringWidth from "string-width";

/**
 * Breaks text between words so that no line is wider than `width` columns; a word that is wider by itself is broken where it has to be.
 *
 * @param text - One line, without colours, made {@link harmless}.
 * @param indent - Columns that all lines but the first are indented by.
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

/** Fills up with spaces to so many columns. */
export function padText(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - stringWidth(text)));
}

/** The longest beginning that is at most so many columns wide, and at least one character. */
function longestPrefix(text: string, columns: number): string {
  let head = "";
  for (const character of text) {
    if (head !== "" && stringWidth(head + character) > columns) break;
    head += character;
  }
  return head;
}
