import type { Workspace } from "../model";
import { WorkspacesNotFoundError } from "./errors";
import { Operation } from "./operation";
import type { OrganizationView } from "./view";

/** The workspaces with the given ids and names, and the ids and names that the organization does not have. */
export interface ResolvedWorkspaces {
  readonly found: readonly Workspace[];
  readonly missingIds: readonly string[];
  readonly missingNames: readonly string[];
}

/** Resolves workspaces by id and by name, ignoring case. Returns each one once. */
export async function resolveWorkspaces(
  view: OrganizationView,
  ids: readonly string[],
  names: readonly string[],
): Promise<ResolvedWorkspaces> {
  const [byId, byName] = await Promise.all([
    Promise.all(ids.map((id) => view.workspaces.byId(id))),
    Promise.all(names.map((name) => view.workspaces.byName(name, { confirmAbsence: true }))),
  ]);
  const found = new Map([...byId, ...byName].flatMap((workspace) => (workspace ? [[workspace.id, workspace]] : [])));
  return {
    found: [...found.values()],
    missingIds: ids.filter((_, index) => byId[index] === undefined),
    missingNames: names.filter((_, index) => byName[index] === undefined),
  };
}

/**
 * The error for workspaces that do not exist, with the nearest existing names. Reads the names of all workspaces
 * unless they are known.
 *
 * @param found - Workspaces that were found in the same lookup, so they are not suggested.
 */
export async function workspacesNotFound(
  view: OrganizationView,
  missing: readonly string[],
  found: readonly Workspace[],
): Promise<WorkspacesNotFoundError> {
  // If this fails, the error just has no suggestions.
  const all = await view.workspaces.all().catch((): readonly Workspace[] => []);
  const known = new Set(found.map(({ id }) => id));
  const others = all.filter(({ id }) => !known.has(id)).map(({ name }) => name);
  return new WorkspacesNotFoundError(view.name, missing, others);
}

/**
 * Ensures that these workspaces are in the project. Those that are not move in one request: all or none.
 *
 * @throws WorkspacesNotFoundError when a workspace does not exist; nothing is moved
 * @throws OutcomeUnknownError when it is not known whether they moved
 */
export async function ensureMembership(
  view: OrganizationView,
  projectId: string,
  workspaceIds: readonly string[],
): Promise<void> {
  // Another membership may be about to move them elsewhere.
  await view.moveLock.runExclusive(workspaceIds, async () => {
    // One list saves a read for each workspace that is already in the project.
    await view.workspaces.inProject(projectId);
    const { found, missingIds } = await resolveWorkspaces(view, workspaceIds, []);
    if (missingIds.length > 0) throw new WorkspacesNotFoundError(view.name, missingIds);
    await moveWorkspaces(view, found, projectId);
  });
}

/**
 * Moves workspaces to a project in one request: all or none. Verifies the outcome if the response is lost.
 *
 * @throws OutcomeUnknownError when it is not known whether they moved
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
  const ids = moved.map(({ id }) => id);
  try {
    await view.client.projects.moveWorkspaces(projectId, ids);
  } catch (error) {
    view.recordPossibleMove(moved, projectId);
    const project = { id: projectId, name: view.projects.peek(projectId)?.name };
    const write = { kind: "move", organization: view.name, project, workspaceIds: ids } as const;
    await operation.confirm(write, error, async (options) => {
      const inside = new Set((await view.workspaces.freshInProject(projectId, options)).map(({ id }) => id));
      if (ids.every((id) => inside.has(id))) return true;
      // The list is also empty if the token does not see the project.
      if (inside.size === 0) await view.projects.freshById(projectId, options);
      return undefined;
    });
  }
  view.recordMove(moved, projectId);
}
