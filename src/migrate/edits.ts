import type { HclBlock, HclFile } from "../terraform/hcl-file";
import type { ConfigurationFile, Range } from "./code";
import type { NewBlock } from "./files";

/** A change of the code: a block to add in a new file, an edit, or an edit to make by hand. */
export type Change = NewBlock | Edit | ManualEdit;

/** A change of a user's file, by offsets in its text. */
export interface Edit {
  /** Relative to the folder of the root module. */
  readonly file: string;
  /** Counted from 1: where the file has it before other edits; after all of them in what `editsMade` returns. */
  readonly line: number;
  /** The number of lines that the file grows by; negative if it shrinks. */
  readonly growth: number;
  readonly start: number;
  readonly end: number;
  /** The new text. */
  readonly text: string;
  /** Describes the change: `rename tfe_project.platform to tfprojects_project.platform`. */
  readonly what: string;
  /** The reason; undefined if it is obvious. */
  readonly why?: string | undefined;
}

/** A change that this command cannot make. */
export interface ManualEdit {
  /** A file or an address. */
  readonly where: string;
  /** A sentence, or what follows the lines in it. */
  readonly what: string;
  /** What it is about in the file. @default - no lines */
  readonly at?:
    | {
        readonly lineAt: HclFile["lineAt"];
        readonly offsets: readonly number[];
      }
    | undefined;
  /** Lines to write, ready to paste. @default - none */
  readonly lines?: readonly string[] | undefined;
  /** Whether nothing of what it is about is edited before. @default false */
  readonly isFirst?: boolean | undefined;
}

type Description = Pick<Edit, "what" | "why">;

export function replace(file: ConfigurationFile, { start, end }: Range, text: string, change: Description): Edit {
  const growth = text.split("\n").length - file.text.slice(start, end).split("\n").length;
  return { file: file.path, line: file.lineAt(start), growth, start, end, text, ...change };
}

/** Deletes an argument or a block, and its line if that has nothing else. */
export function remove(file: ConfigurationFile, { start, end }: Range, change: Description): Edit {
  const { text } = file;
  const lineStart = lineStartOf(text, start);
  const isFirst = text.slice(lineStart, start).trim() === "";
  const [rest = ""] = /^[ \t]*(?:(?:#|\/\/)[^\n]*)?(?:\r?\n|$)/.exec(text.slice(end)) ?? [];
  if (!isFirst || rest === "") return replace(file, { start, end }, "", change);
  // Deleting a block would otherwise leave two empty lines.
  const isBehindBlank = /\n\r?\n$/.test(text.slice(Math.max(0, lineStart - 3), lineStart));
  const [blank = ""] = isBehindBlank ? (/^\r?\n/.exec(text.slice(end + rest.length)) ?? []) : [];
  const deleted = { start: lineStart, end: end + rest.length + blank.length };
  return { ...replace(file, deleted, "", change), line: file.lineAt(start) };
}

/**
 * Adds lines at the end of a block's body. Their indentation is that of `terraform fmt`.
 *
 * @param lines - Indented by two spaces for each level.
 */
export function append(file: ConfigurationFile, block: HclBlock, lines: readonly string[], change: Description): Edit {
  const { bodyStart, bodyEnd } = block;
  const outer = indentAt(file.text, block.start);
  const inner = `${outer}  `;
  const body = file.text.slice(bodyStart, bodyEnd);
  const added = lines.map((line) => (line === "" ? "" : inner + line));
  if (!body.includes("\n")) {
    const all = [...(body.trim() === "" ? [] : [inner + body.trim()]), ...added];
    return replace(file, { start: bodyStart, end: bodyEnd }, `\n${all.join("\n")}\n${outer}`, change);
  }
  // Before the line of the brace, unless that begins with a comment, which may have begun in a line before.
  const at = lineStartOf(file.text, bodyEnd);
  if (file.text.slice(at, bodyEnd).trim() === "") {
    return replace(file, { start: at, end: at }, `${added.join("\n")}\n`, change);
  }
  return replace(file, { start: bodyEnd, end: bodyEnd }, `\n${added.join("\n")}\n${outer}`, change);
}

/** The distinct edits, sorted by position, without those inside of a text that another edit replaces. */
export function withoutOverlap(edits: readonly Edit[]): readonly Edit[] {
  const unique = new Map(edits.map((edit) => [`${edit.file} ${edit.start} ${edit.end} ${edit.text}`, edit]));
  let [file, end] = ["", 0];
  return [...unique.values()].sort(compareEdits).filter((edit) => {
    if (edit.file !== file) [file, end] = [edit.file, 0];
    // Edits are of whole blocks and arguments, so one that begins in another one is inside of it.
    if (edit.start < end) return false;
    ({ end } = edit);
    return true;
  });
}

/** Sorts insertions before replacements at the same position, and longer replacements before shorter ones. */
function compareEdits(a: Edit, b: Edit): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.start - b.start || Number(b.start === b.end) - Number(a.start === a.end) || b.end - a.end;
}

/** The text with these edits, which do not overlap. Added lines get the line ending of the line before them. */
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

function lineStartOf(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** The line ending of the line before this position; in the first line, that of this line. */
function lineEndAt(text: string, offset: number): string {
  const before = offset === 0 ? -1 : text.lastIndexOf("\n", offset - 1);
  const at = before < 0 ? text.indexOf("\n", offset) : before;
  return at > 0 && text.charAt(at - 1) === "\r" ? "\r\n" : "\n";
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStartOf(text, offset), offset))?.[0] ?? "";
}
