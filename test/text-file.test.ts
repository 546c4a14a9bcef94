import { decodeText, EncodingError } from "../src/text-file";
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
