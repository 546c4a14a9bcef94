import { writeSync } from "node:fs";
import { Socket } from "node:net";
import type { Writable } from "node:stream";
import { CliError, messageOf } from "./errors";

/** How a write fails to which nobody listens any more: a pipe, a socket or a terminal whose other end is closed. */
const CLOSED_PIPE = ["EPIPE", "ECONNRESET", "EIO"];

/** The result, or a part of it, could not be written to stdout. */
export class OutputError extends CliError {
  constructor(
    /** Why, as the system says it: `ENOSPC: no space left on device, write`. */
    readonly reason: string,
    cause: unknown,
  ) {
    super(
      `The result could not be written to stdout: ${reason}.`,
      "What is there of it is not whole. Make room, or write it elsewhere, and run the command again.",
      { cause },
    );
  }
}

/**
 * Standard output. A reader that goes away (`| head -1`) ends the output and nothing else: the work goes on, and its exit status stands. What
 * cannot be written for any other reason is an error.
 */
class StandardOutput {
  #failure: OutputError | undefined;
  #isReaderGone = false;
  #written: Promise<void> = Promise.resolve();

  /** The text is written after those before it; {@link flush} tells what became of it. */
  write(text: string): void {
    this.#written = this.#written.then(() => this.#write(text));
  }

  /**
   * Waits for what was written.
   *
   * @returns whether somebody has read it, or may still do so.
   * @throws UndeliveredError when it could not be written.
   */
  async flush(): Promise<boolean> {
    await this.#written;
    if (this.#failure !== undefined) throw this.#failure;
    return !this.#isReaderGone;
  }

  async #write(text: string): Promise<void> {
    // After a failure there would be a gap.
    if (this.#failure !== undefined || this.#isReaderGone) return;
    const stream: Writable = process.stdout;
    // Pipes and terminals are sockets to Node.
    const isFile = !(stream instanceof Socket);
    try {
      if (isFile) writeToFile(text);
      else await writeToStream(stream, text);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (!isFile && CLOSED_PIPE.includes(code)) this.#isReaderGone = true;
      else this.#failure = new OutputError(messageOf(error), error);
    }
  }
}

export const stdout = new StandardOutput();

/**
 * Keeps an error of a standard stream from ending the process with a stack trace in the middle of its work. Errors of stdout are reported by
 * {@link StandardOutput}; for those of stderr there is no place left.
 */
export function ignoreStreamErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/** Writes to stderr as far as that takes it. */
export function writeToStderr(text: string): void {
  try {
    process.stderr.write(text);
  } catch {
    // Where stderr is a file on a full disk, some versions of Node throw.
  }
}

async function writeToStream(stream: Socket, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Node's own stream for files takes a write for whole that was cut short, as the last one before the disk is full is. */
function writeToFile(text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(process.stdout.fd, rest));
}
