import { sharedObjects, type Claim } from "../../../src/engine/plan/shared-objects";

const claimsOf = (owners: Readonly<Record<string, readonly string[]>>): readonly Claim[] =>
  Object.entries(owners).flatMap(([owner, names]) => names.map((name) => ({ owner, id: `ws-${name}`, name })));

test("objects of the same resources are together, sorted, and resources are in their order", () => {
  const claims = claimsOf({ one: ["c", "b", "x", "alone"], two: ["b", "c", "a"], three: ["x", "a", "c"] });
  expect(sharedObjects(claims)).toEqual([
    { address: "two", others: ["one"], names: ["b"] },
    { address: "three", others: ["one", "two"], names: ["c"] },
    { address: "three", others: ["one"], names: ["x"] },
    { address: "three", others: ["two"], names: ["a"] },
  ]);
});

test("what one resource claims twice is not shared", () => {
  expect(sharedObjects(claimsOf({ one: ["a", "a"] }))).toEqual([]);
});
