import { ASSIGNMENTS, type AssignmentType, type ObjectKey } from "./definitions";
import { allButOne, eachWith, formatList, MANY_LISTED } from "./text";

/*
 * Messages about resources that assign the same objects to a project, the same in the constructs, the provider and the
 * engine. Labels are the known parts of addresses.
 */

/** The same text for the same key. A name and an ID have different ones, even of the same object. */
export function keyText(key: ObjectKey): string {
  return "id" in key ? `id ${key.id}` : `name ${key.name}`;
}

/**
 * Resources assign the same objects to a project.
 *
 * @param objects - Their names or IDs.
 * @param resources - At least two.
 */
export function assignedTwice(type: AssignmentType, objects: readonly string[], resources: readonly string[]): string {
  const { object } = ASSIGNMENTS[type];
  const [noun, verb, pronoun] = objects.length === 1 ? [object, "is", "it"] : [`${object}s`, "are", "them"];
  const listed = formatList(objects, (name) => JSON.stringify(name), MANY_LISTED);
  return (
    `The ${noun} ${listed} ${verb} ${eachWith("in", resources)}, which have the same project. ` +
    `Remove ${pronoun} from ${allButOne(resources)}.`
  );
}

/** @param others - The known parts of the addresses of the other resources of this type with the same project. */
export function exclusiveAssignmentsShared(type: AssignmentType, others: readonly string[]): string {
  const { label, object } = ASSIGNMENTS[type];
  return (
    `The ${label} of a project must be one resource if it is exclusive, but ${formatList(others)} ` +
    `${others.length === 1 ? "has" : "have"} the same project. Put every ${object} into one resource, or set ` +
    "`exclusive` on none of them."
  );
}
