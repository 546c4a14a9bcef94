import { Registry } from "../../src/decide";

const [one, other] = [{}, {}];

test("the first resource that takes a key owns it, and the others are known", () => {
  const registry = new Registry<string, number, object>();
  expect([registry.isEmpty, registry.owner("a"), registry.others("a", one)]).toEqual([true, undefined, []]);
  registry.take("a", one, 1);
  registry.take("a", other, 2);
  expect(registry.isEmpty).toBe(false);
  expect(registry.owner("a")).toEqual({ resource: one, entry: 1 });
  expect(registry.others("a", one)).toEqual([{ resource: other, entry: 2 }]);
  expect(registry.others("a", other)).toEqual([{ resource: one, entry: 1 }]);
  expect(registry.owner("b")).toBeUndefined();
});

test("a resource that takes a key again keeps its place, with the new entry", () => {
  const registry = new Registry<string, number, object>();
  registry.take("a", one, 1);
  registry.take("a", other, 2);
  registry.take("a", one, 3);
  expect(registry.owner("a")?.entry).toBe(3);
  expect(registry.others("a", one)).toHaveLength(1);
});

test("a key that its owner releases belongs to the next one, and then to nobody", () => {
  const registry = new Registry<string, undefined, object>();
  registry.take("a", one, undefined);
  registry.take("a", other, undefined);
  registry.release("a", one);
  expect(registry.owner("a")?.resource).toBe(other);
  registry.release("a", one);
  registry.release("a", other);
  expect([registry.owner("a"), registry.isEmpty]).toEqual([undefined, true]);
});
