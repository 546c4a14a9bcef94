import {
  checkAutoDestroyActivityDuration,
  checkProjectDescription,
  checkProjectName,
  checkTagKey,
  checkTagValue,
  normalizeDescription,
} from "../../src/model";
import { fc } from "../support/property";

const rulesOf = (violations: readonly { readonly rule: string }[]): string[] => violations.map(({ rule }) => rule);
const messagesOf = (violations: readonly { readonly message: string }[]) => violations.map(({ message }) => message);

describe("checkProjectName", () => {
  test.each(["abc", "Data Science", "a-b_c 9", "x".repeat(40), "---"])("accepts %j", (name) => {
    expect(checkProjectName(name)).toEqual([]);
  });

  test.each([
    ["", ["too-short"]],
    ["ab", ["too-short"]],
    ["x".repeat(41), ["too-long"]],
    ["a/b", ["characters"]],
    ["naïve", ["characters"]],
    ["two\nlines", ["characters"]],
    [" abc", ["outer-space"]],
    ["abc ", ["outer-space"]],
    ["é ", ["too-short", "characters", "outer-space"]],
  ])("rejects %j for %j", (name, rules) => {
    expect(rulesOf(checkProjectName(name))).toEqual(rules);
  });

  test.each([
    ["ab", 'A project name must have at least 3 characters; "ab" has 2.'],
    ["x".repeat(41), `A project name must have at most 40 characters; "${"x".repeat(41)}" has 41.`],
    ["a/b", 'A project name may only contain letters, numbers, spaces, "-" and "_"; "a/b" has others.'],
    ["abc ", 'A project name must not begin or end with a space; "abc " does.'],
  ])("says of %j what is wrong", (name, message) => {
    expect(messagesOf(checkProjectName(name))).toEqual([message]);
  });

  test("counts characters, not UTF-16 units", () => {
    expect(rulesOf(checkProjectName("🙂🙂"))).toEqual(["too-short", "characters"]);
  });

  test("accepts exactly what one pattern accepts", () => {
    const pattern = /^(?! )[A-Za-z0-9 _-]{3,40}(?<! )$/;
    const name = fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9 _-]{0,45}$/));
    fc.assert(fc.property(name, (text) => (checkProjectName(text).length === 0) === pattern.test(text)));
  });
});

describe("checkProjectDescription", () => {
  test("accepts 256 characters and rejects 257", () => {
    expect(checkProjectDescription("ü".repeat(256))).toEqual([]);
    expect(checkProjectDescription("ü".repeat(257))).toEqual([
      { rule: "too-long", message: "A project description must have at most 256 characters; this one has 257." },
    ]);
  });
});

describe("checkAutoDestroyActivityDuration", () => {
  test.each(["1d", "9999h", "0001d"])("accepts %j", (duration) => {
    expect(checkAutoDestroyActivityDuration(duration)).toEqual([]);
  });

  test.each([
    ["0d", "zero"],
    ["0000h", "zero"],
    ["20m", "format"],
    ["bar", "format"],
    ["10000d", "format"],
    ["-1d", "format"],
    ["1 d", "format"],
    ["", "format"],
    ["14d\n", "format"],
  ])("rejects %j for its %s", (duration, rule) => {
    expect(rulesOf(checkAutoDestroyActivityDuration(duration))).toEqual([rule]);
  });

  test("says what a duration is", () => {
    expect(messagesOf([...checkAutoDestroyActivityDuration("2w"), ...checkAutoDestroyActivityDuration("0d")])).toEqual([
      'A duration must be a number of up to four digits followed by "d" (days) or "h" (hours), such as "14d"; "2w" ' +
        "is not.",
      'A duration must be greater than zero; "0d" is not. Omit it for none.',
    ]);
  });
});

describe("a tag", () => {
  const SYMBOLS = 'may only contain letters, numbers and the symbols "_", ".", "=", "+", "-", "@" and ":"';

  test.each(["a", "Cost-Center_1", "a.b=c+d@e:f", "k".repeat(128), "hcx:a", "xhc:a", "hcp", "a:hc:b"])(
    "may have the key %j",
    (key) => {
      expect(checkTagKey(key)).toEqual([]);
    },
  );

  test.each([
    ["", "length", 'A tag key must have 1 to 128 characters; "" has 0.'],
    ["k".repeat(129), "length", `A tag key must have 1 to 128 characters; "${"k".repeat(129)}" has 129.`],
    ["a b", "characters", `A tag key ${SYMBOLS}; "a b" has others.`],
    ["é", "characters", `A tag key ${SYMBOLS}; "é" has others.`],
    ["hc:a", "reserved", 'The prefixes "hc:" and "hcp:" of tag keys are reserved; "hc:a" has one.'],
    ["HCP:a", "reserved", 'The prefixes "hc:" and "hcp:" of tag keys are reserved; "HCP:a" has one.'],
  ])("cannot have the key %j", (key, rule, message) => {
    expect(checkTagKey(key)).toEqual([{ rule, message }]);
  });

  test("may have any value of up to 256 characters", () => {
    for (const value of ["", "a.b=c+d@e:f_-1", "v".repeat(256), "hc:a"]) expect(checkTagValue("k", value)).toEqual([]);
    expect(checkTagValue("k", "v".repeat(257))).toEqual([
      { rule: "length", message: 'The value of tag "k" must have at most 256 characters; it has 257.' },
    ]);
    expect(checkTagValue("k", "a/b")).toEqual([{ rule: "characters", message: `The value of tag "k" ${SYMBOLS}.` }]);
  });
});

test("an empty description counts as unset", () => {
  expect([normalizeDescription(""), normalizeDescription(undefined), normalizeDescription("x")]).toEqual([
    null,
    null,
    "x",
  ]);
});
