import type { Workspace } from "../model";
import { WorkspacesNotFoundError } from "./errors";
import { Operation } from "./operation";
import type { OrganizationView } from "./view";

/** What the code says of the workspaces of one project. */
export interface MembershipSpec {
  readonly projectId: string;
  /** Ids of the workspaces that shall live in the project. */
  readonly workspaceIds: readonly string[];
  /** Whether the project shall hold no others: those found are moved to the default project. */
  readonly exclusive: boolean;
  /** Ids of workspaces that the code no longer names: those still in the project are moved to the default project. */
  readonly released: readonly string[];
}

/** What is to be moved so that a membership holds. */
export interface MembershipMoves {
  /** Workspaces to move into the project. */
  readonly entering: readonly Workspace[];
  /** Workspaces to move from the project to the default project. */
  readonly leaving: readonly Workspace[];
}

/** Names of workspaces, or ids, that the organization does not have. */
export interface ResolvedWorkspaces {
  readonly found: readonly Workspace[];
  readonly missingIds: readonly string[];
  readonly missingNames: readonly string[];
}

/** Looks up workspaces by id and by name (without regard to case); each is found once. */
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
 * Compares a membership with the organization.
 *
 * @throws WorkspacesNotFoundError when a workspace does not exist
 */
export async function membershipMoves(view: OrganizationView, desired: MembershipSpec): Promise<MembershipMoves> {
  const inside = await view.workspaces.inProject(desired.projectId);
  const wanted = new Set(desired.workspaceIds);
  const released = new Set(desired.released);
  const { found, missingIds } = await resolveWorkspaces(view, desired.workspaceIds, []);
  if (missingIds.length > 0) throw new WorkspacesNotFoundError(view.name, missingIds);
  return {
    entering: found.filter((workspace) => workspace.projectId !== desired.projectId),
    leaving: inside.filter(({ id }) => !wanted.has(id) && (desired.exclusive || released.has(id))),
  };
}

/**
 * Brings the workspaces of a project to what the code says: one request for those that enter, one for those that leave,
 * each all or nothing; none where nothing is to be moved.
 */
export async function ensureMembership(view: OrganizationView, desired: MembershipSpec): Promise<void> {
  // Another membership may be about to take what this one lets go, or the other way round.
  const evicted = desired.exclusive ? await view.workspaces.inProject(desired.projectId) : [];
  const concerned = [...desired.workspaceIds, ...desired.released, ...evicted.map(({ id }) => id)];
  await view.moveLock.runExclusive(concerned, async () => {
    const { entering, leaving } = await membershipMoves(view, desired);
    await moveWorkspaces(view, entering, desired.projectId);
    if (leaving.length > 0) await moveWorkspaces(view, leaving, await view.defaultProjectId());
  });
}

/**
 * Moves workspaces into a project in one request, all or nothing (service-api.md section 4.6). Where the answer is lost it is looked up.
 *
 * @throws OutcomeUnknownError when it is not known whether they moved
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
      return ids.every((id) => inside.has(id)) ? true : undefined;
    });
  }
  view.recordMove(moved, projectId);
}
