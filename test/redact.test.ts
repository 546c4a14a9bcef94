import { redact } from "../src/redact";

test.each([
  ["a longer secret that begins with another", ["abcdef", "abcdefghi"], "x abcdefghi y", "x * y"],
  ["the longer one first", ["abcdefghi", "abcdef"], "x abcdefghi y", "x * y"],
  ["secrets that overlap in the text", ["abcdef", "defghi"], "x abcdefghi y", "x * y"],
  ["a secret that overlaps itself", ["aba"], "ababa", "*"],
  ["secrets one after the other", ["abc", "def"], "abcdef", "*"],
  ["secrets apart", ["abc", "def"], "abc def abc", "* * *"],
  ["at the beginning and the end", ["abc"], "abc x abc", "* x *"],
  ["an empty secret, and text without any", ["", "abc"], "text", "text"],
])("%s", (_, secrets, text, redacted) => {
  expect(redact(text, secrets, "*")).toBe(redacted);
});
