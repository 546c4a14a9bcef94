import {
  assignedTwice,
  assignmentsShared,
  duplicateName,
  exclusiveShared,
  inTwoMemberships,
  listedAndPlaced,
  nameCycle,
  placedInExclusive,
  placedTwice,
  tooManyPlaced,
} from "../../src/diagnostics/conflicts";

const MEMBERSHIP = "tfprojects_workspace_membership.web";
const PLACEMENT = "tfprojects_workspace_placement.all";
const BOTH = { membership: MEMBERSHIP, placement: PLACEMENT };

test("memberships are named, and all but one of them are to be changed", () => {
  expect(
    inTwoMemberships({ workspaces: ["api"], memberships: [{ label: "stack/a" }, { label: "stack/b" }] }).detail,
  ).toBe(
    'The workspace "api" is in stack/a and in stack/b, but a workspace can be in only one membership. Remove it from ' +
      "one of the two.",
  );
  expect(
    inTwoMemberships({ workspaces: ["web", "api"], memberships: [{ label: "a" }, { label: "b", selects: "by name" }] })
      .detail,
  ).toBe(
    'The workspaces "api", "web" are in a and in b (by name), but a workspace can be in only one membership. Remove ' +
      "them from one of the two.",
  );
  const many = Array.from({ length: 13 }, (_, index) => ({ label: `m${index}` }));
  expect(inTwoMemberships({ workspaces: ["api"], memberships: many }).detail).toMatch(
    /is in m0, in m1, .*, in m9 and in 3 more, but .* Remove it from all but one of them\.$/,
  );
});

test("what a membership names is excepted from a placement that takes it, too", () => {
  expect(listedAndPlaced({ ...BOTH, workspaces: ["b", "a"], language: "terraform" }).detail).toBe(
    `The workspaces "a", "b" are in ${MEMBERSHIP}, and ${PLACEMENT} takes them, too, so every apply of one ` +
      `would undo the other. To keep them in ${MEMBERSHIP}, add this to ${PLACEMENT}: except_names = ["a","b"]`,
  );
  expect(listedAndPlaced({ ...BOTH, workspaces: ["a"], language: "typescript" }).detail).toMatch(
    /^The workspace "a" is in .* takes it, too, .* exceptNames: \["a"\]$/,
  );
});

test("two placements of a workspace become one", () => {
  expect(placedTwice({ workspaces: ["a"], placements: [PLACEMENT, "other"] }).detail).toBe(
    `The workspace "a" is placed by ${PLACEMENT} and by other, but only within one placement the first rule that ` +
      "matches decides. Put all rules into one of the two, or add exceptions for it to one.",
  );
  expect(placedTwice({ workspaces: ["a"], placements: ["one", "two", "three"] }).detail).toMatch(
    /placed by one, by two and by three, .* into one of them, or add exceptions for it to all but one\.$/,
  );
});

test("no rule places workspaces in an exclusive project", () => {
  expect(placedInExclusive({ rules: [2], membership: MEMBERSHIP }).detail).toBe(
    `Rule 3 places workspaces in the project of ${MEMBERSHIP}, which is exclusive. Remove the rule, or ` +
      "`exclusive` from the membership.",
  );
  expect(placedInExclusive({ rules: [0, 2], membership: MEMBERSHIP }).detail).toMatch(
    /^Rules 1 and 3 place workspaces .* Remove the rules, or/,
  );
});

test("too many moves are listed", () => {
  expect(tooManyPlaced({ workspaces: ["b", "a"], limit: 1 }).detail).toBe(
    "The placement would move 2 workspaces (a, b), and max_moves is 1. Narrow its rules, or raise max_moves if these " +
      "moves are intended.",
  );
  expect(tooManyPlaced({ workspaces: ["a"], limit: 0, language: "typescript" }).detail).toMatch(
    /^The placement would move 1 workspace \(a\), and maxMoves is 0\. .*, or raise maxMoves if/,
  );
});

test("messages name the objects and the resources", () => {
  expect(
    assignedTwice({
      type: "tfprojects_project_team_access",
      objects: ["platform"],
      resources: ["access-a", "access-b"],
    }).detail,
  ).toBe(
    'The team "platform" is in access-a and in access-b, which have the same project. Remove it from one of the two.',
  );
  expect(
    assignedTwice({ type: "tfprojects_project_policy_sets", objects: ["pci", "cis"], resources: ["a", "b", "c"] })
      .detail,
  ).toBe(
    'The policy sets "cis", "pci" are in a, in b and in c, which have the same project. Remove them from ' +
      "all but one of them.",
  );
  expect(assignmentsShared({ type: "tfprojects_project_variable_sets", others: ["sets-b"] }).detail).toBe(
    "The variable sets of a project must be one resource if it is exclusive, but sets-b has the same project. Put " +
      "every variable set into one resource, or set `exclusive` on none of them.",
  );
});

test("a conflict is told with what to change", () => {
  expect(duplicateName({ name: "Net", other: "stack/b" }).detail).toBe(
    'The name "Net" is also used by stack/b, but names are unique in an organization and case-insensitive. Rename or ' +
      "remove one of the two.",
  );
  expect(
    nameCycle({
      renames: [
        { previous: "B", name: "A" },
        { previous: "A", name: "B" },
      ],
    }).detail,
  ).toBe(
    'Projects pass on their names in a cycle: "A" to "B", "B" to "A". No rename can come first, since each takes a ' +
      "name that another project still has. Rename one of them to a name that no project has, apply, and rename it " +
      "again.",
  );
  expect(exclusiveShared({ others: ["stack/b"] }).detail).toBe(
    "An exclusive membership must be the only one of its project, but stack/b has the same project. Put all " +
      "workspaces into one membership, or set `exclusive` on none of them.",
  );
  expect(exclusiveShared({ others: ["c", "b"] }).detail).toContain("but b, c have the same project.");
});
