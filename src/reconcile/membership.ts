import { NotFoundError, type CallOptions } from "../api";
import { selectWorkspaces, type WorkspaceFinder, type WorkspaceLists } from "../decide";
import type { Workspace } from "../model";
import { DefaultProjectNotVisibleError, isOutcomeUnknown, MoveRejectedError, WorkspacesNotFoundError } from "./errors";
import { Operation } from "./operation";
import type { OrganizationView } from "./view";

/** Reads the workspaces that lists name. */
export async function readListed(
  view: OrganizationView,
  { workspaceIds, workspaceNames }: WorkspaceLists,
): Promise<WorkspaceFinder> {
  const [byId, byName] = await Promise.all([
    readEach(workspaceIds, (id) => view.workspaces.byId(id)),
    readEach(workspaceNames, (name) => view.workspaces.byName(name, { confirmAbsence: true })),
  ]);
  return { withId: (id) => byId.get(id), withName: (name) => byName.get(name) };
}

/** What was read for each of these words. */
export async function readEach<T>(
  words: readonly string[],
  read: (word: string) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  return new Map(await Promise.all(words.map(async (word) => [word, await read(word)] as const)));
}

/**
 * The error for workspaces that do not exist, with the nearest existing names. Reads the names of all workspaces
 * unless they are known.
 *
 * @param found - Workspaces that the same lookup found, and that are therefore not suggested.
 */
export async function workspacesNotFound(
  view: OrganizationView,
  missing: readonly string[],
  found: readonly Workspace[],
): Promise<WorkspacesNotFoundError> {
  // Without this list, the error has no suggestions.
  const all = await view.workspaces.all().catch((): readonly Workspace[] => []);
  const known = new Set(found.map(({ id }) => id));
  const others = all.filter(({ id }) => !known.has(id)).map(({ name }) => name);
  return new WorkspacesNotFoundError(view.name, missing, others);
}

/**
 * Ensures that these workspaces are in the project. All that are elsewhere move in one request, or none does.
 *
 * @throws WorkspacesNotFoundError when a workspace does not exist; nothing is moved
 * @throws OutcomeUnknownError when it is unknown whether they moved
 */
export async function ensureMembership(
  view: OrganizationView,
  projectId: string,
  workspaceIds: readonly string[],
): Promise<void> {
  // Another membership may be about to move them elsewhere.
  await view.moveLock.runExclusive(workspaceIds, async () => {
    // Saves a read of each workspace that is already in the project.
    await view.workspaces.inProject(projectId);
    const lists = { workspaceIds, workspaceNames: [] };
    const { selected, missingIds } = selectWorkspaces(lists, await readListed(view, lists));
    if (missingIds.length > 0) throw new WorkspacesNotFoundError(view.name, missingIds);
    const workspaces = selected.map(({ workspace }) => workspace);
    await moveWorkspaces(view, workspaces, projectId);
  });
}

/**
 * Moves workspaces to a project in one request: all or none. Verifies the outcome if the response is lost.
 *
 * @throws DefaultProjectNotVisibleError when they would move to a default project that the token does not see
 * @throws MoveRejectedError when the project is gone, or the token may not move workspaces into it
 * @throws OutcomeUnknownError when it is unknown whether they moved
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/projects
 */
export async function moveWorkspaces(
  view: OrganizationView,
  workspaces: readonly Workspace[],
  projectId: string,
  operation = new Operation(view),
): Promise<void> {
  const moved = workspaces.filter((workspace) => workspace.projectId !== projectId);
  if (moved.length === 0) return;
  if (projectId === view.knownDefaultProjectId) await checkDefaultProject(view, moved.length);
  const labelOf = (id: string) => ({ id, name: view.projects.peek(id)?.name });
  const workspaceIds = moved.map(({ id }) => id);
  try {
    await view.client.projects.moveWorkspaces(projectId, workspaceIds);
  } catch (error) {
    if (error instanceof NotFoundError && !isOutcomeUnknown(error)) {
      const sources = [...new Set(moved.map((workspace) => workspace.projectId))].map(labelOf);
      throw new MoveRejectedError(moved.length, sources, labelOf(projectId), error);
    }
    view.recordPossibleMove(moved, projectId);
    const write = { kind: "move", organization: view.name, project: labelOf(projectId), workspaceIds } as const;
    await operation.confirm(
      write,
      error,
      async (options) => (await areInside(view, workspaceIds, projectId, options)) || undefined,
    );
  }
  view.recordMove(moved, projectId);
}

/** @throws DefaultProjectNotVisibleError if workspaces cannot move to the default project; nothing is sent. */
export async function checkDefaultProject(view: OrganizationView, moves: number): Promise<void> {
  if (moves > 0 && !(await view.seesDefaultProject())) throw new DefaultProjectNotVisibleError(moves);
}

/** Reads again whether all workspaces are in the project. */
async function areInside(
  view: OrganizationView,
  workspaceIds: readonly string[],
  projectId: string,
  options: CallOptions,
): Promise<boolean> {
  const inside = new Set((await view.workspaces.freshInProject(projectId, options)).map(({ id }) => id));
  if (workspaceIds.every((id) => inside.has(id))) return true;
  // The list is also empty if the token does not see the project.
  if (inside.size === 0) await view.projects.freshById(projectId, options);
  return false;
}
