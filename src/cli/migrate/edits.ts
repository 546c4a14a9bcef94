import type { ConfigurationFile } from "./configuration";
import { lineAt, type HclAttribute, type HclBlock } from "./hcl-scanner";

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
}

/** Something to change that this command cannot change. */
export interface ManualEdit {
  /** A file or an address. */
  readonly where: string;
  /** A sentence. */
  readonly what: string;
  /** Lines of code. @default none */
  readonly code?: readonly string[] | undefined;
}

type Change = Pick<Edit, "what" | "why">;

export function replace(file: ConfigurationFile, { start, end }: Range, text: string, change: Change): Edit {
  return { file: file.path, line: lineAt(file.text, start), start, end, text, ...change };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Deletes an argument or a block with its line, if nothing else is there. */
export function remove(file: ConfigurationFile, { start, end }: Range, change: Change): Edit {
  const { text } = file;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const isFirst = text.slice(lineStart, start).trim() === "";
  const [rest = ""] = /^[ \t]*(?:(?:#|\/\/)[^\n]*)?(?:\r?\n|$)/.exec(text.slice(end)) ?? [];
  if (!isFirst || rest === "") return replace(file, { start, end }, "", change);
  // An empty line on both sides would be left of a block.
  const [blank = ""] = /\n\r?\n$/.test(text.slice(0, lineStart))
    ? (/^\r?\n/.exec(text.slice(end + rest.length)) ?? [])
    : [];
  const deleted = { start: lineStart, end: end + rest.length + blank.length };
  return { ...replace(file, deleted, "", change), line: lineAt(text, start) };
}

/** Adds lines at the end of a block's body. They are indented as the others. */
export function append(file: ConfigurationFile, block: HclBlock, lines: readonly string[], change: Change): Edit {
  const { text } = file;
  const outer = indentAt(text, block.start);
  const [first] = [...block.attributes, ...block.blocks].sort((a, b) => a.start - b.start);
  const isOneLine = !text.slice(block.bodyStart, block.bodyEnd).includes("\n");
  const inner = first === undefined || isOneLine ? `${outer}  ` : indentAt(text, first.start);
  const added = lines.map((line) => (line === "" ? "" : inner + line));
  if (isOneLine) {
    const before = text.slice(block.bodyStart, block.bodyEnd).trim();
    const body = [...(before === "" ? [] : [inner + before]), ...added];
    return replace(file, { start: block.bodyStart, end: block.bodyEnd }, `\n${body.join("\n")}\n${outer}`, change);
  }
  // Before the line of the closing brace.
  const at = text.lastIndexOf("\n", block.bodyEnd) + 1;
  return replace(file, { start: at, end: at }, `${added.join("\n")}\n`, change);
}

/** The text with these edits, which do not overlap. Lines that are added end as the others do. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  return [...edits]
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce(
      (edited, { start, end, text: inserted }) =>
        edited.slice(0, start) + inserted.replaceAll(/\r?\n/g, lineEnd) + edited.slice(end),
      text,
    );
}

/** The text of an argument's expression. */
export function expressionOf({ text }: ConfigurationFile, { valueStart, end }: HclAttribute): string {
  return text.slice(valueStart, end);
}

export function attributeIn({ attributes }: HclBlock, name: string): HclAttribute | undefined {
  return attributes.find((attribute) => attribute.name === name);
}

function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}
