import { number, object, string } from "../../../src/emulator/decode";
import type { Change, BaseRecord } from "../../../src/emulator/store/table";
import { Table } from "../../../src/emulator/store/table";

interface Animal extends BaseRecord {
  readonly name: string;
  readonly cage: string;
}

let changes: Change[];
let animals: Table<Animal>;

beforeEach(() => {
  changes = [];
  const decoder = object({ id: string, sequence: number, name: string, cage: string });
  animals = new Table("animals", decoder, (change) => changes.push(change));
});

const animal = (sequence: number, name: string, cage: string): Animal => ({ id: `a${sequence}`, sequence, name, cage });
const names = (records: readonly Animal[]): readonly string[] => records.map((record) => record.name);

test("indexes reflect every change of their keys", () => {
  const byName = animals.uniqueBy((it) => it.name);
  const inCage = animals.groupedBy((it) => it.cage);
  animals.put(animal(1, "lion", "north"));
  animals.put(animal(2, "bear", "north"));

  animals.put(animal(1, "tiger", "south"));

  expect(byName("lion")).toBeUndefined();
  expect(byName("tiger")?.id).toBe("a1");
  expect([names(inCage("north").all()), names(inCage("south").all())]).toEqual([["bear"], ["tiger"]]);
  animals.remove("a2");
  expect(byName("bear")).toBeUndefined();
  expect(inCage("north").size).toBe(0);
});

test("two records can swap the keys of a unique index", () => {
  const byName = animals.uniqueBy((it) => it.name);
  animals.put(animal(1, "lion", "north"));
  animals.put(animal(2, "bear", "north"));
  animals.put(animal(1, "wolf", "north"));
  animals.put(animal(2, "lion", "north"));
  animals.put(animal(1, "bear", "north"));
  expect([byName("lion")?.id, byName("bear")?.id]).toEqual(["a2", "a1"]);
});

test("a group is in order of creation, regardless of later changes", () => {
  const inCage = animals.groupedBy((it) => it.cage);
  for (const [index, name] of ["lion", "bear", "wolf"].entries()) animals.put(animal(index, name, "north"));
  animals.put(animal(0, "lion", "south"));
  animals.put(animal(0, "lion", "north"));
  animals.put(animal(1, "panda", "north"));
  expect(names(inCage("north").all())).toEqual(["lion", "panda", "wolf"]);
});

test("a record whose key is undefined is in no group", () => {
  const awake = animals.groupedBy((it) => (it.name === "lion" ? "awake" : undefined));
  animals.put(animal(1, "lion", "north"));
  animals.put(animal(2, "bear", "north"));
  animals.put(animal(1, "bear", "north"));
  expect(awake("awake").size).toBe(0);
});

test("calls the listener for every change", () => {
  const lion = animals.put(animal(1, "lion", "north"));
  animals.remove("a1");
  animals.remove("a1");
  expect(changes).toEqual([
    { table: "animals", id: "a1", record: lion },
    { table: "animals", id: "a1", record: null },
  ]);
});

test("a reference to a missing record is reported as a bug", () => {
  expect(() => animals.expect("a9")).toThrow(/a9 is missing from animals/);
});
