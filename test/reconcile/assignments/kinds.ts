import { ASSIGNMENT_KINDS } from "../../../src/reconcile/assignments";

/* The kinds of assignments, by short names. */

export const {
  tfprojects_project_team_access: teamAccess,
  tfprojects_project_variable_sets: variableSets,
  tfprojects_project_policy_sets: policySets,
} = ASSIGNMENT_KINDS;
