import { createHash } from "node:crypto";
import { DamagedLineError } from "../errors";

/*
 * A line of a state file is `NUMBER CHECKSUM CONTENT`: its number, counted from 1, a checksum of number and content,
 * and JSON. The number detects missing, repeated and reordered lines; the checksum detects any other damage.
 *
 * The checksum is the first 16 hexadecimal digits of SHA-256. (CRC-32 would suffice, but `zlib.crc32` requires Node
 * 20.15.)
 */
const CHECKSUM_DIGITS = 16;

/** A complete line. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly content: string;
}

/** A line with its line break. */
export function formatLine(number: number, content: string): Buffer {
  return Buffer.from(`${number} ${checksum(number, Buffer.from(content))} ${content}\n`);
}

/** The bytes between line breaks; `rest` follows the last one. */
function splitLines(bytes: Buffer): { readonly whole: readonly Buffer[]; readonly rest: Buffer } {
  const whole: Buffer[] = [];
  let begin = 0;
  for (let end = bytes.indexOf("\n"); end !== -1; end = bytes.indexOf("\n", begin)) {
    whole.push(bytes.subarray(begin, end));
    begin = end + 1;
  }
  return { whole, rest: bytes.subarray(begin) };
}

/**
 * Reads all lines. An incomplete last line is ignored: its requests were never acknowledged.
 *
 * @throws DamagedLineError at the first damaged line
 */
export function readLines(bytes: Buffer): readonly Line[] {
  const { whole, rest } = splitLines(bytes);
  const lines = whole.map((line, index) => readLine(line, index + 1));
  const number = lines.length + 1;
  if (rest.length === 0) return lines;
  const problem = lineProblem(rest, number);
  // Only the line break is missing.
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
    if (other === undefined) return "it is not a line of a state file";
    return `its number is ${other}: lines are missing or out of order`;
  }
  const given = line.subarray(head.length, sum + 1).toString("latin1");
  if (given !== `${checksum(number, line.subarray(sum + 1))} `) return "its checksum does not match";
  return undefined;
}

/** Whether these bytes can be the beginning of a line with this number. */
function canBeginLine(bytes: Buffer, number: number): boolean {
  const head = linePrefix(number);
  const start = bytes.subarray(0, head.length).toString("latin1");
  const sum = bytes.subarray(head.length, head.length + CHECKSUM_DIGITS + 1).toString("latin1");
  if (!head.startsWith(start) || !/^([0-9a-f]{0,16}|[0-9a-f]{16} )$/.test(sum)) return false;
  // A complete line can only be followed by a line break.
  return bytes.length < 2 || lineProblem(bytes.subarray(0, -1), number) !== undefined;
}

function linePrefix(number: number): string {
  return `${number} `;
}

function checksum(number: number, content: Buffer): string {
  return createHash("sha256").update(linePrefix(number)).update(content).digest("hex").slice(0, CHECKSUM_DIGITS);
}
