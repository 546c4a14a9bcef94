import { createHash } from "node:crypto";

/*
 * A line of a state file is `NUMBER CHECKSUM CONTENT`: its number in the file, counted from 1, the checksum of number and content, and
 * JSON. The number tells that no line before it is missing, doubled or in another place; the checksum that each bit of the line is what
 * was written.
 *
 * The checksum is SHA-256, of which 16 hexadecimal digits are kept: it is known, is part of every Node, and at 64 bits no damage passes by
 * chance. (CRC-32 would do against chance as well, but `zlib.crc32` came with Node 20.15.)
 */
const CHECKSUM_DIGITS = 16;

/** What a line says: the tail of a file that was not written to its end is none. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly content: string;
}

/** A line that is not as it was written. */
export class DamagedLineError extends Error {
  override readonly name = "DamagedLineError";

  constructor(
    /** Counted from 1. */
    readonly line: number,
    readonly problem: string,
  ) {
    super(`line ${line}: ${problem}`);
  }
}

/** A line as it stands in the file, with its line break. */
export function formatLine(number: number, content: string): Buffer {
  return Buffer.from(`${number} ${checksum(number, Buffer.from(content))} ${content}\n`);
}

/** The bytes between line breaks; `rest` is what follows the last one. */
export function splitLines(bytes: Buffer): { readonly whole: readonly Buffer[]; readonly rest: Buffer } {
  const whole: Buffer[] = [];
  let begin = 0;
  for (let end = bytes.indexOf("\n"); end !== -1; end = bytes.indexOf("\n", begin)) {
    whole.push(bytes.subarray(begin, end));
    begin = end + 1;
  }
  return { whole, rest: bytes.subarray(begin) };
}

/**
 * Reads all lines. A last line that was not written to its end is left out: it belongs to requests that were never answered. Only the
 * beginning of the line that is next is such a line.
 *
 * @throws DamagedLineError at the first line that is not as it was written.
 */
export function readLines(bytes: Buffer): readonly Line[] {
  const { whole, rest } = splitLines(bytes);
  const lines = whole.map((line, index) => readLine(line, index + 1));
  const number = lines.length + 1;
  if (rest.length === 0) return lines;
  const problem = lineProblem(rest, number);
  // Only its line break is missing: all that it says has been written.
  if (problem === undefined) return [...lines, readLine(rest, number)];
  if (!canBeginLine(rest, number)) throw new DamagedLineError(number, problem);
  return lines;
}

function readLine(line: Buffer, number: number): Line {
  const problem = lineProblem(line, number);
  if (problem !== undefined) throw new DamagedLineError(number, problem);
  return { number, content: line.subarray(linePrefix(number).length + CHECKSUM_DIGITS + 1).toString() };
}

/** What is wrong with a line, without its line break. */
function lineProblem(line: Buffer, number: number): string | undefined {
  const head = linePrefix(number);
  const sum = head.length + CHECKSUM_DIGITS;
  if (line.subarray(0, head.length).toString("latin1") !== head) {
    const [, other] = /^([1-9]\d{0,15}) [0-9a-f]{16} /.exec(line.subarray(0, 40).toString("latin1")) ?? [];
    if (other === undefined) return "it is no line of a state file";
    return `its number is ${other}: lines are missing, or not in their order`;
  }
  const given = line.subarray(head.length, sum + 1).toString("latin1");
  if (given !== `${checksum(number, line.subarray(sum + 1))} `) return "its checksum is of another content";
  return undefined;
}

/** Whether these bytes can be the beginning of the line of this number. */
function canBeginLine(bytes: Buffer, number: number): boolean {
  const head = linePrefix(number);
  const start = bytes.subarray(0, head.length).toString("latin1");
  const sum = bytes.subarray(head.length, head.length + CHECKSUM_DIGITS + 1).toString("latin1");
  if (!head.startsWith(start) || !/^([0-9a-f]{0,16}|[0-9a-f]{16} )$/.test(sum)) return false;
  // Behind a whole line there can only be a line break; here is something else.
  return bytes.length < 2 || lineProblem(bytes.subarray(0, -1), number) !== undefined;
}

function linePrefix(number: number): string {
  return `${number} `;
}

function checksum(number: number, content: Buffer): string {
  return createHash("sha256").update(linePrefix(number)).update(content).digest("hex").slice(0, CHECKSUM_DIGITS);
}
