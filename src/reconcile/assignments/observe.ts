import { ForbiddenError, NotFoundError, type CallOptions } from "../../api";
import type { AssignmentDeclaration, Project } from "../../model";
import { isKnown } from "../../schema";
import { AssignmentsNotOfferedError, AssignmentsNotVisibleError } from "./errors";
import type { OrganizationView } from "../view";
import type { AssignableObject, AssignmentKind, ObservedAssignment } from "./kind";
import { unknownIds } from "./resolve";

/**
 * All objects of the organization that the token sees.
 *
 * @throws AssignmentsNotOfferedError
 */
export function assignableObjects(view: OrganizationView, kind: AssignmentKind): Promise<readonly AssignableObject[]> {
  return offered(view, kind, kind.requests.objects(view));
}

/**
 * The IDs in code that no object has; none if the token may not list the objects. What is assigned exists, so a list is
 * read only for other IDs. A list that was read earlier is read again if it lacks one: that may be created since.
 *
 * @param assigned - IDs of the objects that are assigned to the project.
 */
export async function readUnknownIds(
  view: OrganizationView,
  kind: AssignmentKind,
  declaration: Pick<AssignmentDeclaration, "assignments">,
  assigned: readonly string[],
): Promise<ReadonlySet<string>> {
  const none: ReadonlySet<string> = new Set();
  const isNew = declaration.assignments.some(({ key }) => isKnown(key) && "id" in key && !assigned.includes(key.id));
  if (!isNew) return none;
  const read = async () => unknownIds(declaration, await assignableObjects(view, kind), assigned);
  try {
    if ((await read()).size === 0) return none;
    kind.requests.forgetObjects?.(view);
    return await read();
  } catch (error) {
    if (error instanceof AssignmentsNotOfferedError) return none;
    throw error;
  }
}

/**
 * Reads what is assigned to an existing project, with names, and the objects that can be, to find out whether the token
 * may: a list of each, one request if it is no longer than a page.
 *
 * @throws RequestError
 */
export async function tryReading(
  view: OrganizationView,
  { requests }: AssignmentKind,
  projectId: string,
): Promise<readonly ObservedAssignment[]> {
  await requests.observe(view, projectId, false);
  await requests.objects(view);
  return requests.observe(view, projectId, true);
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
 * Whether the service says that the token may not change what is assigned to a project.
 *
 * @param projectId - Undefined for a project that does not exist yet.
 */
export async function isForbidden(
  view: OrganizationView,
  { permission }: AssignmentKind,
  projectId: string | undefined,
): Promise<boolean> {
  if (permission === undefined) return false;
  const isOfProject = permission.of === "project";
  const [organization, project] = await Promise.all([
    // A token may change them without being able to read the organization.
    isOfProject ? undefined : view.organization().catch(() => undefined),
    isOfProject && projectId !== undefined ? view.projects.byId(projectId) : undefined,
  ]);
  return permission.isGranted({ organization, project }) === false;
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
