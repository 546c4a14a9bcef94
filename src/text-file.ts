import { isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync, read, readSync } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

/** A file is not text, or its encoding is not recognized. */
export class EncodingError extends Error {
  override readonly name = "EncodingError";
}

const MAX_MIB = 256;
const MAX_BYTES = MAX_MIB * 1024 * 1024;

/** A file, or what is passed to stdin, is larger than 256 MiB. */
export class FileTooLargeError extends Error {
  override readonly name = "FileTooLargeError";

  constructor() {
    super(`it is larger than ${MAX_MIB} MiB, the limit for a file`);
  }
}

/** Windows programs write it: Notepad adds it to texts, and `>` in PowerShell 5 writes UTF-16 with it. */
export const BYTE_ORDER_MARK = "\u{feff}";

/** The encoding of a text by its byte order mark, or by its first character if that is ASCII. */
export function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first && second === 0) return "utf-16le";
  return first === 0 && second ? "utf-16be" : "utf-8";
}

/** Decodes a user's file in UTF-8 or UTF-16, without its byte order mark. @throws EncodingError */
export function decodeText(bytes: Buffer): string {
  const encoding = encodingOf(bytes);
  if (encoding === "utf-8" && !isUtf8(bytes)) throw new EncodingError("it is neither UTF-8 nor UTF-16 text");
  if (encoding !== "utf-8" && bytes.length % 2 === 1) throw new EncodingError("its UTF-16 text is cut off");
  const text =
    encoding === "utf-8"
      ? bytes.toString("utf8")
      : (encoding === "utf-16le" ? bytes : Buffer.from(bytes).swap16()).toString("utf16le");
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/**
 * Reads a file of the user: also a device or a pipe, whose size nothing tells before its end. With all arguments: with
 * Plug'n'Play of Yarn, a length that is not given is 0.
 *
 * @throws FileTooLargeError, or the system's error
 */
export async function readBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const content = new Content((await file.stat()).size);
    while (content.add((await file.read(content.free, 0, content.free.length, null)).bytesRead));
    return content.bytes;
  } finally {
    await file.close();
  }
}

/** Reads a user's text file, see {@link decodeText}. @throws EncodingError, FileTooLargeError, or the system's error */
export async function readTextFile(path: string): Promise<string> {
  return decodeText(await readBytes(path));
}

/**
 * {@link readBytes} for what cannot wait, such as synth and the constructor of a client, and for small files of other
 * programs.
 *
 * @throws as that
 */
export function readBytesSync(path: string): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const content = new Content(fstatSync(descriptor).size);
    while (content.add(readSync(descriptor, content.free, 0, content.free.length, null)));
    return content.bytes;
  } finally {
    closeSync(descriptor);
  }
}

/** {@link readTextFile} for the same. @throws as that */
export function readTextFileSync(path: string): string {
  return decodeText(readBytesSync(path));
}

/** @throws SyntaxError, and as {@link readTextFileSync}, when it cannot be read as JSON. */
export function readJsonFileSync(path: string): unknown {
  return JSON.parse(readTextFileSync(path));
}

/** The content of a JSON file; undefined if it cannot be read. */
export function tryReadJsonFileSync(path: string): unknown {
  try {
    return readJsonFileSync(path);
  } catch {
    return undefined;
  }
}

const readDescriptor = promisify(read);

/**
 * Reads all of stdin, not as a stream, so that its type does not matter.
 *
 * @throws FileTooLargeError, or the system's error
 */
export async function readStdin(): Promise<Buffer> {
  const content = new Content();
  for (;;) {
    try {
      const { bytesRead } = await readDescriptor(0, content.free, 0, content.free.length, null);
      if (!content.add(bytesRead)) return content.bytes;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      // The end of a pipe on Windows.
      if (code === "EOF") return content.bytes;
      // It is non-blocking, as in Node.js 20.9 when any module imports `node:process`.
      if (code !== "EAGAIN") throw error;
      await setTimeout(20);
    }
  }
}

/** Grows up to the limit. Whether that is exceeded is known only from a byte more. */
class Content {
  readonly #full: Buffer[] = [];
  #buffer: Buffer;
  /** How much of the buffer is read. */
  #used = 0;
  #length = 0;

  /** @param size - What the system knows of it. @throws FileTooLargeError */
  constructor(size = 0) {
    if (size > MAX_BYTES) throw new FileTooLargeError();
    this.#buffer = Buffer.allocUnsafe(Math.max(size + 1, 65_536));
  }

  /** Where to read the next bytes to. */
  get free(): Buffer {
    return this.#buffer.subarray(this.#used);
  }

  /** Keeps bytes that were read. @returns false at the end. @throws FileTooLargeError */
  add(count: number): boolean {
    this.#used += count;
    this.#length += count;
    if (this.#length > MAX_BYTES) throw new FileTooLargeError();
    if (this.#used === this.#buffer.length) {
      this.#full.push(this.#buffer);
      this.#buffer = Buffer.allocUnsafe(Math.min(this.#length, MAX_BYTES + 1 - this.#length));
      this.#used = 0;
    }
    return count > 0;
  }

  get bytes(): Buffer {
    const last = this.#buffer.subarray(0, this.#used);
    return this.#full.length === 0 ? last : Buffer.concat([...this.#full, last]);
  }
}
