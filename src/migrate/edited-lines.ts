import { groupBy } from "../reconcile";
import { countWhile } from "../terraform/hcl-file";
import type { Edit, ManualEdit } from "./edits";

/* The lines that a migration names: those of the files as they are once its edits are made, if it makes them. */

/**
 * Edits that were made, with the lines where the files have them now.
 *
 * @param edits - Sorted, and without overlap.
 */
export function editsMade(edits: readonly Edit[]): readonly Edit[] {
  return [...groupBy(edits, ({ file }) => file).values()].flatMap((own) => {
    let grown = 0;
    return own.map((edit) => {
      const line = edit.line + grown;
      grown += edit.growth;
      return { ...edit, line };
    });
  });
}

/**
 * Distinct manual edits whose sentences have the lines.
 *
 * @param made - The edits that are made before. Sorted, and without overlap.
 */
export function manualSentences(manual: readonly ManualEdit[], made: readonly Edit[]): readonly ManualEdit[] {
  const byFile = groupBy(made, ({ file }) => file);
  const sentences = manual.map(({ at, ...it }) => {
    if (at === undefined) return it;
    const lineAfter = linesAfter(byFile.get(it.where) ?? []);
    const lines = at.offsets.map((offset) => lineAfter(offset, at.lineAt(offset)));
    return { ...it, what: `In ${linesOf(lines)}, ${it.what}` };
  });
  return [...new Map(sentences.map((it) => [`${it.where} ${it.what}`, it])).values()];
}

/** Finds the line of a position after edits of its file; in replaced text, where that begins. */
function linesAfter(edits: readonly Edit[]): (offset: number, line: number) => number {
  const growths = [0];
  for (const { growth } of edits) growths.push((growths.at(-1) ?? 0) + growth);
  return (offset, line) => {
    const count = countWhile(edits, ({ end }) => end <= offset);
    const next = edits[count];
    const isReplaced = next !== undefined && next.start <= offset;
    return (isReplaced ? next.line : line) + (growths[count] ?? 0);
  };
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
