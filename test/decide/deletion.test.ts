import { decideDeletion, type DeletionFacts } from "../../src/decide";

const [a, b, c] = ["a", "b", "c"].map((name) => {
  return { id: `ws-${name}`, name, projectId: "prj-1", organization: "acme" };
});

function decided(isEvacuated: boolean, facts: Partial<DeletionFacts> = {}): readonly (readonly string[])[] {
  const all = { inside: [a!, b!, c!], leaves: ({ id }: { id: string }) => id === "ws-b", ...facts };
  const { leaving, staying } = decideDeletion(isEvacuated, all);
  return [leaving, staying].map((its) => its.map(({ name }) => name));
}

test("what nothing moves out of a project stays in it, so that it cannot be deleted", () => {
  expect(decided(false)).toEqual([["b"], ["a", "c"]]);
});

test("an evacuation moves out all but what is ignored and does not leave anyhow", () => {
  expect(decided(true)).toEqual([["a", "b", "c"], []]);
  expect(decided(true, { isIgnored: ({ id }) => id !== "ws-a" })).toEqual([["a", "b"], ["c"]]);
  expect(decided(false, { isIgnored: () => true })).toEqual([["b"], ["a", "c"]]);
});
