import {
  checkAutoDestroyActivityDuration,
  checkProjectDescription,
  checkProjectName,
  normalizeDescription,
} from "../../src/model";
import { fc } from "../support/property";

const rulesOf = (violations: readonly { readonly rule: string }[]): string[] => violations.map(({ rule }) => rule);

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
    expect(rulesOf(checkProjectDescription("ü".repeat(257)))).toEqual(["too-long"]);
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
});

test("an empty description counts as unset", () => {
  expect([normalizeDescription(""), normalizeDescription(undefined), normalizeDescription("x")]).toEqual([
    null,
    null,
    "x",
  ]);
});
