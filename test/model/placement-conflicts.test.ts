import {
  listedAndPlaced,
  missingRuleProjects,
  placedInExclusive,
  placedTwice,
  referToProject,
  ruleLabel,
  rulesLabel,
  tooManyMoves,
} from "../../src/model";

const MEMBERSHIP = "tfprojects_workspace_membership.web";
const PLACEMENT = "tfprojects_workspace_placement.all";

test("rules are counted from 1", () => {
  expect([ruleLabel(0), rulesLabel([2]), rulesLabel([0, 1]), rulesLabel([0, 1, 4])]).toEqual([
    "rule 1",
    "rule 3",
    "rules 1 and 2",
    "rules 1, 2 and 5",
  ]);
});

test("what a membership names is excepted from a placement that takes it from any project", () => {
  expect(listedAndPlaced(["b", "a"], MEMBERSHIP, PLACEMENT, "terraform")).toBe(
    `The workspaces "a", "b" are in ${MEMBERSHIP}, and ${PLACEMENT} takes them from any project, so every apply of ` +
      `one would undo the other. To keep them in ${MEMBERSHIP}, add this to ${PLACEMENT}: except_names = ["a","b"]`,
  );
  expect(listedAndPlaced(["a"], MEMBERSHIP, PLACEMENT, "typescript")).toMatch(
    /^The workspace "a" is in .* takes it from .* exceptNames: \["a"\]$/,
  );
});

test("two placements of a workspace become one", () => {
  expect(placedTwice(["a"], [PLACEMENT, "other"])).toBe(
    `The workspace "a" is placed by ${PLACEMENT} and by other, but only within one placement the first rule that ` +
      "matches decides. Put all rules into one of the two, or add exceptions for it to one.",
  );
  expect(placedTwice(["a"], ["one", "two", "three"])).toMatch(
    /placed by one, by two and by three, .* into one of them, or add exceptions for it to all but one\.$/,
  );
});

test("no rule places workspaces in an exclusive project", () => {
  expect(placedInExclusive([2], MEMBERSHIP)).toBe(
    `Rule 3 places workspaces in the project of ${MEMBERSHIP}, which is exclusive. Remove the rule, or ` +
      "`exclusive` from the membership.",
  );
  expect(placedInExclusive([0, 2], MEMBERSHIP)).toMatch(/^Rules 1 and 3 place workspaces .* Remove the rules, or/);
});

test("the name of a project of the code is a reference", () => {
  expect(referToProject([0], "Web", "tfprojects_project.web")).toBe(
    'Rule 1 has the name "Web" literally, which the same code gives to tfprojects_project.web. Refer to the name of ' +
      "tfprojects_project.web instead, so that the project is changed first.",
  );
  expect(referToProject([0, 1], "Web", "tfprojects_project.web")).toMatch(/^Rules 1 and 2 have the name/);
});

test("projects of rules that do not exist are listed with similar names, or with the reason", () => {
  const missing = [
    { name: "netwroks", positions: [0, 2] },
    { name: "Old", positions: [1], reason: "which this plan deletes" },
  ];
  expect(missingRuleProjects("acme", missing, ["Networks", "Older"])).toBe(
    'The organization "acme" does not have these projects, or the token is not authorized to read them:\n' +
      '- rules 1 and 3: "netwroks" (did you mean "Networks"?)\n' +
      '- rule 2: "Old", which this plan deletes',
  );
  expect(missingRuleProjects("acme", missing.slice(0, 1))).toBe(
    'The organization "acme" does not have this project, or the token is not authorized to read it:\n' +
      '- rules 1 and 3: "netwroks"',
  );
});

test("an ID in place of the name of a project is called one", () => {
  const missing = ["prj-1234567890abcdef", "prj-1"].map((name, position) => ({ name, positions: [position] }));
  expect(missingRuleProjects("acme", missing)).toContain(
    '- rule 1: "prj-1234567890abcdef" (the ID of a project; a rule needs its name)\n- rule 2: "prj-1"',
  );
});

test("too many moves are listed", () => {
  expect(tooManyMoves(["b", "a"], { maxMoves: 1 })).toBe(
    "The placement would move 2 workspaces (a, b), and max_moves is 1. Narrow its rules, or raise max_moves if these " +
      "moves are intended.",
  );
  expect(tooManyMoves(["a"], { maxMoves: 0 }, "typescript")).toMatch(
    /^The placement would move 1 workspace \(a\), and maxMoves is 0\. .*, or raise maxMoves if/,
  );
});
