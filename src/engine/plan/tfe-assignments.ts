import { assignmentOwners, keyText, type AssignmentType, type ObjectKey } from "../../model";
import { ASSIGNMENT_KINDS, mayChange, type AssignableObject } from "../../reconcile/assignments";
import type { TfeAssignment } from "../organization";
import { projectKey, type ProjectTarget } from "./action";
import type { IdentifiedOrganization } from "./identity";
import type { PlanWarning } from "./warnings";

/** An object that a resource of `hashicorp/tfe` assigns to a project. */
interface AssignedByTfe extends TfeAssignment {
  /** Those that are meant: none if it does not exist, or if the list of objects could not be read. */
  readonly found: readonly AssignableObject[];
}

/**
 * Resources that assign objects to a project, to which resources of `hashicorp/tfe` also assign objects; a warning for
 * each, if both assign the same object, or if ours is exclusive.
 */
export function assignmentOwnersWarnings(identified: IdentifiedOrganization): readonly PlanWarning[] {
  const { desired, resolver, actual } = identified;
  return (desired.assignments ?? []).flatMap(({ type, address, project, objects, exclusive, recordedIds }) => {
    const target = recordedIds === undefined ? resolver.resolve(project) : undefined;
    if (target === undefined) return [];
    const others = assignedByTfe(identified, type, target).map((it) => ({
      label: it.address,
      objects: textsOf(it.object, it.found),
      isRemovable: it.found.every((object) => mayChange(ASSIGNMENT_KINDS[type], { ...it, object })),
    }));
    const listed = actual.assignments?.[type]?.objects ?? [];
    const owned = objects.flatMap(({ key }) => textsOf(key, objectsWith(key, listed)));
    return assignmentOwners(type, { label: address, objects: owned, exclusive }, others).map((owners): PlanWarning => {
      return { kind: "two-owners-of-objects", addresses: [owners.owner, ...owners.others], owners };
    });
  });
}

/** What resources of `hashicorp/tfe` assign to a project. */
export function assignedByTfe(
  { desired: { tfeAssignments = [] }, resolver, actual }: IdentifiedOrganization,
  type: AssignmentType,
  project: ProjectTarget,
): readonly AssignedByTfe[] {
  const listed = actual.assignments?.[type]?.objects ?? [];
  return tfeAssignments.flatMap((it): readonly AssignedByTfe[] => {
    const target = it.type === type ? resolver.resolve(it.project) : undefined;
    if (target === undefined || projectKey(target) !== projectKey(project)) return [];
    return [{ ...it, found: objectsWith(it.object, listed) }];
  });
}

function objectsWith(key: ObjectKey, listed: readonly AssignableObject[]): readonly AssignableObject[] {
  return listed.filter(({ id, name }) => ("id" in key ? id === key.id : name === key.name));
}

/** The name and the ID of an object, as far as they are known. */
function textsOf(key: ObjectKey, found: readonly AssignableObject[]): readonly string[] {
  const ids = found.flatMap(({ id, name }) => [keyText({ id }), ...(name === undefined ? [] : [keyText({ name })])]);
  return [keyText(key), ...ids];
}
