import stringWidth from "string-width";

/**
 * Breaks text between words so that no line is wider than `width` columns; a word that is wider by itself is broken where it has to be.
 *
 * @param text - One line, without colours, made {@link harmless}.
 * @param hanging - Columns that all lines but the first are indented by.
 */
export function wrapped(text: string, width: number, hanging = 0): readonly string[] {
  if (stringWidth(text) <= width) return [text];
  const indent = " ".repeat(hanging);
  const lines: string[] = [];
  const [leading = ""] = /^ */.exec(text) ?? [];
  let line = leading;
  let isEmpty = true;
  const finish = (): void => {
    lines.push(line);
    line = indent;
    isEmpty = true;
  };
  for (const word of text.slice(leading.length).split(" ")) {
    if (!isEmpty && stringWidth(`${line} ${word}`) > width) finish();
    line = isEmpty ? line : `${line} `;
    isEmpty = false;
    let rest = word;
    while (stringWidth(line + rest) > width) {
      const head = fitting(rest, width - stringWidth(line));
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
export function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - stringWidth(text)));
}

/** The longest beginning that is at most so many columns wide, and at least one character. */
function fitting(text: string, columns: number): string {
  let head = "";
  for (const character of text) {
    if (head !== "" && stringWidth(head + character) > columns) break;
    head += character;
  }
  return head;
}
