import { isKnown, UNKNOWN, type Unknown } from "../schema";
import { ASSIGNMENTS, type AssignmentType, type AssignmentValues, type DeclaredAssignments } from "./definitions";

/** A resource that assigns objects to a project. */
export interface AssignmentDeclaration extends DeclaredAssignments {
  readonly projectId: string | Unknown;
  /** Whether other objects are not to be assigned to the project. */
  readonly exclusive: boolean | Unknown;
}

/** Reads what a resource of this type says, from whatever has its values. */
export function readAssignments(type: AssignmentType, values: AssignmentValues): AssignmentDeclaration {
  const { assignments, isComplete } = ASSIGNMENTS[type].read(values);
  const { project_id: projectId, exclusive } = values;
  return {
    projectId: typeof projectId === "string" ? projectId : UNKNOWN,
    assignments,
    isComplete:
      isComplete && assignments.every(({ key, attributes }) => [key, ...Object.values(attributes)].every(isKnown)),
    exclusive: isKnown(exclusive) ? exclusive === true : UNKNOWN,
  };
}
