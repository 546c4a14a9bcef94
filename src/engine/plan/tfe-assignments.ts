import { assignmentOwners, keyText, type AssignmentType, type ObjectKey } from "../../model";
import { ASSIGNMENT_KINDS, mayChange, objectWith, type AssignableObject } from "../../reconcile/assignments";
import { groupBy } from "../../reconcile/lists";
import type { TfeAssignment } from "../organization";
import { projectKey, type ProjectTarget } from "./action";
import type { IdentifiedOrganization } from "./identity";
import type { PlanWarning } from "./warnings";

/** An object that a resource of `hashicorp/tfe` assigns to a project. */
interface AssignedByTfe extends TfeAssignment {
  /** Undefined if it does not exist, or if the list of objects could not be read. */
  readonly found: AssignableObject | undefined;
}

/**
 * Resources that assign objects to a project, to which resources of `hashicorp/tfe` also assign objects; a warning for
 * each, if both assign the same object, or if ours is exclusive.
 */
export function assignmentOwnersWarnings(identified: IdentifiedOrganization): readonly PlanWarning[] {
  const { desired, resolver } = identified;
  const assigned = assignedByTfe(identified);
  return (desired.assignments ?? []).flatMap(({ type, address, project, objects, exclusive, stateIds }) => {
    const target = stateIds === undefined ? resolver.resolve(project) : undefined;
    const others = target === undefined ? [] : assigned(type, target);
    if (others.length === 0) return [];
    const owned = objects.flatMap(({ key }) => textsOf(key, foundIn(identified, type, key)));
    const owners = assignmentOwners(
      type,
      { label: address, objects: owned, exclusive },
      others.map(({ address: label, object, attributes, found }) => {
        const isRemovable = found === undefined || mayChange(ASSIGNMENT_KINDS[type], { object: found, attributes });
        return { label, objects: textsOf(object, found), isRemovable };
      }),
    );
    return owners.map((it): PlanWarning => {
      return { kind: "two-owners-of-objects", addresses: [it.owner, ...it.others], owners: it };
    });
  });
}

/** Tells what resources of `hashicorp/tfe` assign to a project. */
export function assignedByTfe(
  identified: IdentifiedOrganization,
): (type: AssignmentType, project: ProjectTarget) => readonly AssignedByTfe[] {
  const { desired, resolver } = identified;
  const resolved = (desired.tfeAssignments ?? []).flatMap((assignment) => {
    const project = resolver.resolve(assignment.project);
    return project === undefined ? [] : [{ assignment, project }];
  });
  const keyOf = (type: AssignmentType, project: ProjectTarget): string => `${type} ${projectKey(project)}`;
  const byProject = groupBy(resolved, ({ assignment, project }) => keyOf(assignment.type, project));
  return (type, project) =>
    (byProject.get(keyOf(type, project)) ?? []).map(({ assignment }) => {
      return { ...assignment, found: foundIn(identified, type, assignment.object) };
    });
}

function foundIn(
  { actual }: IdentifiedOrganization,
  type: AssignmentType,
  key: ObjectKey,
): AssignableObject | undefined {
  return objectWith(key, actual.assignments?.[type]?.objects ?? []);
}

/** The name and the ID of an object, as far as they are known. */
function textsOf(key: ObjectKey, found: AssignableObject | undefined): readonly string[] {
  const { id, name } = found ?? {};
  return [
    keyText(key),
    ...(id === undefined ? [] : [keyText({ id })]),
    ...(name === undefined ? [] : [keyText({ name })]),
  ];
}
