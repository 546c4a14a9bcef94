import { matcherOf } from "../../src/reconcile";

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
