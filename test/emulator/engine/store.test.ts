import { Clock } from "../../../src/emulator/clock";
import { TableStore } from "../../../src/emulator/engine/store";
import type { Table } from "../../../src/emulator/engine/table";
import type { TagRecord } from "../../../src/emulator/kinds/tag";
import { tags } from "../../../src/emulator/kinds/tag";
import { KINDS } from "../../../src/emulator/service-kinds";

let store: TableStore;
let table: Table<TagRecord>;
let changes: string[];

beforeEach(() => {
  store = new TableStore(KINDS, new Clock(() => 0));
  table = store.table(tags);
  table.put(tag("tag-1", "red"));
  table.put(tag("tag-2", "blue"));
  changes = [];
  store.onChange(({ id, record }) => changes.push(`${id} ${record === null ? "removed" : "put"}`));
});

function tag(id: string, name: string): TagRecord {
  return { id, sequence: Number(id.slice(4)), organizationId: "org-1", name, createdAt: "", settings: {} };
}
const names = (): readonly string[] =>
  table
    .where("organizationId", "org-1")
    .all()
    .map(({ name }) => name);

describe("atomically", () => {
  test("makes all changes, and reports them to the listener in order", () => {
    const result = store.atomically(() => {
      table.put(tag("tag-3", "green"));
      table.remove("tag-1");
      expect(changes).toEqual([]);
      return names();
    });
    expect([result, names()]).toEqual([
      ["blue", "green"],
      ["blue", "green"],
    ]);
    expect(changes).toEqual(["tag-3 put", "tag-1 removed"]);
  });

  test("makes none when the function throws: records, indexes and the listener are as before", () => {
    const before = JSON.stringify([...store.contents()]);
    const failing = (): void =>
      store.atomically(() => {
        table.put(tag("tag-2", "yellow"));
        table.put(tag("tag-3", "green"));
        store.atomically(() => table.put(tag("tag-3", "gray")));
        expect(names()).toEqual(["red", "yellow", "gray"]);
        throw new Error("no");
      });
    expect(failing).toThrow("no");

    expect(JSON.stringify([...store.contents()])).toBe(before);
    expect(names()).toEqual(["red", "blue"]);
    expect([table.find("name", "org-1", "blue")?.id, table.find("name", "org-1", "yellow")]).toEqual([
      "tag-2",
      undefined,
    ]);
    expect(changes).toEqual([]);
    table.put(tag("tag-3", "green"));
    expect(changes).toEqual(["tag-3 put"]);
  });

  test("brings back what was removed", () => {
    const failing = (): void =>
      store.atomically(() => {
        table.remove("tag-1");
        throw new Error("no");
      });
    expect(failing).toThrow("no");
    expect(names()).toEqual(["red", "blue"]);
    expect(table.find("name", "org-1", "red")?.id).toBe("tag-1");
  });
});
