import { countWhile, type HclBlock, type HclBody, type HclComment } from "../terraform/hcl-scanner";
import { codeOf, type ConfigurationFile, type Piece, type Range } from "./code";
import type { NewBlock } from "./files";

/** A change of the code: a block to add in a file of its own, an edit, or something to do by hand. */
export type Change = NewBlock | Edit | ManualEdit;

/** A change of a file that the user has, by offsets in its text. */
export interface Edit {
  /** Relative to the folder of the root module. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** What is there from now on. */
  readonly text: string;
  /** The change in words: `rename tfe_project.platform to tfprojects_project.platform`. */
  readonly what: string;
  /** Undefined where the change speaks for itself. */
  readonly why?: string | undefined;
  /**
   * The file that gets what is removed here, and is written before this one: what is in neither would be lost.
   *
   * @default - what is removed goes nowhere
   */
  readonly movedTo?: string | undefined;
}

/** Something to change that this command cannot change. */
export interface ManualEdit {
  /** A file or an address. */
  readonly where: string;
  /** A sentence. */
  readonly what: string;
  /**
   * What a plan does until it is done: it fails, or it shows changes that are not announced.
   *
   * @default neither
   */
  readonly otherwise?: "fails" | "changes" | undefined;
}

type Description = Pick<Edit, "what" | "why" | "movedTo">;

export function replace(file: ConfigurationFile, { start, end }: Range, text: string, change: Description): Edit {
  return { file: file.path, line: file.lineAt(start), start, end, text, ...change };
}

/** Deletes an argument or a block with its line, if nothing else is there. */
export function remove(file: ConfigurationFile, { start, end }: Range, change: Description): Edit {
  const { text } = file;
  const lineStart = lineStartOf(text, start);
  const isFirst = text.slice(lineStart, start).trim() === "";
  const [rest = ""] = /^[ \t]*(?:(?:#|\/\/)[^\n]*)?(?:\r?\n|$)/.exec(text.slice(end)) ?? [];
  if (!isFirst || rest === "") return replace(file, { start, end }, "", change);
  // An empty line on both sides would be left of a block.
  const isBehindBlank = /\n\r?\n$/.test(text.slice(Math.max(0, lineStart - 3), lineStart));
  const [blank = ""] = isBehindBlank ? (/^\r?\n/.exec(text.slice(end + rest.length)) ?? []) : [];
  const deleted = { start: lineStart, end: end + rest.length + blank.length };
  return { ...replace(file, deleted, "", change), line: file.lineAt(start) };
}

/**
 * Adds lines at the end of a block's body. They are indented as the others.
 *
 * @param lines - Indented by two spaces for each level.
 */
export function append(file: ConfigurationFile, block: HclBlock, lines: readonly string[], change: Description): Edit {
  const { text } = file;
  const outer = indentAt(text, block.start);
  const unit = unitOf(file, block);
  const isOneLine = !text.slice(block.bodyStart, block.bodyEnd).includes("\n");
  const [first] = childrenOf(block);
  const inner = first === undefined || isOneLine ? outer + unit : indentAt(text, first.start);
  const added = lines.map((line) =>
    line === "" ? "" : inner + line.replace(/^(?: {2})+/, (spaces) => unit.repeat(spaces.length / 2)),
  );
  if (isOneLine) {
    const before = text.slice(block.bodyStart, block.bodyEnd).trim();
    const body = [...(before === "" ? [] : [inner + before]), ...added];
    return replace(file, { start: block.bodyStart, end: block.bodyEnd }, `\n${body.join("\n")}\n${outer}`, change);
  }
  // Before the line of the closing brace, and before comments in it.
  let at = lineStartOf(text, block.bodyEnd);
  for (let around = commentAround(file, at); around !== undefined; around = commentAround(file, at)) {
    at = lineStartOf(text, around.start);
  }
  return replace(file, { start: at, end: at }, `${added.join("\n")}\n`, change);
}

/**
 * Adds an item at the beginning of a list that is written as one; undefined for another expression. No comment says
 * more or less than before.
 */
export function prepend(piece: Piece, item: string, change: Description): Edit | undefined {
  const { file, start, end } = piece;
  const code = codeOf(piece);
  if (!code.startsWith("[") || !code.endsWith("]")) return undefined;
  const { text } = file;
  const first = start + 1 + code.slice(1).search(/\S/);
  const insert = (at: number, inserted: string): Edit => replace(file, { start: at, end: at }, inserted, change);
  if (first < end - 1) {
    const indent = text.slice(lineStartOf(text, first), first);
    return insert(first, /^[ \t]*$/.test(indent) ? `${item},\n${indent}` : `${item}, `);
  }
  const opened = start + 1;
  if (/^[ \t]*\r?\n/.test(text.slice(opened, end))) {
    return insert(opened, `\n${indentAt(text, start)}${unitOf(file)}${item},`);
  }
  return insert(opened, text.charAt(opened) === "]" ? item : `${item} `);
}

/**
 * The edits that are left, each once and in the order of their places: those inside of a text that another one removes
 * are gone with it.
 */
export function withoutOverlap(edits: readonly Edit[]): readonly Edit[] {
  const unique = [
    ...new Map(edits.map((edit) => [`${edit.file} ${edit.start} ${edit.end} ${edit.text}`, edit])).values(),
  ].sort(compareEdits);
  /** Of those before, the one that ends last, and the longest of these. */
  let outer: Edit | undefined;
  return unique.filter((edit) => {
    if (outer?.file !== edit.file) outer = undefined;
    if (outer !== undefined && isInside(edit, outer)) return false;
    if (outer === undefined || edit.end > outer.end) outer = edit;
    return true;
  });
}

/** Text that is only added comes before what is replaced at its place, and longer texts before those inside of them. */
function compareEdits(a: Edit, b: Edit): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.start - b.start || Number(b.start === b.end) - Number(a.start === a.end) || b.end - a.end;
}

/** Text that is only added is not inside where it is at an end. */
function isInside(edit: Edit, other: Edit): boolean {
  if (other.end - other.start <= edit.end - edit.start) return false;
  return edit.start === edit.end
    ? other.start < edit.start && edit.end < other.end
    : other.start <= edit.start && edit.end <= other.end;
}

/** The text with these edits, which do not overlap. Lines that are added end as the line before them. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: inserted } of [...edits].sort(compareEdits)) {
    const lines = inserted.includes("\n") ? inserted.replaceAll(/\r?\n/g, lineEndAt(text, start)) : inserted;
    parts.push(text.slice(at, start), lines);
    at = end;
  }
  return [...parts, text.slice(at)].join("");
}

function commentAround({ comments }: ConfigurationFile, offset: number): HclComment | undefined {
  const last = comments[countWhile(comments, ({ start }) => start < offset) - 1];
  return last !== undefined && offset < last.end ? last : undefined;
}

/** Arguments and blocks in their order. */
function childrenOf({ attributes, blocks }: HclBody): readonly Range[] {
  return [...attributes, ...blocks].sort((a, b) => a.start - b.start);
}

/** By what a level is indented: in this block, or else in the first of the file that shows it. */
function unitOf(file: ConfigurationFile, block?: HclBlock): string {
  for (const outer of [...(block === undefined ? [] : [block]), ...file.blocks]) {
    const [first] = childrenOf(outer);
    if (first === undefined || file.lineAt(first.start) === file.lineAt(outer.start)) continue;
    const [around, inside] = [indentAt(file.text, outer.start), indentAt(file.text, first.start)];
    if (inside.length > around.length && inside.startsWith(around)) return inside.slice(around.length);
  }
  return "  ";
}

function lineStartOf(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** How the line before this place ends; in the first one, how this one does. */
function lineEndAt(text: string, offset: number): string {
  const before = offset === 0 ? -1 : text.lastIndexOf("\n", offset - 1);
  const at = before < 0 ? text.indexOf("\n", offset) : before;
  return at > 0 && text.charAt(at - 1) === "\r" ? "\r\n" : "\n";
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStartOf(text, offset), offset))?.[0] ?? "";
}
