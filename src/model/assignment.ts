import { isKnown, UNKNOWN, type Unknown } from "../schema";
import {
  ASSIGNMENT_TYPES,
  ASSIGNMENTS,
  type AssignmentAttributes,
  type AssignmentType,
  type AssignmentValues,
  type DeclaredAssignments,
  type ObjectKey,
} from "./definitions";
import { alternatives } from "./text";

/** A resource that assigns objects to a project. */
export interface AssignmentDeclaration extends DeclaredAssignments {
  readonly projectId: string | Unknown;
  /** Whether all objects are known, whatever is known of how they are assigned. */
  readonly areObjectsKnown: boolean;
  /** Whether other objects are not to be assigned to the project. */
  readonly exclusive: boolean | Unknown;
}

/** Reads what a resource of this type says, from whatever has its values. */
export function readAssignments(type: AssignmentType, values: AssignmentValues): AssignmentDeclaration {
  const { assignments, isComplete } = ASSIGNMENTS[type].read(values);
  const { project_id: projectId, exclusive } = values;
  const areObjectsKnown = isComplete && assignments.every(({ key }) => isKnown(key));
  return {
    projectId: typeof projectId === "string" ? projectId : UNKNOWN,
    assignments,
    areObjectsKnown,
    isComplete: areObjectsKnown && assignments.every(({ attributes }) => Object.values(attributes).every(isKnown)),
    exclusive: isKnown(exclusive) ? exclusive === true : UNKNOWN,
  };
}

/** The attributes of an assignment that are known. */
export function knownAttributes(
  attributes: DeclaredAssignments["assignments"][number]["attributes"],
): AssignmentAttributes {
  return Object.fromEntries(
    Object.entries(attributes).filter((entry): entry is [string, string | boolean] => isKnown(entry[1])),
  );
}

const objects = ASSIGNMENT_TYPES.map((type) => ASSIGNMENTS[type].object);
/** What they assign, for sentences: `team, variable set or policy set`. */
export const ANY_OBJECT = alternatives(objects);
export const ANY_OBJECTS = alternatives(objects.map((it) => `${it}s`));
/** What messages call such a resource: `team access, variable sets or policy sets`. */
export const ANY_ASSIGNMENT = alternatives(ASSIGNMENT_TYPES.map((type) => ASSIGNMENTS[type].label));

/** The same text for the same key. A name and an ID have different ones, even of the same object. */
export function keyText(key: ObjectKey): string {
  return "id" in key ? `id ${key.id}` : `name ${key.name}`;
}
