import { compareGroupings, countApart, isClose } from "../../../src/import/grouping/comparison";
import type { Grouping } from "../../../src/import/grouping/grouping";
import { parseWay } from "../../../src/import/grouping/ways";
import { workspace } from "./name-lists";

const ALL = new Map("abcdefghijklmnop".split("").map((letter) => [letter, workspace(letter)]));

/** A way with these groups, each of the workspaces with these letters, by their project. */
function grouping(way: string, groups: Readonly<Record<string, string>>): Grouping {
  const all = Object.entries(groups).map(([project, letters]) => ({
    project,
    condition: undefined,
    workspaces: letters.split("").map((letter) => ALL.get(letter)!),
  }));
  return { way: parseWay(way)!, alsoBy: [], groups: all, covered: 0, left: [], missingTag: undefined };
}

/** How two ways compare: how many are alike, and the letters of the others by the projects of both. */
function compared(ones: Readonly<Record<string, string>>, others: Readonly<Record<string, string>>) {
  const [comparison] = compareGroupings([grouping("word:1", ones), grouping("tag:team", others)]);
  const { alike, apart } = comparison!;
  return [alike, ...apart.map((it) => [...it.projects, it.workspaces.map(({ name }) => name).join("")])];
}

test("groups correspond if each has most in common with the other", () => {
  expect(compared({ pay: "abcde", net: "fgh" }, { payments: "abcd", network: "efgh" })).toEqual([
    7,
    ["pay", "network", "e"],
  ]);
});

test("a group corresponds to one group only", () => {
  // Most of `net` is in `ops`, most of which is `pay`.
  expect(compared({ net: "ab", pay: "cdef" }, { ops: "abcdef" })).toEqual([4, ["net", "ops", "ab"]]);
  expect(compared({ ops: "abcdef" }, { net: "ab", pay: "cdef" })).toEqual([4, ["ops", "net", "ab"]]);
});

test("groups of the same project correspond, whatever they have in common", () => {
  expect(compared({ net: "a", pay: "bcdef" }, { Net: "abcdef" })).toEqual([6]);
  expect(compared({ sec: "a", pay: "bcdef" }, { Net: "abcdef" })).toEqual([5, ["sec", "Net", "a"]]);
});

test("what only one way groups is not compared", () => {
  expect(compared({ pay: "abc" }, { payments: "cde" })).toEqual([1]);
  expect(compared({ pay: "ab" }, { payments: "de" })).toEqual([0]);
});

test("differences are by the two projects, the most first, with sorted names", () => {
  expect(compared({ pay: "hgfedcba", net: "ijklm" }, { one: "cdhg", two: "ba", six: "fe", net: "ijklm" })).toEqual([
    9,
    ["pay", "six", "ef"],
    ["pay", "two", "ab"],
  ]);
  expect(compared({ pay: "abcdefgh", net: "ij" }, { one: "efgh", two: "d", six: "abc", net: "ij" })).toEqual([
    6,
    ["pay", "six", "abc"],
    ["pay", "two", "d"],
  ]);
});

test("each of the first eight ways is compared with each other", () => {
  const ways = Array.from({ length: 10 }, (_, index) => grouping(`tag:k${index}`, { net: "ab" }));
  const pairs = compareGroupings(ways).map((it) => it.ways.map((way) => ("key" in way ? way.key : "")).join());
  expect(pairs).toHaveLength(28);
  expect([pairs[0], pairs.at(-1)]).toEqual(["k0,k1", "k6,k7"]);
});

test.each([
  ["word:1", "tag:team", { a: "abcdef", b: "ghijkl" }, { a: "abcdeg", b: "fhijkl" }, 2, true],
  ["word:1", "word:2", { a: "abcdef", b: "ghijkl" }, { a: "abcdeg", b: "fhijkl" }, 2, false],
  ["repository:owner", "tag:team", { a: "abcdef" }, { a: "abcdef" }, 0, false],
  ["word:1", "tag:team", { x: "abcd" }, { y: "ab", z: "cd" }, 2, true],
  ["word:1", "tag:team", { x: "abcd" }, { y: "a", z: "b", u: "c", v: "d" }, 3, false],
])("%s and %s that group %j and %j differ in %i: worth a look is %s", (one, other, ones, others, apart, isWorth) => {
  const [comparison] = compareGroupings([grouping(one, ones), grouping(other, others)]);
  expect([countApart(comparison!), isClose(comparison!)]).toEqual([apart, isWorth]);
});
