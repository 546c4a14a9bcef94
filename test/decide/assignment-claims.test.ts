import { AssignmentClaims, type AssignmentClaim } from "../../src/decide";

const TYPE = "tfprojects_project_team_access";

const claim = (ids: string, exclusive = false): AssignmentClaim => ({
  objects: new Map(ids.split("").map((id) => [id, `team ${id}`])),
  exclusive,
});

let claims: AssignmentClaims<string>;
beforeEach(() => (claims = new AssignmentClaims()));

/** Address of each conflict, the others, and the objects. */
function conflicts(project = "prj-1"): readonly unknown[] {
  return claims
    .conflicts(TYPE, project)
    .map(({ at, others, objects }) => [at.resource, others.map(({ resource }) => resource), objects]);
}

test("objects of the same resources are together, sorted, at the last of these", () => {
  claims.add("one", TYPE, "prj-1", claim("cbx1"));
  claims.add("two", TYPE, "prj-1", claim("dbca"));
  claims.add("three", TYPE, "prj-1", claim("xacd"));
  expect(conflicts()).toEqual([
    ["three", ["one", "two"], ["team c"]],
    ["two", ["one"], ["team b"]],
    ["three", ["one"], ["team x"]],
    ["three", ["two"], ["team a", "team d"]],
  ]);
});

test("a resource that is planned again replaces its claim", () => {
  claims.add("one", TYPE, "prj-1", claim("ab"));
  claims.add("two", TYPE, "prj-1", claim("bc"));
  expect(conflicts()).toEqual([["two", ["one"], ["team b"]]]);
  claims.add("one", TYPE, "prj-1", claim("a"));
  expect(conflicts()).toEqual([]);
  expect(["a", "b"].map((id) => claims.has(TYPE, "prj-1", id))).toEqual([true, true]);
  claims.add("two", TYPE, "prj-1", claim("c"));
  expect(claims.has(TYPE, "prj-1", "b")).toBe(false);
});

test("an exclusive resource has its project for itself, whichever is added first", () => {
  claims.add("one", TYPE, "prj-1", claim("a"));
  claims.add("two", TYPE, "prj-1", claim("a", true));
  claims.add("three", TYPE, "prj-1", claim("", true));
  claims.add("alone", TYPE, "prj-2", claim("a", true));
  expect(conflicts()).toEqual([["two", ["one", "three"], undefined]]);
  expect(conflicts("prj-2")).toEqual([]);
});

test("other types do not conflict", () => {
  claims.add("one", TYPE, "prj-1", claim("a", true));
  claims.add("two", "tfprojects_project_policy_sets", "prj-1", claim("a", true));
  expect(conflicts()).toEqual([]);
  expect(claims.has("tfprojects_project_variable_sets", "prj-1", "a")).toBe(false);
});

test("the same of many resources is told apart", () => {
  const names = Array.from({ length: 13 }, (_, index) => `r${index}`);
  const has = { x: [0, 1, 2], y: [0, 12] };
  for (const [index, name] of names.entries()) {
    claims.add(name, TYPE, "prj-1", claim((["x", "y"] as const).filter((id) => has[id].includes(index)).join("")));
  }
  expect(conflicts()).toEqual([
    ["r2", ["r0", "r1"], ["team x"]],
    ["r12", ["r0"], ["team y"]],
  ]);
});
