import { hclString } from "./hcl-string";

/** The value of an argument: data, in which expressions are as they are written. */
export type HclValue = string | boolean | Expression | readonly HclValue[] | HclObject;

export interface HclObject {
  readonly [name: string]: HclValue;
}

export interface Argument {
  readonly name: string;
  readonly value: HclValue;
}

/** An HCL expression. */
export class Expression {
  constructor(readonly code: string) {}
}

const LINE_WIDTH = 100;
const INDENT = "  ";

/** The lines of a block: `resource "tfprojects_project" "platform" { … }`. */
export function formatBlock(header: string, body: readonly string[]): readonly string[] {
  return [`${header} {`, ...indented(body), "}"];
}

export function comment(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `# ${line}`.trimEnd());
}

/** Sections with an empty line between them. */
export function separated(sections: readonly (readonly string[])[]): readonly string[] {
  return sections.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

export function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === "" ? line : INDENT + line));
}

/**
 * The lines of arguments as `terraform fmt` leaves them: the equals signs of arguments that follow one another, each in
 * one line, are in one column.
 *
 * @param indent - Columns by which the lines will be indented.
 */
export function formatArguments(args: readonly Argument[], indent: number): readonly string[] {
  const written = args.map(({ name, value }) => ({
    name,
    width: characters(name),
    lines: linesOf(name, value, indent),
  }));
  return written.flatMap(({ name, width, lines }, index) => {
    const [first = "", ...rest] = lines;
    if (rest.length > 0) return [`${name} = ${first}`, ...rest];
    return [`${name}${" ".repeat(widthAt(written, index) - width)} = ${first}`];
  });
}

interface WrittenArgument {
  /** The width of the name, in characters. */
  readonly width: number;
  readonly lines: readonly string[];
}

/** The longest name among the adjacent arguments that have one line each. */
function widthAt(written: readonly WrittenArgument[], index: number): number {
  const isAligned = ({ lines }: WrittenArgument): boolean => lines.length === 1;
  const start = written.findLastIndex((it, at) => at < index && !isAligned(it)) + 1;
  const end = written.findIndex((it, at) => at > index && !isAligned(it));
  return Math.max(...written.slice(start, end < 0 ? undefined : end).map(({ width }) => width));
}

/** How many characters a reader sees (grapheme clusters), which are what Terraform counts. */
function characters(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : [...new Intl.Segmenter("en").segment(text)].length;
}

/** The value, in one line if it fits behind its name. */
function linesOf(name: string, value: HclValue, indent: number): readonly string[] {
  const oneLine = inline(value);
  if (typeof value !== "object" || value instanceof Expression) return [oneLine];
  if (indent + name.length + " = ".length + oneLine.length <= LINE_WIDTH) return [oneLine];
  const inner = indent + INDENT.length;
  if (isList(value)) return ["[", ...indented(value.flatMap((item) => itemLines(item, inner))), "]"];
  return ["{", ...indented(formatArguments(members(value), inner)), "}"];
}

function itemLines(value: HclValue, indent: number): readonly string[] {
  const lines = linesOf("", value, indent);
  return lines.map((line, index) => (index === lines.length - 1 ? `${line},` : line));
}

function inline(value: HclValue): string {
  if (value instanceof Expression) return value.code;
  if (typeof value === "string") return hclString(value);
  if (typeof value === "boolean") return `${value}`;
  if (isList(value)) return `[${value.map(inline).join(", ")}]`;
  const pairs = members(value).map((member) => `${member.name} = ${inline(member.value)}`);
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}

function members(value: HclObject): readonly Argument[] {
  return Object.entries(value).map(([key, member]) => ({ name: keyOf(key), value: member }));
}

/** The key of an object, quoted only if needed: `for` would begin an expression. */
export function keyOf(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && key !== "for" ? key : hclString(key);
}

/** `Array.isArray` does not narrow readonly lists. */
export function isList(value: HclValue): value is readonly HclValue[] {
  return Array.isArray(value);
}

export function isObject(value: HclValue): value is HclObject {
  return typeof value === "object" && !isList(value) && !(value instanceof Expression);
}
