import type { AssignmentType } from "../../model";
import type { AssignmentKind } from "./kind";
import { policySets } from "./policy-sets";
import { teamAccess } from "./team-access";
import { variableSets } from "./variable-sets";

export * from "./changes";
export * from "./ensure";
export * from "./errors";
export * from "./kind";
export * from "./resolve";
export { briefAssignment, briefAttributes, valuesText, withDetails } from "./wording";
export { assignableObjects, isForbidden, observeAssignments, readUnknownIds, tryReading } from "./observe";

/** The kinds of resources that assign objects to a project, by the type of the resource. */
export const ASSIGNMENT_KINDS: Readonly<Record<AssignmentType, AssignmentKind>> = {
  tfprojects_project_team_access: teamAccess,
  tfprojects_project_variable_sets: variableSets,
  tfprojects_project_policy_sets: policySets,
};
