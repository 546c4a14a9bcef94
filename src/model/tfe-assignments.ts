import { ASSIGNMENT_LABELS } from "./assignment-conflicts";
import type { AssignmentType } from "./definitions";
import { formatList } from "./text";
import { TWO_OWNERS } from "./tfe-workspace";

/** A resource of `hashicorp/tfe` that assigns one object to a project. */
interface TfeAssignment {
  readonly type: string;
  /** Its argument with the ID of the object. */
  readonly id: string;
  /** The type of the resource or data source of the object. */
  readonly objectType: string;
}

/** The resources of HashiCorp's own provider that assign the same objects, by the type of ours. */
export const TFE_ASSIGNMENTS: Readonly<Record<AssignmentType, TfeAssignment>> = {
  tfprojects_project_team_access: { type: "tfe_team_project_access", id: "team_id", objectType: "tfe_team" },
  tfprojects_project_variable_sets: {
    type: "tfe_project_variable_set",
    id: "variable_set_id",
    objectType: "tfe_variable_set",
  },
  tfprojects_project_policy_sets: {
    type: "tfe_project_policy_set",
    id: "policy_set_id",
    objectType: "tfe_policy_set",
  },
};

/**
 * The warning that a resource of ours and some of `hashicorp/tfe` assign objects to the same project.
 *
 * @param owner - The known part of the address of ours.
 * @param others - Those of the others.
 * @param conflict - `same`: both assign the same objects; `exclusive`: ours removes what the others assign.
 */
export function assignmentWithTwoOwners(
  type: AssignmentType,
  owner: string,
  others: readonly string[],
  conflict: "same" | "exclusive",
): string {
  const { object } = ASSIGNMENT_LABELS[type];
  const isOne = others.length === 1;
  const noun = isOne ? object : `${object}s`;
  const listed = formatList(others);
  if (conflict === "same") {
    return (
      `${TWO_OWNERS} ${owner} and ${listed} assign the same ${noun} to one project, so each undoes what the other ` +
      `does, also when one is destroyed. Remove ${listed}, or the ${noun} from ${owner}.`
    );
  }
  return (
    `${TWO_OWNERS} ${listed} ${isOne ? "assigns" : "assign"} ${isOne ? `a ${noun}` : noun} to the project of ` +
    `${owner}, which is exclusive to others, so every apply of one undoes the other. ` +
    `Add the ${noun} to ${owner}, and remove ${listed}.`
  );
}
