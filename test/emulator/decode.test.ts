import {
  arrayOf,
  decodeJson,
  boolean,
  record,
  nullable,
  number,
  object,
  oneOf,
  optional,
  string,
} from "../../src/emulator/decode";
import { DecodeError } from "../../src/emulator/errors";

const shape = object({
  name: string,
  size: optional(oneOf(["small", "large"])),
  parts: arrayOf(object({ count: nullable(number), ok: boolean })),
  labels: optional(record(string)),
});

const good = { name: "a", parts: [{ count: 1, ok: true }] };

test("returns valid values, with undefined for absent optional members", () => {
  expect(shape(good, "$")).toEqual({ ...good, size: undefined, labels: undefined });
});

test.each([
  [[], "$: is []; expected an object."],
  [{ parts: [] }, "$.name: is missing; expected a string."],
  [{ ...good, name: 1 }, "$.name: is 1; expected a string."],
  [{ ...good, size: "huge" }, '$.size: is "huge"; expected one of "small", "large".'],
  [{ ...good, parts: {} }, "$.parts: is {}; expected an array."],
  [{ ...good, parts: [good.parts[0], { count: "x", ok: true }] }, '$.parts[1].count: is "x"; expected a number.'],
  [{ ...good, parts: [{ count: null, ok: 1 }] }, "$.parts[0].ok: is 1; expected true or false."],
  [{ ...good, labels: { a: 1 } }, "$.labels.a: is 1; expected a string."],
  [{ ...good, nam: "b" }, '$.nam: is unknown; expected one of "name", "size", "parts", "labels".'],
])("rejects %j with its path", (value, message) => {
  expect(() => shape(value, "$")).toThrow(
    new DecodeError(message.split(": ")[0]!, message.slice(message.indexOf(": ") + 2)),
  );
});

const cycle: unknown[] = [];
cycle.push(cycle);

test.each([
  ["a function", () => "a"],
  ["a symbol", Symbol("a")],
  ["a bigint", 1n],
  ["a cycle", cycle],
  ["undefined", undefined],
])("rejects %s, which no JSON has, with its path", (_, value) => {
  for (const [member, given] of [
    ["$.name", { ...good, name: value }],
    ["$.parts[0]", { ...good, parts: [value] }],
  ] as const) {
    const error: unknown = (() => {
      try {
        return shape(given, "$");
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(DecodeError);
    expect((error as DecodeError).path).toBe(member);
  }
});

test("rejects invalid JSON", () => {
  expect(() => decodeJson("{", shape)).toThrow(/^\$: is not valid JSON/);
});
