import { ASSIGNMENT_LABELS, ASSIGNMENTS, POLICY_SET_MODES, readAssignments, type AssignmentType } from "../../model";
import { compareStrings } from "../lists";
import type { AssignmentKind, RecordedAssignment } from "./kind";
import { refusalText } from "./refusal";

/** The variable sets of a project. */
export const variableSets: AssignmentKind = setsOf("tfprojects_project_variable_sets", {
  requires: "This takes a token that may manage the variable sets of the organization.",
  permission: { of: "organization", name: "can-manage-varsets" },
  write: (assignments) => ({ names: namesOf(assignments) }),
});

/** The policy sets of a project, and those from which it is excluded. */
export const policySets: AssignmentKind = setsOf("tfprojects_project_policy_sets", {
  requires: "This takes an organization with policies, and a token with its permission to manage policies.",
  write: (assignments) => {
    const { names: applied, exclude: excluded } = POLICY_SET_MODES;
    const withMode = (mode: string) => namesOf(assignments.filter(({ attributes }) => attributes["mode"] === mode));
    const excludedNames = withMode(excluded);
    return { names: withMode(applied), exclude: excludedNames.length === 0 ? null : excludedNames };
  },
});

function setsOf(
  type: Exclude<AssignmentType, "tfprojects_project_team_access">,
  its: Pick<AssignmentKind, "requires" | "permission" | "write">,
): AssignmentKind {
  const kind: AssignmentKind = {
    type,
    definition: ASSIGNMENTS[type],
    ...ASSIGNMENT_LABELS[type],
    ...its,
    isBatched: true,
    hasIds: false,
    idsAttribute: "set_ids",
    read: (values) => readAssignments(type, values),
    refusal: (object, { mode }) =>
      // To be excluded from a global set is what exclusions are for.
      object.fixed === "global" && mode === POLICY_SET_MODES.exclude ? undefined : refusalText(kind, object),
    refresh: (_, observed) => observed,
    merge: (_, set) => set,
  };
  return kind;
}

function namesOf(assignments: readonly RecordedAssignment[]): readonly string[] {
  return assignments.map(({ key }) => ("name" in key ? key.name : key.id)).sort(compareStrings);
}
