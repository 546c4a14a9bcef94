import { assignedTwice, exclusiveAssignmentsShared } from "../../src/model";

test("messages name the objects and the resources", () => {
  expect(assignedTwice("tfprojects_project_team_access", ["platform"], ["access-a", "access-b"])).toBe(
    'The team "platform" is in access-a and in access-b, which have the same project. Remove it from one of the two.',
  );
  expect(assignedTwice("tfprojects_project_policy_sets", ["pci", "cis"], ["a", "b", "c"])).toBe(
    'The policy sets "cis", "pci" are in a, in b and in c, which have the same project. Remove them from ' +
      "all but one of them.",
  );
  expect(exclusiveAssignmentsShared("tfprojects_project_variable_sets", ["sets-b"])).toBe(
    "The variable sets of a project must be one resource if it is exclusive, but sets-b has the same project. Put " +
      "every variable set into one resource, or set `exclusive` on none of them.",
  );
});
