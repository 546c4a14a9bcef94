import { matcherOf } from "../../src/model/name-pattern";
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
