import { ASSIGNMENTS, type AssignmentType } from "./definitions";
import { formatList } from "./text";
import { TWO_OWNERS } from "./tfe-workspace";

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
  const { object } = ASSIGNMENTS[type];
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
