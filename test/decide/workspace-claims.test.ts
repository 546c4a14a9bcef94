import { WorkspaceClaims, type WorkspaceClaim } from "../../src/decide";

const LIST: WorkspaceClaim = {};
const LISTS_IN_DEFAULT: WorkspaceClaim = { projectId: "prj-default" };
const RULE: WorkspaceClaim = { takeFrom: "default-project" };
const FINDS: WorkspaceClaim = { takeFrom: "default-project", foundIn: "prj-default" };
const TAKES: WorkspaceClaim = { takeFrom: "any", isPlaced: false };
const HAS: WorkspaceClaim = { takeFrom: "any", isPlaced: true };

/** The conflict of claims on a workspace of the resources a, b, … */
function conflictsOf(claims: readonly WorkspaceClaim[]): readonly string[] {
  const all = new WorkspaceClaims<string>();
  for (const [index, claim] of claims.entries()) all.add("abc"[index] ?? "", "ws-1", claim);
  return all.conflicts().map(({ conflict, at, others }) => `${conflict}: ${[...others, at].join(", ")}`);
}

test.each<[string, readonly WorkspaceClaim[], readonly string[]]>([
  ["two memberships", [LIST, LIST], ["two-memberships: a, b"]],
  ["three memberships", [LIST, LIST, LIST], ["two-memberships: a, b, c"]],
  ["a membership, and a rule that takes from the default project", [LIST, RULE], []],
  ["one of another project, and a rule that finds it in the default project", [{ projectId: "prj-a" }, FINDS], []],
  ["one of a new project, and such a rule", [LIST, FINDS], []],
  ["one of the default project, and such a rule", [LISTS_IN_DEFAULT, FINDS], ["listed-and-placed: a, b"]],
  ["one of the default project, and a rule that finds it somewhere", [LISTS_IN_DEFAULT, RULE], []],
  ["a membership, and a rule that takes from any project", [LIST, TAKES], ["listed-and-placed: a, b"]],
  ["a membership, and a rule that has it", [LIST, HAS], ["listed-and-placed: a, b"]],
  ["a membership, and two such rules", [LIST, TAKES, HAS], ["listed-and-placed: a, b", "listed-and-placed: a, c"]],
  ["two memberships, and such a rule", [LIST, LIST, HAS], ["two-memberships: a, b", "listed-and-placed: a, c"]],
  ["two rules that take it from the default project", [RULE, RULE], ["placed-twice: a, b"]],
  ["such a rule, and one that takes from any project", [RULE, TAKES], ["placed-twice: a, b"]],
  ["two rules that take it from any project", [TAKES, TAKES], ["placed-twice: a, b"]],
  ["a rule that has it, and one that takes it", [HAS, TAKES], ["placed-twice: a, b"]],
  ["two rules that have it", [HAS, HAS], []],
  ["two rules that have it, and one that takes it", [HAS, HAS, RULE], ["placed-twice: a, b, c"]],
])("claims of %s", (_, claims, expected) => {
  expect(conflictsOf(claims)).toEqual(expected);
});

test.each([
  [LIST, LIST, true],
  [LIST, TAKES, true],
  [LIST, RULE, false],
  [LISTS_IN_DEFAULT, FINDS, true],
  [RULE, TAKES, true],
  [HAS, TAKES, true],
  [HAS, HAS, false],
])("%j and %j conflict in either order, and the first one decides: %s", (first, second, expected) => {
  for (const [earlier, later] of [
    [first, second],
    [second, first],
  ] as const) {
    const claims = new WorkspaceClaims<string>();
    expect(claims.conflictWith("a", "ws-1", earlier)).toBeUndefined();
    claims.add("a", "ws-1", earlier);
    expect(claims.conflictWith("b", "ws-1", later)?.resource).toBe(expected ? "a" : undefined);
    expect(claims.conflictWith("a", "ws-1", later)).toBeUndefined();
    claims.add("b", "ws-1", later);
    if (expected) expect(claims.deciding("ws-1")).toEqual({ resource: "a", entry: earlier });
  }
});

test("a membership has a workspace in either order if a rule takes it from the default project", () => {
  const [listed, placed] = [new WorkspaceClaims<string>(), new WorkspaceClaims<string>()];
  listed.add("list", "ws-1", LIST);
  listed.add("rule", "ws-1", RULE);
  placed.add("rule", "ws-1", RULE);
  expect([placed.isListed("ws-1"), placed.deciding("ws-1")?.resource]).toEqual([false, "rule"]);
  placed.add("list", "ws-1", LIST);
  for (const claims of [listed, placed]) {
    expect([claims.isListed("ws-1"), claims.isListed("ws-2")]).toEqual([true, false]);
    expect(claims.deciding("ws-1")?.resource).toBe("list");
    expect([claims.ofAnother("rule", "ws-1")?.resource, claims.ofAnother("list", "ws-1")]).toEqual(["list", undefined]);
  }
  // What a resource claims now, and before otherwise, counts as it is now.
  listed.add("list", "ws-1", RULE);
  expect([listed.isListed("ws-1"), listed.conflicts()]).toEqual([false, []]);
});

test("claims can be removed", () => {
  const claims = new WorkspaceClaims<string>();
  expect(claims.isEmpty).toBe(true);
  claims.add("a", "ws-1", LIST);
  expect(claims.isEmpty).toBe(false);
  claims.remove("b", "ws-1");
  expect(claims.deciding("ws-1")?.resource).toBe("a");
  claims.remove("a", "ws-1");
  expect([claims.isEmpty, claims.deciding("ws-1")]).toEqual([true, undefined]);
});

test("conflicts are by their resources, in the order of those that have the error", () => {
  const claims = new WorkspaceClaims<string>();
  for (const id of ["c", "b", "alone"]) claims.add("one", id, LIST);
  for (const id of ["b", "c", "a", "x"]) claims.add("two", id, LIST);
  for (const id of ["x", "a"]) claims.add("three", id, LIST);
  claims.add("one", "a", LIST);
  expect(claims.conflicts()).toEqual([
    { conflict: "two-memberships", at: "one", others: ["two", "three"], workspaceIds: ["a"] },
    { conflict: "two-memberships", at: "two", others: ["one"], workspaceIds: ["c", "b"] },
    { conflict: "two-memberships", at: "three", others: ["two"], workspaceIds: ["x"] },
  ]);
});

test("a membership learns of a rule that it conflicts with, also behind one that it does not", () => {
  const claims = new WorkspaceClaims<string>();
  claims.add("takes it from the default project", "ws-1", { takeFrom: "default-project" });
  claims.add("takes it from any", "ws-1", { takeFrom: "any", isPlaced: true });
  expect(claims.conflictWith("list", "ws-1", LIST)?.resource).toBe("takes it from any");
});
