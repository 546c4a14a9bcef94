import {
  conditionMatcher,
  exceptionMatcher,
  matchText,
  takenText,
  UNKNOWN_TAGS,
  type ConditionMatch,
  type RoutedWorkspace,
  type RuleCondition,
  ruleLabel,
  rulesLabel,
} from "../../src/model";
import { casesOf, fc } from "../support/property";

const TEAM = { key: "team", value: "net" };

function tagged(name: string, tags: Readonly<Record<string, string>> = {}): RoutedWorkspace {
  return { name, tags: Object.entries(tags).map(([key, value]) => ({ key, value })) };
}

/** The names of the workspaces that a condition matches. */
function matched(workspaces: readonly RoutedWorkspace[], condition: RuleCondition): readonly string[] {
  const match = conditionMatcher(condition);
  return workspaces.filter((it) => typeof match(it) === "object").map(({ name }) => name);
}

describe("matching by name", () => {
  const NET = ["net-1", "NET-2", "my-net-3", "web"].map((name) => tagged(name));

  test("ignores case, in the pattern and in the name", () => {
    expect(matched(NET, { matchNames: ["net-*"] })).toEqual(["net-1", "NET-2"]);
    expect(matched(NET, { matchNames: ["Net-*"] })).toEqual(["net-1", "NET-2"]);
  });

  test("takes one pattern of several, and one without a wildcard as a name", () => {
    expect(matched(NET, { matchNames: ["w*b", "*-net-*"] })).toEqual(["my-net-3", "web"]);
    expect(matched(NET, { matchNames: ["web", "net"] })).toEqual(["web"]);
  });
});

describe("matching by tags", () => {
  const WORKSPACES = [
    tagged("a", { team: "net", env: "prod" }),
    tagged("b", { team: "net", env: "test" }),
    tagged("c", { team: "web", env: "prod" }),
    tagged("d", { env: "" }),
    tagged("e", {}),
  ];

  test("requires all tags", () => {
    expect(matched(WORKSPACES, { matchTags: { team: "net" } })).toEqual(["a", "b"]);
    expect(matched(WORKSPACES, { matchTags: { team: "net", env: "prod" } })).toEqual(["a"]);
  });

  test("takes an asterisk for any value, also none, and no value for no value", () => {
    expect(matched(WORKSPACES, { matchTags: { env: "*" } })).toEqual(["a", "b", "c", "d"]);
    expect(matched(WORKSPACES, { matchTags: { env: "" } })).toEqual(["d"]);
  });

  test("takes an asterisk in a longer value as it is, and minds case", () => {
    expect(matched(WORKSPACES, { matchTags: { env: "pro*" } })).toEqual([]);
    expect(matched(WORKSPACES, { matchTags: { Team: "net" } })).toEqual([]);
    expect(matched(WORKSPACES, { matchTags: { team: "Net" } })).toEqual([]);
  });

  test("requires one pattern and all tags, if there are both", () => {
    expect(matched(WORKSPACES, { matchNames: ["a", "c"], matchTags: { team: "net" } })).toEqual(["a"]);
  });

  test("is unknown without tags, if the name matches", () => {
    const match = conditionMatcher({ matchNames: ["a*"], matchTags: { team: "*" } });
    expect([match({ name: "ab" }), match({ name: "b" })]).toEqual([UNKNOWN_TAGS, undefined]);
  });
});

test("exceptions are names, and any of the tags", () => {
  const isExcepted = exceptionMatcher({ exceptNames: ["my-*", "net-2"], exceptTags: { keep: "*", env: "test" } });
  expect(isExcepted(tagged("MY-net"))).toBe(true);
  expect(isExcepted(tagged("net", { env: "test" }))).toBe(true);
  expect(isExcepted(tagged("net", { env: "prod" }))).toBe(false);
  expect(isExcepted({ name: "net-2" })).toBe(true);
  expect(isExcepted({ name: "net" })).toBe(UNKNOWN_TAGS);
  expect(exceptionMatcher({ exceptNames: ["a"] })({ name: "net" })).toBe(false);
});

test.each<[RuleCondition, string]>([
  [{ matchNames: ["web", "net-*"] }, 'matches "net-*"'],
  [{ matchTags: { team: "net" } }, "has tag team=net"],
  [{ matchTags: { team: "net", legacy: "" } }, "has tags team=net, legacy"],
  [{ matchNames: ["NET-*"], matchTags: { team: "*" } }, 'matches "NET-*" and has tag team=*'],
])("the reason of %j is %s", (condition, text) => {
  const match = conditionMatcher(condition)(tagged("net-1", { team: "net", legacy: "" }));
  expect(typeof match === "object" ? matchText(match) : match).toBe(text);
});

test.each<[ConditionMatch[], string]>([
  [[{ pattern: "net-*" }, { pattern: "net-*" }], 'rule 6 matches "net-*"'],
  [[{ pattern: "net-*", tags: [TEAM] }], 'rule 6 matches "net-*" and has tag team=net'],
  [[{ tags: [TEAM, { key: "legacy", value: "" }] }], "rule 6 has tags team=net, legacy"],
  [[{ pattern: "billing-*" }, { pattern: "*-iam-*" }, { pattern: "*-iam-*" }], 'rule 6: "*-iam-*" 2, "billing-*" 1'],
  [["a", "b"].map((pattern) => ({ pattern, tags: [TEAM] })), 'rule 6: "a" 1, "b" 1, with tag team=net'],
  [
    ["a", "b", "c", "d", "e", "f", "g"].map((pattern) => ({ pattern })),
    'rule 6: "a" 1, "b" 1, "c" 1, "d" 1, "e" 1 and 2 more',
  ],
])("what a rule took by %j is %s", (matches, text) => {
  expect(takenText(5, matches)).toBe(text);
});

test("conditions match what regular expressions and comparisons of tags do", () => {
  const text = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b", "B", "-"), minLength: 1, maxLength });
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "-", "*", "A"), minLength: 1, maxLength: 5 });
  const tags = fc.dictionary(fc.constantFrom("k", "l"), fc.constantFrom("", "x", "y"));
  const wanted = fc.dictionary(fc.constantFrom("k", "l"), fc.constantFrom("", "x", "*"), { minKeys: 1 });
  const conditions = fc.record(
    { matchNames: fc.array(pattern, { minLength: 1, maxLength: 3 }), matchTags: wanted },
    { requiredKeys: [] },
  );
  const holds = (own: Readonly<Record<string, string>>, [key, value]: readonly [string, string]): boolean =>
    Object.hasOwn(own, key) && (value === "*" || own[key] === value);
  fc.assert(
    fc.property(text(5), tags, conditions, (name, own, condition) => {
      const { matchNames, matchTags = {} } = condition;
      const isNamed =
        matchNames === undefined ||
        matchNames.some((it) => new RegExp(`^${it.replaceAll("*", ".*")}$`, "i").test(name));
      const isTagged = Object.entries(matchTags).every((tag) => holds(own, tag));
      expect(matched([tagged(name, own)], condition)).toEqual(isNamed && isTagged ? [name] : []);
    }),
    { numRuns: casesOf(1000) },
  );
});

test("rules are counted from 1", () => {
  expect([ruleLabel(0), rulesLabel([2]), rulesLabel([0, 1]), rulesLabel([0, 1, 4])]).toEqual([
    "rule 1",
    "rule 3",
    "rules 1 and 2",
    "rules 1, 2 and 5",
  ]);
});
