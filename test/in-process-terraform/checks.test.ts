import {
  computed,
  list,
  map,
  number,
  object,
  optional,
  optionalComputed,
  required,
  set,
  string,
  UNKNOWN,
} from "../../src/plugin";
import type { ObjectValue } from "../../src/plugin/value/value";
import { deviations, planProblems, unknownAttributes } from "./checks";

const about = { description: "" };
const schema = {
  description: "",
  attributes: {
    id: computed(string, about),
    name: required(string, about),
    size: optionalComputed(string, about),
    steps: optional(list(object({ at: number })), about),
    tags: optional(map(string), about),
    labels: optional(set(string), about),
  },
};
const nothing = { id: null, name: "n", size: null, steps: null, tags: null, labels: null };

const withNulls = (some: object): ObjectValue => ({ ...nothing, ...some });

test("a plan matches the configuration or the prior state, except for computed attributes", () => {
  const problems = (planned: object, prior: object | null = null) =>
    planProblems(schema, {
      config: nothing,
      prior: prior === null ? null : withNulls(prior),
      planned: withNulls(planned),
    });
  expect(problems({ id: UNKNOWN, size: "medium" })).toEqual([]);
  expect(problems({ name: "other" })).toEqual([".name: planned value does not match config value nor prior value"]);
  expect(problems({ name: "N" }, { name: "N" })).toEqual([]);
  expect(problems({ tags: {} })).toEqual([".tags: planned value for a non-computed attribute"]);
});

test.each([
  ["an unknown value may become any", { id: UNKNOWN }, { id: "1" }, []],
  ["a null is not a value", { size: null }, { size: "s" }, [".size: was absent, but now present"]],
  ["a value is not a null", { size: "s" }, { size: null }, [".size: was present, but now absent"]],
  ["a known value stays known", { size: "s" }, { size: UNKNOWN }, [".size: was known, but now unknown"]],
  ["a value stays the same", { size: "s" }, { size: "m" }, [".size: was one value, but now another"]],
  ["a list keeps its length", { steps: [{ at: 1 }] }, { steps: [] }, [".steps: new element count 0, was 1"]],
  [
    "an element keeps its fields",
    { steps: [{ at: 1 }, { at: UNKNOWN }] },
    { steps: [{ at: 2 }, { at: 3 }] },
    [".steps[0].at: was one value, but now another"],
  ],
  [
    "a map keeps its keys",
    { tags: { a: "1" } },
    { tags: { b: "1" } },
    ['.tags["b"]: new element has appeared', '.tags["a"]: element has vanished'],
  ],
  ["a set has no order", { labels: ["a", "b"] }, { labels: ["b", "a"] }, []],
  [
    "a set keeps what was known",
    { labels: ["a", UNKNOWN] },
    { labels: ["b", "c"] },
    [".labels: 1 planned set elements do not correlate"],
  ],
  [
    "a set gets no more than planned",
    { labels: ["a", UNKNOWN] },
    { labels: ["a", "b", "c"] },
    [".labels: length changed from 2 to 3"],
  ],
])("%s", (_, planned, actual, expected) => {
  expect(deviations(schema, withNulls(planned), withNulls(actual))).toEqual(expected);
});

test("unknown values are found at any depth", () => {
  expect(unknownAttributes(withNulls({ id: UNKNOWN, steps: [{ at: UNKNOWN }] }))).toEqual(["id", "steps"]);
});
