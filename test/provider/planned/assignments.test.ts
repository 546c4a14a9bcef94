import { PlannedAssignments, type AssignmentClaim } from "../../../src/provider/planned/assignments";

const TYPE = "tfprojects_project_team_access";

const claim = (ids: string, exclusive = false): AssignmentClaim => ({
  objects: new Map(ids.split("").map((id) => [id, `team ${id}`])),
  exclusive,
});

let planned: PlannedAssignments;
beforeEach(() => (planned = new PlannedAssignments()));

test("the resource that is planned second has the conflict, with the names of the objects", () => {
  const [one, other] = [{}, {}];
  expect(planned.claim(TYPE, "prj-1", one, claim("ab"))).toEqual([]);
  expect(planned.claim(TYPE, "prj-1", other, claim("bc"))).toEqual([{ claim: claim("ab"), conflict: ["team b"] }]);
  // A resource that is planned again, just before it is applied, replaces its claim.
  expect(planned.claim(TYPE, "prj-1", one, claim("a"))).toEqual([]);
  expect(planned.claim(TYPE, "prj-1", other, claim("bc"))).toEqual([]);
});

test.each([
  ["the first", true, false],
  ["the second", false, true],
])("%s may be the exclusive one", (_, first, second) => {
  planned.claim(TYPE, "prj-1", {}, claim("a", first));
  expect(planned.claim(TYPE, "prj-1", {}, claim("b", second))).toMatchObject([{ conflict: "exclusive" }]);
});

test("other projects and types do not conflict", () => {
  planned.claim(TYPE, "prj-1", {}, claim("a", true));
  expect(planned.claim(TYPE, "prj-2", {}, claim("a", true))).toEqual([]);
  expect(planned.claim("tfprojects_project_policy_sets", "prj-1", {}, claim("a", true))).toEqual([]);
});

test("what a resource claims or has assigned is not given up by another one", () => {
  planned.claim(TYPE, "prj-1", {}, claim("a"));
  planned.recordSet(TYPE, "prj-1", "b");
  expect(["a", "b", "c"].map((id) => planned.isAssigned(TYPE, "prj-1", id))).toEqual([true, true, false]);
  expect(planned.isAssigned(TYPE, "prj-2", "a")).toBe(false);
});
