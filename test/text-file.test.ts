import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { open, writeFile, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  decodeText,
  EncodingError,
  FileTooLargeError,
  readBytes,
  readBytesSync,
  readTextFile,
  readTextFileSync,
} from "../src/text-file";
import { fc } from "./support/property";

const encodings: readonly (readonly [name: string, encode: (text: string) => Buffer])[] = [
  ["UTF-8", (text) => Buffer.from(text)],
  ["UTF-8 with a byte order mark", (text) => Buffer.from(`\ufeff${text}`)],
  ["UTF-16, little-endian", (text) => Buffer.from(`\ufeff${text}`, "utf16le")],
  ["UTF-16, big-endian", (text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
];

test.each(encodings)("any text is read in %s", (_, encode) => {
  const text = fc.string({ unit: "grapheme" }).filter((it) => !it.startsWith("\ufeff") && !it.startsWith("\0"));
  fc.assert(fc.property(text, (it) => expect(decodeText(encode(it))).toBe(it)));
});

test("UTF-16 without a mark is recognized by its first character", () => {
  const bytes = Buffer.from('{"name": "日本"}', "utf16le");
  expect(decodeText(bytes)).toBe('{"name": "日本"}');
  expect(decodeText(Buffer.from(bytes).swap16())).toBe('{"name": "日本"}');
});

test.each([
  ["another encoding", Buffer.from("Größe", "latin1"), "it is neither UTF-8 nor UTF-16 text"],
  ["what is no text", Buffer.from("PK\x03\x04\xff\xfe", "latin1"), "it is neither UTF-8 nor UTF-16 text"],
  ["half of a character", Buffer.from("{}", "utf16le").subarray(0, 3), "its UTF-16 text is cut off"],
])("%s is an error", (_, bytes, message) => {
  expect(() => decodeText(bytes)).toThrow(new EncodingError(message));
});

describe("reading", () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-text-"))));
  afterAll(() => rmSync(folder, { recursive: true }));
  const MIB = 1024 * 1024;
  const TOO_LARGE = new FileTooLargeError();

  /** A file of this size that takes no space on the disk. */
  function sparse(size: number): string {
    const path = join(folder, `${size}`);
    writeFileSync(path, "");
    truncateSync(path, size);
    return path;
  }

  test("says how much is read: with Plug'n'Play of Yarn, a length that is not given is 0", async () => {
    const path = join(folder, "text");
    writeFileSync(path, "text");
    const spy = jest.spyOn(jest.requireActual("node:fs"), "readSync");
    const handle = await open(path);
    const asynchronous = jest.spyOn(Object.getPrototypeOf(handle) as FileHandle, "read");
    await handle.close();
    try {
      expect([readTextFileSync(path), await readTextFile(path)]).toEqual(["text", "text"]);
      for (const [, , , length] of spy.mock.calls) expect(length).toBeGreaterThan(0);
      for (const [, , length] of asynchronous.mock.calls as unknown[][]) expect(length).toBeGreaterThan(0);
      expect([spy, asynchronous].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
    } finally {
      jest.restoreAllMocks();
    }
  });

  test("accepts 256 MiB, and not a byte more", async () => {
    expect((await readBytes(sparse(256 * MIB))).length).toBe(256 * MIB);
    await expect(readBytes(sparse(256 * MIB + 1))).rejects.toThrow(TOO_LARGE);
    expect(() => readBytesSync(sparse(256 * MIB + 1))).toThrow(TOO_LARGE);
  });

  test("ends with an error where there is no end, and says the limit", async () => {
    await expect(readBytes("/dev/zero")).rejects.toThrow("it is larger than 256 MiB, the limit for a file");
    expect(() => readBytesSync("/dev/zero")).toThrow(TOO_LARGE);
  });

  test("has the whole content, also where the system does not know its size", async () => {
    const content = randomBytes(3 * MIB + 1);
    const path = join(folder, "content");
    writeFileSync(path, content);
    expect((await readBytes(path)).equals(content)).toBe(true);
    expect(readBytesSync(path).equals(content)).toBe(true);
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const [read] = await Promise.all([readBytes(pipe), writeFile(pipe, content)]);
    expect(read.equals(content)).toBe(true);
    expect(readTextFileSync("/proc/self/comm")).toBe(await readTextFile("/proc/self/comm"));
  });
});
