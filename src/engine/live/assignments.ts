import type { AssignmentType } from "../../model";
import {
  ASSIGNMENT_KINDS,
  assignableObjects,
  AssignmentsNotOfferedError,
  observeAssignments,
  type AssignmentKind,
  type ObservedAssignment,
} from "../../reconcile/assignments";
import { groupBy } from "../../reconcile/lists";
import type { OrganizationView } from "../../reconcile/view";
import type { ActualOrganization, ReadAssignments } from "../actual-organization";
import type { DesiredOrganization } from "../organization";
import { identifyProjects } from "../plan/identity";

/**
 * Reads what is assigned to the projects of the code, and the objects that can be: for each type that the code has, the
 * list of objects, and one list for each existing project, except that the list of policy sets has them for all.
 */
export async function withAssignments(
  view: OrganizationView,
  desired: DesiredOrganization,
  actual: ActualOrganization,
): Promise<ActualOrganization> {
  const { resolver } = identifyProjects(desired, actual);
  const byType = groupBy(desired.assignments ?? [], ({ type }) => type);
  if (byType.size === 0) return actual;
  const read = await Promise.all(
    [...byType].map(async ([type, all]): Promise<readonly [AssignmentType, ReadAssignments]> => {
      const ids = new Set(all.flatMap(({ project }) => resolver.resolve(project)?.id ?? []));
      return [type, await readAssignments(view, ASSIGNMENT_KINDS[type], [...ids])];
    }),
  );
  return { ...actual, assignments: Object.fromEntries(read) };
}

async function readAssignments(
  view: OrganizationView,
  kind: AssignmentKind,
  projectIds: readonly string[],
): Promise<ReadAssignments> {
  const [objects, assigned] = await Promise.all([
    ifOffered(assignableObjects(view, kind)),
    Promise.all(projectIds.map((id) => ifOffered(observeAssignments(view, kind, id, true)))),
  ]);
  const projects = projectIds.flatMap((id, index): (readonly [string, readonly ObservedAssignment[]])[] => {
    const its = assigned[index];
    return its === undefined ? [] : [[id, its]];
  });
  return { isReadable: objects !== undefined, objects: objects ?? [], projects: Object.fromEntries(projects) };
}

/** Undefined for what the token may not read, or the service does not have. */
async function ifOffered<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof AssignmentsNotOfferedError) return undefined;
    throw error;
  }
}
