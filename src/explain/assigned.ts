import type { ProjectTarget } from "../engine";
import { isCode, objectsFor, projectKey, type IdentifiedOrganization } from "../engine/plan";
import type { DesiredAssignments } from "../engine/source";
import type { AssignmentAttributes } from "../model";
import { objectWith } from "../reconcile/assignments";

/** A resource of the code that assigns objects to the project of a workspace. */
export interface ExplainedAssignments extends Pick<DesiredAssignments, "address" | "type" | "exclusive"> {
  readonly objects: readonly ExplainedObject[];
}

interface ExplainedObject {
  /** Undefined if the code has its name, and it was not found. */
  readonly id: string | undefined;
  readonly name: string;
  /** How the code assigns it. */
  readonly attributes: AssignmentAttributes;
}

/** What the code assigns to a project, whose workspaces get it. */
export function assignedTo(
  project: ProjectTarget,
  { desired: { assignments = [] }, actual, resolver }: IdentifiedOrganization,
): readonly ExplainedAssignments[] {
  return assignments.flatMap((it): readonly ExplainedAssignments[] => {
    const target = isCode(it) ? resolver.resolve(it.project) : undefined;
    if (target === undefined || projectKey(target) !== projectKey(project)) return [];
    const listed = objectsFor(it.type, target, actual);
    const objects = it.objects.map(({ key, attributes }): ExplainedObject => {
      const found = objectWith(key, listed);
      return { id: found?.id, name: found?.name ?? ("name" in key ? key.name : key.id), attributes };
    });
    return [{ address: it.address, type: it.type, exclusive: it.exclusive, objects }];
  });
}
