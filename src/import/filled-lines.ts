/**
 * Lines of words, each with as many as fit into the width.
 *
 * @param words - They are not broken, and can contain spaces.
 * @param indent - The indentation of all lines but the first.
 */
export function filledLines(words: readonly string[], width: number, indent = ""): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined) lines.push(word);
    else if (line.length + 1 + word.length > width) lines.push(indent + word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
