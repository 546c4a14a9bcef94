import {
  arrayOf,
  decode,
  decodeJson,
  decodeTolerantly,
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
  expect(decode(shape, good)).toEqual({ ...good, size: undefined, labels: undefined });
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
  expect(() => decode(shape, value)).toThrow(
    new DecodeError(message.split(": ")[0]!, message.slice(message.indexOf(": ") + 2)),
  );
});

test("names that objects inherit are unknown members, and keys of their own in a record", () => {
  const named = JSON.parse('{"constructor": "a", "__proto__": "b", "toString": "c"}') as object;
  expect(() => decode(shape, { ...good, ...named })).toThrow(/\$\.constructor: .*\n\$\.__proto__: .*\n\$\.toString: /);
  expect(JSON.stringify(decode(record(string), named))).toBe(JSON.stringify(named));
});

test("all problems are found at once: unknown members of an object first, since they explain missing ones", () => {
  const given = { nam: "a", parts: [{ count: 1 }, { cont: 1, ok: 0 }], labels: { a: 1, b: 2 } };
  const problems = ((): DecodeError["problems"] => {
    try {
      decode(shape, given);
      return [];
    } catch (error) {
      return (error as DecodeError).problems;
    }
  })();
  expect(problems.map(({ path }) => path)).toEqual([
    "$.nam",
    "$.name",
    "$.parts[0].ok",
    "$.parts[1].cont",
    "$.parts[1].count",
    "$.parts[1].ok",
    "$.labels.a",
    "$.labels.b",
  ]);
});

test("in a request, unknown members are left out, and everything else is checked", () => {
  const given = { ...good, nam: "b", parts: [{ count: 1, ok: true, cont: 2 }] };
  expect(decodeTolerantly(shape, given)).toEqual(good);
  expect(given.parts).toEqual([{ count: 1, ok: true, cont: 2 }]);
  expect(() => decodeTolerantly(shape, { ...given, name: 1 })).toThrow(/^\$\.name: is 1; expected a string\.$/);
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
        return decode(shape, given);
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
