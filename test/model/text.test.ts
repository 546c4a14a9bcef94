import { firstLines, firstOf, formatList } from "../../src/model";
import { charactersBeside } from "../../src/model/text";

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `n${String(index + 1).padStart(2, "0")}`);

test("the first names are those that sort first, regardless of case", () => {
  expect(firstOf(["b", "C", "a"])).toEqual(["a", "b", "C"]);
  expect(firstOf(["b", "C", "a"], 2)).toEqual(["a", "b"]);
  expect(firstOf(numbered(11).toReversed())).toEqual(numbered(10));
});

test("ten lines are shown as they are, and more of them are counted", () => {
  const lines = numbered(10).toReversed();
  expect(firstLines(lines)).toEqual(lines);
  expect(firstLines([...lines, "x", "y"])).toEqual([...lines, "… and 2 more"]);
});

test.each([
  [[], undefined, ""],
  [["b", "a"], undefined, "a, b"],
  [["c", "b", "a"], 3, "a, b, c"],
  [["c", "b", "a"], 2, "a, b and 1 more"],
  [numbered(10), undefined, "n01, n02, n03, n04, n05, n06, n07, n08, n09, n10"],
  [numbered(12), undefined, "n01, n02, n03, n04, n05, n06, n07, n08, n09, n10 and 2 more"],
])("the list of %j, at most %j of them: %s", (names, max, expected) => {
  expect(formatList(names, undefined, max)).toBe(expected);
});

test("names of a list are sorted before they are formatted", () => {
  expect(formatList(["b", "a"], (name) => (name === "a" ? "z" : "y"))).toBe("z, y");
});

test.each([
  ["abc", undefined],
  ["", undefined],
  ["a b.b c", '" ", "."'],
  ["\u{1F600}\n", '"\\n", "\u{1F600}"'],
])("the characters in %j that are no letters: %s", (text, expected) => {
  expect(charactersBeside(/[^a-z]/gu, text)).toBe(expected);
});
