import { writeSync } from "node:fs";
import { Socket } from "node:net";
import type { Writable } from "node:stream";
import colors from "picocolors";
import type { CheckListOptions } from "../engine/report/check-list";
import { hasCode, messageOf } from "../system-errors";
import { UserError } from "../user-error";

/** Output could not be written to stdout. */
export class OutputError extends UserError {
  override readonly name = "OutputError";

  constructor(
    /** The system's message: `ENOSPC: no space left on device, write`. */
    readonly reason: string,
    cause: unknown,
  ) {
    super(
      `Output could not be written to stdout: ${reason}.`,
      "The output is incomplete. Free some space, or redirect stdout to another file, and run the command again.",
      { code: "OUTPUT", cause },
    );
  }
}

/** Error codes of a write to a pipe, a socket or a terminal whose other end is closed. */
const CLOSED_PIPE = ["EPIPE", "ECONNRESET", "EIO"];

/**
 * Standard output. When its reader goes away (`| head -1`), further output is dropped, and the command goes on with its
 * own exit status. Any other failure to write is an error.
 */
class StandardOutput {
  #failure: OutputError | undefined;
  #isClosed = false;
  #hasOutput = false;
  #pending: Promise<void> = Promise.resolve();

  /** Whether there was any output, written or not. */
  get hasOutput(): boolean {
    return this.#hasOutput;
  }

  /** Writes a text after those before it; {@link flush} reports failures. */
  write(text: string): void {
    this.#hasOutput = true;
    this.#pending = this.#pending.then(() => this.#write(text));
  }

  /**
   * Waits for pending writes.
   *
   * @returns false when the reader has gone away.
   * @throws OutputError when a write failed.
   */
  async flush(): Promise<boolean> {
    await this.#pending;
    if (this.#failure !== undefined) throw this.#failure;
    return !this.#isClosed;
  }

  async #write(text: string): Promise<void> {
    // After a failure there would be a gap in the output.
    if (this.#failure !== undefined || this.#isClosed) return;
    const stream: Writable = process.stdout;
    // Node represents pipes and terminals as sockets.
    const isFile = !(stream instanceof Socket);
    try {
      if (isFile) writeToFile(text);
      else await writeToStream(stream, text);
    } catch (error) {
      if (!isFile && hasCode(error, ...CLOSED_PIPE)) this.#isClosed = true;
      else this.#failure = new OutputError(messageOf(error), error);
    }
  }
}

export const stdout = new StandardOutput();

/**
 * Keeps errors of the standard streams from ending the process in the middle of its work. {@link StandardOutput}
 * reports those of stdout; those of stderr cannot be reported anywhere.
 */
export function ignoreStreamErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/** Writes to stderr; failures are ignored. */
export function writeToStderr(text: string): void {
  try {
    process.stderr.write(text);
  } catch {
    // Some versions of Node throw when stderr is a file on a full disk.
  }
}

async function writeToStream(stream: Socket, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Node's stream for files does not report short writes, such as the last one before the disk is full. */
function writeToFile(text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(process.stdout.fd, rest));
}

/**
 * Colors are on where the stream is a terminal that supports them. `NO_COLOR` turns them off, `FORCE_COLOR` turns them
 * on, or off when it is `0` or `false`. An empty variable counts as unset.
 *
 * @see https://no-color.org and https://force-color.org
 */
function colorsFor(stream: { readonly isTTY?: boolean }): ReturnType<typeof colors.createColors> {
  const { NO_COLOR: no, FORCE_COLOR: force } = process.env;
  if (no || force === "0" || force === "false") return colors.createColors(false);
  return colors.createColors(Boolean(force) || (stream.isTTY === true && colors.isColorSupported));
}

export const stderrColors = colorsFor(process.stderr);
export const stdoutColors = colorsFor(process.stdout);

/**
 * The width of stdout in columns. Lines in files and pipes are not wrapped, so that they can be searched; nor are those
 * of a terminal that reports 0 columns.
 */
export function terminalWidth(): number {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? columns : Infinity;
}

/** How checks are shown on stdout: symbols only on terminals that show UTF-8. */
export function checkListOptions(): CheckListOptions {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== "");
  const marks = process.stdout.isTTY && /utf-?8/i.test(locale ?? "") ? "symbols" : "words";
  return { colors: stdoutColors, marks, width: terminalWidth() };
}

/** Writes lines to stderr: progress, prompts and errors, so that stdout has nothing but the result. */
export function printErr(...lines: readonly string[]): void {
  writeToStderr(`${lines.join("\n")}\n`);
}

/**
 * Writes lines of the result to stdout.
 *
 * @returns false when the reader has gone away, which is not an error.
 * @throws OutputError when they cannot be written.
 */
export async function print(...lines: readonly string[]): Promise<boolean> {
  stdout.write(`${lines.join("\n")}\n`);
  return stdout.flush();
}

/**
 * Writes the result of a command that changed something to stdout, or to stderr when stdout has no reader or fails.
 *
 * @param plainText - The result for people, when `result` is JSON.
 * @param isPartial - Whether something was changed.
 * @throws UserError when it cannot be written to stdout.
 */
export async function printResult(result: string, plainText = result, isPartial = true): Promise<void> {
  try {
    if (!(await print(result))) printErr(plainText);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    throw new UserError(
      `The result could not be written to stdout: ${error.reason}. It follows:\n${plainText}`,
      "The output on stdout is incomplete.",
      { code: "OUTPUT", cause: error, isPartial },
    );
  }
}
