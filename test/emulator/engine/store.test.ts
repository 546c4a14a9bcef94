import { Clock } from "../../../src/emulator/clock";
import type { TagRecord } from "../../../src/emulator/store/records";
import { Store } from "../../../src/emulator/store/store";

let store: Store;
let changes: string[];

beforeEach(() => {
  store = new Store(new Clock(() => 0));
  store.tags.put(tag("tag-1", "red"));
  store.tags.put(tag("tag-2", "blue"));
  changes = [];
  store.onChange(({ id, record }) => changes.push(`${id} ${record === null ? "removed" : "put"}`));
});

function tag(id: string, name: string): TagRecord {
  return { id, sequence: Number(id.slice(4)), organizationId: "org-1", name, createdAt: "" };
}
const names = (): readonly string[] =>
  store
    .tagsOf("org-1")
    .all()
    .map(({ name }) => name);

describe("atomically", () => {
  test("makes all changes, and reports them to the listener in order", () => {
    const result = store.atomically(() => {
      store.tags.put(tag("tag-3", "green"));
      store.tags.remove("tag-1");
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
        store.tags.put(tag("tag-2", "yellow"));
        store.tags.put(tag("tag-3", "green"));
        store.atomically(() => store.tags.put(tag("tag-3", "gray")));
        expect(names()).toEqual(["red", "yellow", "gray"]);
        throw new Error("no");
      });
    expect(failing).toThrow("no");

    expect(JSON.stringify([...store.contents()])).toBe(before);
    expect(names()).toEqual(["red", "blue"]);
    expect([store.findTag("org-1", "blue")?.id, store.findTag("org-1", "yellow")]).toEqual(["tag-2", undefined]);
    expect(changes).toEqual([]);
    store.tags.put(tag("tag-3", "green"));
    expect(changes).toEqual(["tag-3 put"]);
  });

  test("brings back what was removed", () => {
    const failing = (): void =>
      store.atomically(() => {
        store.tags.remove("tag-1");
        throw new Error("no");
      });
    expect(failing).toThrow("no");
    expect(names()).toEqual(["red", "blue"]);
    expect(store.findTag("org-1", "red")?.id).toBe("tag-1");
  });
});
