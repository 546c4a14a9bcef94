import {
  bool,
  canonical,
  list,
  map,
  nullable,
  number,
  object,
  sameValue,
  set,
  string,
  UNKNOWN,
} from "../../src/schema";
import type { ValueType } from "../../src/schema";

const names = nullable(set(string));
const nested = object({ tags: map(set(string)), steps: list(number) });

test.each<[string, ValueType, unknown, unknown]>([
  ["a set", names, ["b", "a"], ["a", "b", "a"]],
  ["a map", map(string), { b: "1", a: "2" }, { a: "2", b: "1" }],
  [
    "what is in others",
    nested,
    { steps: [2, 1], tags: { y: ["b", "a"] } },
    { tags: { y: ["a", "b"] }, steps: [2n, 1] },
  ],
  ["a set of objects", set(map(bool)), [{ b: true, a: false }, {}], [{}, { a: false, b: true }]],
  ["null, and what is missing", object({ a: names }), { a: null }, {}],
])("%s is equal in any order, and then has one form", (_, type, one, other) => {
  expect(sameValue(type, one, other)).toBe(true);
  const asJson = (value: unknown): string =>
    JSON.stringify(canonical(type, value), (_, it: unknown) => (typeof it === "bigint" ? Number(it) : it));
  expect(asJson(one)).toBe(asJson(other));
});

test.each<[string, ValueType, unknown, unknown]>([
  ["lists in another order", list(string), ["a", "b"], ["b", "a"]],
  ["an unknown value and a text", string, UNKNOWN, "?"],
  ["a number and a text", map(string), { a: 5 }, { a: "5" }],
  ["null and an empty set", names, null, []],
  ["maps with another key", map(string), { a: "x" }, { b: "x" }],
])("%s differ", (_, type, one, other) => expect(sameValue(type, one, other)).toBe(false));
