import { lineOf, mergeObjects, parseJsonText, repetitionOf } from "../../src/terraform/json-syntax";
import { casesOf, fc, SEED } from "../support/property";

test(`parses as JSON.parse where no property occurs twice (TFPROJECTS_SEED=${SEED})`, () => {
  const texts = fc.tuple(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, 1, "\t"));
  fc.assert(
    fc.property(texts, ([json, space]) => {
      const value: unknown = JSON.parse(json);
      expect(parseJsonText(JSON.stringify(value, null, space))).toStrictEqual(value);
    }),
    { numRuns: casesOf(300) },
  );
});

test.each([
  '{"__proto__": {"a": 1}, "constructor": 2}',
  '["\\\\", "\\"", "\\\\\\"", "\\u00e9\\ud83d\\ude00", ""]',
  '{"a\\n": [], "": {}, "\\u0061": -1.5e3}',
  " \r\n\t[true,false,null,0]\n",
  '"a"',
  "-0",
])("parses %j as JSON.parse", (text) => {
  expect(parseJsonText(text)).toStrictEqual(JSON.parse(text));
});

test.each(["", "{", '{"a":1,}', "[1 2]", "{'a':1}", '{"a":1} x', '"\n"', "01", "NaN", "// no\n{}"])(
  "%j is no JSON",
  (text) => {
    expect(() => parseJsonText(text)).toThrow(SyntaxError);
  },
);

describe("a property that occurs several times", () => {
  test.each<[string, unknown]>([
    ['{"a": 1, "a": 2, "a": 3}', { a: [1, 2, 3] }],
    ['{"a": {"b": 1}, "c": 0, "a": {"b": 1}}', { a: [{ b: 1 }, { b: 1 }], c: 0 }],
    ['{"a": [{}], "a": [{"b": 1}, {}]}', { a: [{}, { b: 1 }, {}] }],
    ['{"a": null, "a": {}}', { a: [{}] }],
    ['{"a": {"b": 1, "b": 2}}', { a: { b: [1, 2] } }],
    ['{"\\u0061": 1, "a": 2}', { a: [1, 2] }],
  ])("has all values: %s", (text, expected) => {
    expect(parseJsonText(text)).toEqual(expected);
  });

  test("in __proto__ sets no prototype", () => {
    const parsed = parseJsonText('{"__proto__": {"a": 1}, "__proto__": {"b": 2}}') as object;
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    expect(Object.entries(parsed)).toEqual([["__proto__", [{ a: 1 }, { b: 2 }]]]);
  });

  test("is told from a list, with the line of its second occurrence", () => {
    const { a, b } = parseJsonText('{\n"a": 1,\n"a": 2,\n"a": 3, "b": [1, 2]}') as Record<string, unknown>;
    expect([repetitionOf(a), repetitionOf(b), repetitionOf(1)]).toEqual([3, undefined, undefined]);
  });
});

test("objects know their lines, also merged ones", () => {
  const [first, second] = parseJsonText('[\n{"a": 1},\r\n\n {"a": 2}]') as [object, object];
  expect([lineOf(first), lineOf(second), lineOf({})]).toEqual([2, 4, undefined]);
  const merged = mergeObjects([first as Record<string, unknown>, second as Record<string, unknown>]);
  expect([merged, lineOf(merged), repetitionOf(merged["a"])]).toEqual([{ a: [1, 2] }, 2, 4]);
  expect(mergeObjects([])).toEqual({});
});

test("nesting is limited, and does not overflow the stack", () => {
  const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
  expect(parseJsonText(nested(1_000))).toHaveLength(1);
  for (const depth of [1_001, 1_000_000]) {
    expect(() => parseJsonText(nested(depth))).toThrow("It is nested more than 1000 levels deep");
  }
});

test("a property that occurs 100,000 times, and a string of 10 MB, are read in one pass", () => {
  const import_ = '"import": {"to": "a.b", "id": "1"}';
  const text = `{${Array.from({ length: 100_000 }, () => import_).join()}, "long": "${"\\\\x".repeat(4_000_000)}"}`;
  const parsed = parseJsonText(text) as { import: unknown[]; long: string };
  expect([parsed.import.length, parsed.long.length]).toEqual([100_000, 8_000_000]);
});
