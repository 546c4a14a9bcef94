import { arrayOf, number, object, string } from "../../../src/emulator/decode";
import type { Change, BaseRecord } from "../../../src/emulator/engine/table";
import { Table } from "../../../src/emulator/engine/table";

interface Animal extends BaseRecord {
  readonly organizationId: string;
  readonly name: string;
  readonly cageId: string;
}

let changes: Change[];
let animals: Table<Animal>;

beforeEach(() => {
  changes = [];
  const decoder = object({ id: string, sequence: number, organizationId: string, name: string, cageId: string });
  const awake = { keys: ({ name }: Animal) => (name === "lion" ? "awake" : undefined) };
  animals = new Table("animals", decoder, (change) => changes.push(change), { awake });
});

const animal = (sequence: number, name: string, cageId: string, organizationId = "zoo"): Animal => ({
  id: `a${sequence}`,
  sequence,
  organizationId,
  name,
  cageId,
});
const names = (records: readonly Animal[]): readonly string[] => records.map((record) => record.name);
const inCage = (cage: string) => animals.where("cageId", cage);
const called = (name: string) => animals.find("name", "zoo", name);

describe.each([
  ["made before", true],
  ["made when they are first used", false],
])("indexes that are %s", (_, isMadeBefore) => {
  beforeEach(() => {
    if (!isMadeBefore) return;
    called("");
    inCage("");
    animals.where("cageId", "", "name");
    animals.index("awake", "");
  });

  test("reflect every change of their keys", () => {
    animals.put(animal(1, "lion", "north"));
    animals.put(animal(2, "bear", "north"));

    animals.put(animal(1, "tiger", "south"));

    expect(called("lion")).toBeUndefined();
    expect(called("tiger")?.id).toBe("a1");
    expect([names(inCage("north").all()), names(inCage("south").all())]).toEqual([["bear"], ["tiger"]]);
    animals.remove("a2");
    expect(called("bear")).toBeUndefined();
    expect(inCage("north").size).toBe(0);
  });

  test("find one of two records that have swapped their names", () => {
    animals.put(animal(1, "lion", "north"));
    animals.put(animal(2, "bear", "north"));
    animals.put(animal(1, "wolf", "north"));
    animals.put(animal(2, "lion", "north"));
    animals.put(animal(1, "bear", "north"));
    expect([called("lion")?.id, called("bear")?.id]).toEqual(["a2", "a1"]);
  });

  test("find a name without regard to case, in one organization", () => {
    animals.put(animal(1, "Lion", "north"));
    animals.put(animal(2, "lion", "north", "circus"));
    expect([called("LION")?.id, animals.find("name", "circus", "Lion")?.id]).toEqual(["a1", "a2"]);
    expect(animals.find("name", "other", "lion")).toBeUndefined();
  });

  test("are in order of creation, regardless of later changes", () => {
    for (const [index, name] of ["lion", "bear", "wolf"].entries()) animals.put(animal(index, name, "north"));
    animals.put(animal(0, "lion", "south"));
    animals.put(animal(0, "lion", "north"));
    animals.put(animal(1, "panda", "north"));
    expect(names(inCage("north").all())).toEqual(["lion", "panda", "wolf"]);
  });

  test("are in order of names, case-insensitively, then of creation", () => {
    for (const [index, name] of ["wolf", "Lion", "bear"].entries()) animals.put(animal(index, name, "north"));
    const byName = (): readonly string[] => names(animals.where("cageId", "north", "name").all());
    expect(byName()).toEqual(["bear", "Lion", "wolf"]);
    animals.put(animal(0, "ape", "north"));
    animals.put(animal(3, "BEAR", "north"));
    expect(byName()).toEqual(["ape", "bear", "BEAR", "Lion"]);
  });

  test("leave out a record without a key", () => {
    animals.put(animal(1, "lion", "north"));
    animals.put(animal(2, "bear", "north"));
    expect(names(animals.index("awake", "awake").all())).toEqual(["lion"]);
    animals.put(animal(1, "bear", "north"));
    expect(animals.index("awake", "awake").size).toBe(0);
  });
});

test("a record is in a group for each text of a member that is a list, once", () => {
  interface Keeper extends BaseRecord {
    readonly cageIds: readonly string[];
  }
  const keepers = new Table<Keeper>(
    "keepers",
    object({ id: string, sequence: number, cageIds: arrayOf(string) }),
    () => undefined,
  );
  const of = (cage: string): readonly string[] =>
    keepers
      .where("cageIds", cage)
      .all()
      .map(({ id }) => id);
  keepers.put({ id: "k1", sequence: 1, cageIds: ["north", "south", "north"] });
  expect([of("north"), of("south")]).toEqual([["k1"], ["k1"]]);
  keepers.put({ id: "k1", sequence: 1, cageIds: ["south", "west"] });
  expect([of("north"), of("south"), of("west")]).toEqual([[], ["k1"], ["k1"]]);
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

test("a reference to a missing record, or to a missing index, is reported as a bug", () => {
  expect(() => animals.expect("a9")).toThrow(/a9 is missing from animals/);
  expect(() => animals.index("asleep", "")).toThrow(/animals has no index asleep/);
});
