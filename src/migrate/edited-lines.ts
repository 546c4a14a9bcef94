import { groupBy } from "../lists";
import type { Edit, ManualEdit } from "./edits";

/* The lines that a migration names: those of the files as they are once its edits are made, if it makes them. */

/**
 * Edits that were made, with the lines where the files have them now.
 *
 * @param edits - Sorted, and without overlap.
 */
export function editsMade(edits: readonly Edit[]): readonly Edit[] {
  const grown = new Map<string, number>();
  return edits.map((edit) => {
    const before = grown.get(edit.file) ?? 0;
    grown.set(edit.file, before + edit.growth);
    return { ...edit, line: edit.line + before };
  });
}

/**
 * Distinct manual edits whose sentences have the lines.
 *
 * @param made - The edits that are made before. Without overlap.
 */
export function manualSentences(manual: readonly ManualEdit[], made: readonly Edit[]): readonly ManualEdit[] {
  const byFile = groupBy(made, ({ file }) => file);
  const sentences = manual.map(({ at, ...it }) => {
    if (at === undefined) return it;
    const edits = byFile.get(it.where) ?? [];
    const growthBefore = (offset: number): number =>
      edits.reduce((sum, { end, growth }) => (end <= offset ? sum + growth : sum), 0);
    const lines = at.offsets.map((offset) => at.lineAt(offset) + growthBefore(offset));
    return { ...it, what: `In ${linesOf(lines)}, ${it.what}` };
  });
  return [...new Map(sentences.map((it) => [`${it.where} ${it.what}`, it])).values()];
}

/** How many lines a sentence names. A search finds the others. */
const LINES_SHOWN = 20;

/** `line 3`, `lines 3, 5`, `lines 3, 5, … and 7 more` */
function linesOf(lines: readonly number[]): string {
  const distinct = [...new Set(lines)].sort((a, b) => a - b);
  const shown = distinct.slice(0, LINES_SHOWN).join(", ");
  const rest = distinct.length - LINES_SHOWN;
  return `line${distinct.length === 1 ? "" : "s"} ${shown}${rest > 0 ? `, … and ${rest} more` : ""}`;
}
