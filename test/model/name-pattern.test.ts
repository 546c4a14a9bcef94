import { checkObjectPattern, checkWorkspacePattern, matcherOf, patternMatcher } from "../../src/model/name-pattern";
import { checkProjectName } from "../../src/model/project";
import { checkWorkspaceName } from "../../src/model/workspace";
import { casesOf, fc } from "../support/property";

test.each<[string, string, boolean]>([
  ["sandbox-*", "sandbox-1", true],
  ["sandbox-*", "sandbox-", true],
  ["sandbox-*", "SANDBOX-Anna", true],
  ["sandbox-*", "my-sandbox-1", false],
  ["*-tmp", "a-tmp", true],
  ["*-tmp", "a-tmp-b", false],
  ["team *: *", "Team Blue: web", true],
  ["*", "anything", true],
  ["web", "web", true],
  ["web", "web-2", false],
  // Only the asterisk has a meaning.
  ["a.c", "abc", false],
  ["a.c", "a.c", true],
  ["a?", "ab", false],
  ["[ab]", "a", false],
  ["(x|y)+", "(X|Y)+", true],
  ["line*", "line\nbreak", true],
])("the pattern %j matches the name %j: %s", (pattern, name, expected) => {
  expect(matcherOf([pattern])({ id: "prj-1", name })).toBe(expected);
});

test("one of several patterns is enough, none match nothing, and an ID is matched as it is", () => {
  const project = { id: "prj-Ab1", name: "Platform" };
  expect(matcherOf(["x", "plat*"])(project)).toBe(true);
  expect(matcherOf([])(project)).toBe(false);
  expect(matcherOf(["prj-Ab1"])(project)).toBe(true);
  expect(matcherOf(["prj-ab1"])(project)).toBe(false);
});

test.each([
  ["*a*b*", "xaxbx", true],
  ["*a*b*", "xbxax", false],
  ["a*a", "a", false],
  ["a*a", "aa", true],
  ["**", "", true],
  ["*ab*ab", "abab", true],
  ["*ab*ab", "ab", false],
])("the parts of %j do not overlap in %j: %s", (pattern, name, expected) => {
  expect(matcherOf([pattern])({ id: "prj-1", name })).toBe(expected);
});

test("a pattern with any number of wildcards is compared at once, where a regular expression would take years", () => {
  const pattern = `${"*a".repeat(40)}b`;
  expect(matcherOf([pattern])({ id: "prj-1", name: "a".repeat(90) })).toBe(false);
  expect(matcherOf([pattern])({ id: "prj-1", name: `${"a".repeat(38)}b` })).toBe(false);
  expect(matcherOf([`${"*a".repeat(40)}*b`])({ id: "prj-1", name: `${"a".repeat(89)}b` })).toBe(true);
});

test("a pattern matches what a regular expression with the same wildcards matches", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 6 });
  fc.assert(
    fc.property(text, text, (pattern, name) => {
      const expression = new RegExp(`^${pattern.replaceAll("*", "[^]*")}$`);
      expect(matcherOf([pattern])({ id: "prj-1", name })).toBe(expression.test(name));
    }),
    { numRuns: casesOf(1000) },
  );
});

test("of several patterns, the first that matches is found, as it is written", () => {
  const patternOf = patternMatcher(["x", "Net-*", "net-1"]);
  expect([patternOf("net-1"), patternOf("x"), patternOf("y")]).toEqual(["Net-*", "x", undefined]);
});

describe("a pattern that can match nothing", () => {
  const rulesOf = (violations: readonly { readonly rule: string }[]) => violations.map(({ rule }) => rule);

  test.each([
    ["net-*", [], []],
    ["*", [], []],
    ["NET_1", [], []],
    ["prj-Ab1", [], []],
    ["Default Project", ["characters"], []],
    ["* Project", ["characters"], []],
    ["^net", ["characters"], ["characters"]],
    ["net-?", ["characters"], ["characters"]],
    ["é*", ["characters"], ["characters"]],
    ["\u{1F600}", ["characters"], ["characters"]],
    [" net", ["characters"], ["outer-space"]],
    ["net* ", ["characters"], ["outer-space"]],
    ["", [], ["empty"]],
  ])("%j has the violations %j for workspaces, and %j for projects and workspaces", (pattern, ofWorkspaces, ofAll) => {
    expect(rulesOf(checkWorkspacePattern(pattern))).toEqual(ofWorkspaces);
    expect(rulesOf(checkObjectPattern(pattern))).toEqual(ofAll);
  });

  test("is said with the characters that no name has, and what the wildcard does", () => {
    expect(checkWorkspacePattern("net *").map(({ message }) => message)).toEqual([
      'The pattern "net *" can match no workspace: it has " ", but names of workspaces have only letters, numbers, ' +
        '"-" and "_". In a pattern, "*" matches any text, and every other character only itself.',
    ]);
    expect(checkObjectPattern("^team [ab]\u{1F600}").map(({ message }) => message)).toEqual([
      'The pattern "^team [ab]\u{1F600}" can match no project and no workspace: it has "[", "]", "^", "\u{1F600}", ' +
        'but their names have only letters, numbers, spaces, "-" and "_". In a pattern, "*" matches any text, and ' +
        "every other character only itself.",
    ]);
  });

  test("is one that is empty, or has a space at an end, which is said", () => {
    expect([...checkObjectPattern(""), ...checkObjectPattern(" a*")].map(({ message }) => message)).toEqual([
      "A pattern must not be empty. Leave it out.",
      'The pattern " a*" can match no project and no workspace: no name begins or ends with a space.',
    ]);
  });

  const text = fc.string({
    unit: fc.constantFrom("a", "B", "7", "-", "_", " ", "*", ".", "^"),
    minLength: 1,
    maxLength: 8,
  });

  test("is one that matches no valid name of a workspace; any other matches one", () => {
    fc.assert(
      fc.property(text, text, (pattern, name) => {
        const isPossible = checkWorkspacePattern(pattern).length === 0;
        const matches = (it: string): boolean => matcherOf([pattern])({ id: "ws-1", name: it });
        if (isPossible) expect(matches(pattern.replaceAll("*", "x"))).toBe(true);
        else if (checkWorkspaceName(name).length === 0) expect(matches(name)).toBe(false);
      }),
      { numRuns: casesOf(1000) },
    );
  });

  test("is one that matches no valid name of a project or workspace; any other matches one", () => {
    const isName = (it: string) => checkWorkspaceName(it).length === 0 || checkProjectName(it).length === 0;
    fc.assert(
      fc.property(text, text, (pattern, name) => {
        const matches = (it: string): boolean => matcherOf([pattern])({ id: "prj-1", name: it });
        const example = pattern.replaceAll("*", "xxx");
        if (checkObjectPattern(pattern).length === 0)
          expect([matches(example), isName(example.padEnd(3, "x"))]).toEqual([true, true]);
        else if (isName(name)) expect(matches(name)).toBe(false);
      }),
      { numRuns: casesOf(1000) },
    );
  });
});
