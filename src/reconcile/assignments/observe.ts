import { ForbiddenError, NotFoundError, type CallOptions } from "../../api";
import type { AssignmentDeclaration, Project } from "../../model";
import { isKnown } from "../../schema";
import { NotFoundOrUnauthorizedError } from "../errors";
import { AssignmentsNotOfferedError, AssignmentsNotVisibleError, lacking, notAllVisible } from "./errors";
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

/** What a caller needs to know, and what it concludes from what is absent. */
interface Sought {
  /** IDs of the objects that count as unassigned if they are absent. */
  readonly objects: readonly string[];
  /** Whether everything else counts as unassigned, too. @default false */
  readonly isAll?: boolean;
  /** IDs or names of those that count as new if they are absent, as far as that takes no other list. @default none */
  readonly added?: readonly string[];
  /** Whether teams are to have names, which takes the list of teams. Others always have theirs. @default false */
  readonly isNamed?: boolean;
}

/**
 * What is assigned to a project; undefined if the project does not exist.
 *
 * A list that lacks an object does not say that it is unassigned: it also lacks what the token may not see. So what is
 * absent and concluded from is confirmed: of teams, by the count that the project has; of sets, by the set itself. If
 * that contradicts the list, it is read once more.
 *
 * @throws AssignmentsNotVisibleError, AssignmentsNotOfferedError
 */
export async function observeAssignments(
  view: OrganizationView,
  kind: AssignmentKind,
  projectId: string,
  sought: Sought,
  call?: CallOptions,
): Promise<readonly ObservedAssignment[] | undefined> {
  const project = await view.projects.byId(projectId);
  if (project === undefined) return undefined;
  const read = () => offered(view, kind, kind.requests.observe(view, projectId, sought.isNamed === true, call));
  const first = await read();
  if ((await hiddenFrom(first, view, kind, project, sought)) === undefined) return first;
  kind.requests.forget(view, projectId);
  const again = await read();
  const hidden = await hiddenFrom(again, view, kind, project, sought);
  if (hidden !== undefined) throw new AssignmentsNotVisibleError(project, kind, hidden, sought.objects.length > 0);
  return again;
}

/** What a list hides of what is {@link Sought}, as a clause; undefined if it hides nothing. */
async function hiddenFrom(
  observed: readonly ObservedAssignment[],
  view: OrganizationView,
  kind: AssignmentKind,
  project: Project,
  { objects, isAll = false, added = [] }: Sought,
): Promise<string | undefined> {
  const { requests } = kind;
  const found = new Set(observed.flatMap(({ object: { id, name } }) => [id, name]));
  const absent = (ids: readonly string[]) => [...new Set(ids)].filter((it) => !found.has(it));
  if (requests.isAssigned !== undefined) {
    const elsewhere = (await requests.listedElsewhere?.(view, project.id, isAll)) ?? [];
    const doubtful = absent([...objects, ...elsewhere]);
    const assigned = await Promise.all(doubtful.map(async (id) => await requests.isAssigned?.(view, project.id, id)));
    const hidden = doubtful.filter((_, index) => assigned[index] === true);
    if (hidden.length > 0) return lacking(project, kind, hidden);
    if (assigned.includes(undefined)) await confirmGone(view, kind, project.id);
    return undefined;
  }
  const isConcluded = isAll || absent([...objects, ...added]).length > 0;
  if (!isConcluded || (requests.countIn?.(project) ?? Infinity) <= observed.length) return undefined;
  const fresh = await view.projects.freshById(project.id);
  const count = fresh && requests.countIn?.(fresh);
  if (fresh !== undefined && count === undefined) await confirmGone(view, kind, project.id);
  return count !== undefined && count > observed.length
    ? notAllVisible(project, kind.object, count, observed.length)
    : undefined;
}

/**
 * Confirms that what nothing else speaks of is gone, by the rule of `reconcile/absence.ts`.
 *
 * @throws AssignmentsNotOfferedError
 */
async function confirmGone(view: OrganizationView, kind: AssignmentKind, projectId: string): Promise<void> {
  try {
    await view.confirmAbsence(`A ${kind.object}`);
  } catch (cause) {
    throw cause instanceof NotFoundOrUnauthorizedError ? new AssignmentsNotOfferedError(view.name, kind, cause) : cause;
  }
  if (await isForbidden(view, kind, projectId)) throw new AssignmentsNotOfferedError(view.name, kind, undefined);
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

/** A list of assignments or of objects. The service responds 404 or 403 if the token may not read it. */
async function offered<T>(view: OrganizationView, kind: AssignmentKind, response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (!(error instanceof NotFoundError) && !(error instanceof ForbiddenError)) throw error;
    throw new AssignmentsNotOfferedError(view.name, kind, error);
  }
}
