import type { AssignmentType } from "../../model";
import {
  ASSIGNMENT_KINDS,
  assignableObjects,
  AssignmentsNotOfferedError,
  AssignmentsNotVisibleError,
  confirmUnassigned,
  observeAssignments,
  type AssignmentKind,
  type ObservedAssignment,
} from "../../reconcile/assignments";
import { groupBy } from "../../reconcile/lists";
import type { OrganizationView } from "../../reconcile/view";
import type { ActualOrganization, ReadAssignments } from "../actual-organization";
import type { DesiredAssignments, DesiredOrganization } from "../organization";
import { identifyProjects } from "../plan/identity";

/**
 * Reads what is assigned to the projects of the code, and the objects that can be: for each type that the code has, the
 * list of objects, and what is assigned to each existing project.
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
      const byProject = groupBy(all, ({ project }) => resolver.resolve(project)?.id ?? undefined);
      return [type, await readAssignments(view, ASSIGNMENT_KINDS[type], byProject)];
    }),
  );
  return { ...actual, assignments: Object.fromEntries(read) };
}

/** @param byProject - The resources, by the ID of their project, which is undefined for a new one. */
async function readAssignments(
  view: OrganizationView,
  kind: AssignmentKind,
  byProject: ReadonlyMap<string | undefined, readonly DesiredAssignments[]>,
): Promise<ReadAssignments> {
  const existing = [...byProject].filter((it): it is [string, readonly DesiredAssignments[]] => it[0] !== undefined);
  const [objects, assigned] = await Promise.all([
    ifOffered(assignableObjects(view, kind)),
    Promise.all(existing.map(([id, resources]) => ifOffered(assignmentsOf(view, kind, id, resources)))),
  ]);
  const projects = existing.flatMap(([id], index): (readonly [string, readonly ObservedAssignment[]])[] => {
    const its = assigned[index];
    return its === undefined ? [] : [[id, its]];
  });
  return { isReadable: objects !== undefined, objects: objects ?? [], projects: Object.fromEntries(projects) };
}

/** @throws AssignmentsNotVisibleError if the token may not see something that the resources have */
async function assignmentsOf(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string,
  resources: readonly DesiredAssignments[],
): Promise<readonly ObservedAssignment[] | undefined> {
  const observed = await observeAssignments(view, kind, projectId, true);
  if (observed === undefined) return undefined;
  const found = new Set(observed.flatMap(({ object: { id, name } }) => [id, name]));
  const named = resources.flatMap(({ objects, stateIds = [], imported }) => [
    ...objects.map(({ key }) => ("id" in key ? key.id : key.name)),
    ...stateIds,
    ...(imported?.objects ?? []),
  ]);
  if (!named.every((it) => found.has(it))) await confirmUnassigned(view, kind, projectId, observed.length);
  return observed;
}

/** Undefined for what the token may not read or see, or the service does not have. */
async function ifOffered<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof AssignmentsNotOfferedError || error instanceof AssignmentsNotVisibleError) return undefined;
    throw error;
  }
}
