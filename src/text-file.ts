import { isUtf8 } from "node:buffer";
import { readFileSync, readSync } from "node:fs";

/** A file is not text, or its encoding is not recognized. */
export class EncodingError extends Error {
  override readonly name = "EncodingError";
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

/** Reads a user's text file, see {@link decodeText}. @throws EncodingError, or the system's error */
export function readTextFile(path: string): string {
  return decodeText(readFileSync(path));
}

/** @throws SyntaxError, EncodingError, or the system's error, when it cannot be read as JSON. */
export function readJsonFile(path: string): unknown {
  return JSON.parse(readTextFile(path));
}

/** The content of a JSON file; undefined if it cannot be read. */
export function tryReadJsonFile(path: string): unknown {
  try {
    return readJsonFile(path);
  } catch {
    return undefined;
  }
}

/**
 * Reads all of stdin. Unlike `readFileSync`, it also works if stdin is non-blocking, as in Node.js 20.9 when any module
 * imports `node:process`.
 *
 * @throws the system's error
 */
export function readStdin(): Buffer {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(65_536);
  for (;;) {
    try {
      const length = readSync(0, chunk);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(Buffer.from(chunk.subarray(0, length)));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      // The end of a pipe on Windows.
      if (code === "EOF") return Buffer.concat(chunks);
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
