import { textOf } from "../src/json";

test.each<[string, unknown, string]>([
  ["a string", 'a "b"', 'a "b"'],
  ["a number", 1.5, "1.5"],
  ["null", null, "null"],
  ["a list", ["a", 1], '["a",1]'],
  ["an object", { a: { b: true } }, '{"a":{"b":true}}'],
  ["nothing", undefined, "(none)"],
])("the text of %s", (_, value, text) => {
  expect(textOf(value)).toBe(text);
});
