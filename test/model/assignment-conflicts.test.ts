import {
  assignedTwice,
  assignmentConflict,
  exclusiveAssignmentsShared,
  ownedBy,
  readAssignments,
} from "../../src/model";
import { UNKNOWN } from "../../src/schema";

const owned = (...names: readonly string[]) =>
  ownedBy(readAssignments("tfprojects_project_variable_sets", { project_id: "prj-1", names }));

test("a resource owns the objects that are known", () => {
  const team = [{ team_id: "team-1" }, { name: "platform" }, { team_id: UNKNOWN }, { team_id: "team-1" }];
  expect(ownedBy(readAssignments("tfprojects_project_team_access", { team, exclusive: UNKNOWN }))).toEqual({
    objects: ["id team-1", "name platform"],
    exclusive: false,
  });
});

test("two resources conflict if they own the same object, or if one of them is exclusive", () => {
  expect(assignmentConflict(owned("aws", "gcp"), owned("azure"))).toBeUndefined();
  expect(assignmentConflict(owned("aws", "gcp"), owned("azure", "gcp"))).toEqual(["name gcp"]);
  expect(assignmentConflict(owned("aws"), { ...owned(), exclusive: true })).toBe("exclusive");
  expect(assignmentConflict({ ...owned("aws"), exclusive: true }, owned("azure"))).toBe("exclusive");
});

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
