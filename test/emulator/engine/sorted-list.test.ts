import { SortedList } from "../../../src/emulator/engine/sorted-list";

interface Item {
  readonly key: number;
  readonly text: string;
}

const list = (...keys: readonly number[]): SortedList<Item> => {
  const sorted = new SortedList<Item>((one, other) => one.key - other.key);
  for (const key of keys) sorted.add({ key, text: "" });
  return sorted;
};
const keys = (items: readonly Item[]): readonly number[] => items.map((item) => item.key);

test("keeps items in order, regardless of the order of insertion", () => {
  expect(keys(list(3, 1, 2, 5, 4).all())).toEqual([1, 2, 3, 4, 5]);
});

test("removes an item and keeps the others", () => {
  const sorted = list(3, 1, 2);
  sorted.remove({ key: 2, text: "" });
  expect(keys(sorted.all())).toEqual([1, 3]);
});

test("replaces an item, at its new position", () => {
  const sorted = list(1, 2, 3);
  sorted.replace({ key: 1, text: "" }, { key: 4, text: "moved" });
  sorted.replace({ key: 2, text: "" }, { key: 2, text: "changed" });
  expect(sorted.all().map(({ key, text }) => `${key}${text}`)).toEqual(["2changed", "3", "4moved"]);
});

test("slices are those of an array, in both directions", () => {
  const all = [1, 2, 3, 4, 5];
  const sorted = list(...all);
  for (const [start, end] of [
    [0, 2],
    [2, 4],
    [4, 6],
    [5, 7],
    [0, 9],
  ] as const) {
    expect(keys(sorted.slice(start, end))).toEqual(all.slice(start, end));
    expect(keys(sorted.sliceReversed(start, end))).toEqual([...all].reverse().slice(start, end));
  }
});
