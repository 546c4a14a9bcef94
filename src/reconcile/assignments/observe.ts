import { ForbiddenError, NotFoundError, type CallOptions } from "../../api";
import type { Project } from "../../model";
import { AssignmentsNotOfferedError, AssignmentsNotVisibleError } from "./errors";
import type { OrganizationView } from "../view";
import type { AssignableObject, AssignmentKind, ObservedAssignment } from "./kind";

/**
 * All objects of the organization that the token sees.
 *
 * @throws AssignmentsNotOfferedError
 */
export function assignableObjects(view: OrganizationView, kind: AssignmentKind): Promise<readonly AssignableObject[]> {
  return offered(view, kind, kind.requests.objects(view));
}

/**
 * Reads what is assigned to an existing project, to find out whether the token may: one list, if it is no longer than a
 * page one request.
 *
 * @throws RequestError
 */
export async function tryReading(view: OrganizationView, kind: AssignmentKind, projectId: string): Promise<void> {
  await kind.requests.observe(view, projectId, false);
}

/**
 * What is assigned to a project; undefined if the project does not exist.
 *
 * @param isNamed - Whether teams are to have names, which takes the list of teams. Others always have theirs.
 * @throws AssignmentsNotOfferedError
 */
export async function observeAssignments(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string,
  isNamed: boolean,
  call?: CallOptions,
): Promise<readonly ObservedAssignment[] | undefined> {
  if ((await view.projects.byId(projectId)) === undefined) return undefined;
  return offered(view, kind, kind.requests.observe(view, projectId, isNamed, call));
}

/**
 * Confirms that the token sees as many assignments as the project says.
 *
 * @param seen - How many assignments the token sees.
 * @param consequence - What follows if it does not.
 * @throws AssignmentsNotVisibleError
 */
export async function confirmVisible(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string,
  seen: number,
  consequence?: string,
): Promise<void> {
  const countIn = (project: Project | undefined): number => (project && kind.requests.countIn?.(project)) ?? 0;
  if (countIn(await view.projects.byId(projectId)) <= seen) return;
  const project = await view.projects.freshById(projectId);
  const count = countIn(project);
  if (project !== undefined && count > seen) {
    throw new AssignmentsNotVisibleError(project, kind, count, seen, consequence);
  }
}

/** Like {@link confirmVisible}: confirms that what was not found is no longer assigned. */
export function confirmUnassigned(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string,
  seen: number,
): Promise<void> {
  return confirmVisible(view, kind, projectId, seen, "so nothing counts as removed from it");
}

/** A list of assignments or of objects. The service responds 404 or 403 if the token may not read it. */
async function offered<T>(view: OrganizationView, kind: AssignmentKind, response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (!(error instanceof NotFoundError) && !(error instanceof ForbiddenError)) throw error;
    throw new AssignmentsNotOfferedError(view.name, kind, error);
  }
}
