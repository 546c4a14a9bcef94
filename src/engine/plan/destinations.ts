import { nameKey, sharedExclusiveProjects, type Workspace } from "../../model";
import { groupBy, indexBy } from "../../reconcile/lists";
import { suggestionsFor } from "../../reconcile/missing-workspaces";
import type { ActualOrganization, DesiredMembership, ProjectReference, RecordedMembership } from "../organization";
import { Absence, projectsWithHiddenWorkspaces, seesDefaultProject, type MissingObjects } from "./absence";
import { projectKey, type MovedWorkspace, type ProjectTarget } from "./action";
import type { IdentifiedOrganization } from "./identity";
import type { ProjectResolver } from "./project-resolver";
import type { Refusal } from "./refusal";
import { unmanagedObjects, type UnmanagedObjects } from "./unmanaged";

/** A workspace that is not in the right project. */
export interface RequiredMove {
  readonly workspace: Workspace;
  readonly to: ProjectTarget;
  readonly reason: MovedWorkspace["reason"];
}

/** What a membership does with its workspaces. */
export interface Assignment {
  readonly membership: DesiredMembership;
  readonly to: ProjectTarget;
}

/** Where everything in an organization belongs, managed and unmanaged. */
export interface PlacedOrganization extends IdentifiedOrganization {
  readonly destinations: Destinations;
  readonly absence: Absence;
  readonly unmanaged: UnmanagedObjects;
  /** Ids of the workspaces that no membership includes any longer, and that are not ignored. */
  readonly released: ReadonlySet<string>;
}

/** @param ignore - Patterns of unmanaged objects to leave alone. */
export function placeWorkspaces(
  identified: IdentifiedOrganization,
  ignore: readonly string[] = [],
): PlacedOrganization {
  const { desired, actual, identity, resolver } = identified;
  const destinations = destinationsOf(desired.memberships, resolver, actual);
  const absence = new Absence(desired, actual, identity, destinations.missing);
  const unmanaged = unmanagedObjects(identified, destinations.byWorkspace, ignore);
  const recorded = desired.recorded?.memberships ?? [];
  const released = releasedWorkspaces(recorded, desired.memberships, resolver, actual).filter(
    (id) => !unmanaged.ignored.workspaces.has(id),
  );
  return { ...identified, destinations, absence, unmanaged, released: new Set(released) };
}

/** Where workspaces belong according to the code. */
export interface Destinations {
  /** By id of the workspace. */
  readonly byWorkspace: ReadonlyMap<string, Assignment>;
  /** Ids of existing projects that are exclusive to their members. */
  readonly exclusive: ReadonlySet<string>;
  readonly refusals: readonly Refusal[];
  readonly missing: MissingObjects;
}

/** Resolves memberships: which workspaces they name, and which projects those belong in. */
function destinationsOf(
  memberships: readonly DesiredMembership[],
  resolver: ProjectResolver,
  actual: ActualOrganization,
): Destinations {
  const byId = indexBy(actual.workspaces, (workspace) => workspace.id);
  const byName = indexBy(actual.workspaces, (workspace) => nameKey(workspace.name));
  const byWorkspace = new Map<string, Assignment>();
  const exclusive = new Set<string>();
  const refusals: Refusal[] = [];
  const absent = { projects: new Map<string, ProjectReference>(), workspaces: new Set<string>() };
  const isConclusive = seesDefaultProject(actual);
  const hidden = projectsWithHiddenWorkspaces(actual);

  for (const membership of memberships) {
    const { address, project: reference } = membership;
    const to = resolver.resolve(reference);
    if (to === undefined) {
      const renamed = reference.by === "name" ? resolver.renamedTo(reference.name) : undefined;
      const code = "UNKNOWN_PROJECT";
      if (reference.by === "name" && renamed !== undefined) {
        refusals.push({ cause: "renamed-project", code, address, previous: reference.name, renamed });
      } else if (isConclusive) {
        refusals.push({ cause: "unknown-project", code, address, reference, organization: actual.name });
      } else {
        absent.projects.set(JSON.stringify(reference), reference);
      }
      continue;
    }
    if (membership.exclusive && to.id !== null) {
      if (to.id === actual.defaultProjectId) {
        refusals.push({ cause: "default-project-exclusive", code: "DEFAULT_PROJECT", address });
      }
      exclusive.add(to.id);
    }
    const missing: string[] = [];
    const members: Workspace[] = [];
    const add = (name: string, workspace: Workspace | undefined): void => {
      if (workspace === undefined) missing.push(name);
      else members.push(workspace);
    };
    for (const id of membership.workspaceIds) add(id, byId.get(id));
    for (const name of membership.workspaceNames) add(name, byName.get(nameKey(name)));
    const hiding = hidden.get(projectKey(to));
    if (missing.length > 0 && hiding !== undefined) {
      const code = "NOT_FOUND_OR_UNAUTHORIZED";
      refusals.push({ cause: "hidden-members", code, address, workspaces: missing, destination: hiding });
    } else if (!isConclusive) {
      for (const name of missing) absent.workspaces.add(name);
    } else if (missing.length > 0) {
      const others = actual.workspaces.filter((workspace) => !members.includes(workspace)).map(({ name }) => name);
      refusals.push({
        cause: "unknown-workspaces",
        code: "UNKNOWN_WORKSPACE",
        address,
        workspaces: missing,
        organization: actual.name,
        suggestions: suggestionsFor(missing, others),
      });
    }
    const assignment = { membership, to };
    for (const workspace of members) {
      const other = byWorkspace.get(workspace.id) ?? assignment;
      if (other === assignment) byWorkspace.set(workspace.id, assignment);
      else {
        const what = { address, workspace: workspace.name, other: other.membership.address };
        refusals.push({ cause: "two-memberships", code: "WORKSPACE_IN_TWO_PROJECTS", ...what });
      }
    }
  }
  const keyOf = ({ project }: DesiredMembership): string | undefined => {
    const to = resolver.resolve(project);
    return to && projectKey(to);
  };
  for (const { membership, others } of sharedExclusiveProjects(memberships, keyOf)) {
    const what = { address: membership.address, others: others.map(({ address }) => address) };
    refusals.push({ cause: "exclusive-shared", code: "EXCLUSIVE_PROJECT_SHARED", ...what });
  }
  const missing = { projects: [...absent.projects.values()], workspaces: [...absent.workspaces] };
  return { byWorkspace, exclusive, refusals, missing };
}

/**
 * The workspaces that must move: to the project that a membership assigns them to; or to the default project, out of an
 * exclusive or a deleted project that they are not members of, or because no membership includes them any longer.
 *
 * @param deleted - Ids of projects.
 */
export function requiredMoves(
  { actual, resolver, destinations, absence, unmanaged, released }: PlacedOrganization,
  deleted: ReadonlySet<string>,
): readonly RequiredMove[] {
  const { byWorkspace, exclusive } = destinations;
  const { defaultProjectId: id } = actual;
  // If the token does not see the default project, its ID is used as its name.
  const defaultProject: ProjectTarget = resolver.resolve({ by: "default" }) ?? { id, name: id };
  const moves: RequiredMove[] = [];
  for (const workspace of actual.workspaces) {
    const to = byWorkspace.get(workspace.id)?.to;
    const { projectId } = workspace;
    if (to !== undefined) {
      if (!isIn(workspace, to)) moves.push({ workspace, to, reason: "member" });
      continue;
    }
    // A workspace leaves the default project only for a project of its own.
    if (projectId === defaultProject.id || unmanaged.ignored.workspaces.has(workspace.id)) continue;
    const reason = deleted.has(projectId)
      ? "evacuated"
      : exclusive.has(projectId)
        ? "evicted"
        : released.has(workspace.id)
          ? "released"
          : undefined;
    if (reason !== undefined) moves.push({ workspace, to: defaultProject, reason });
  }
  return moves.filter(({ to }) => to.id !== null || !absence.isUndecided(to));
}

/**
 * Ids of the workspaces that are in a membership in the state, but no longer in the code: they leave its project unless
 * `on_destroy` is `retain`, as with Terraform. A membership that was removed from the code releases only its recorded
 * workspaces: Terraform plans its deletion with the state from before the refresh. A refresh records all workspaces of
 * the project in an exclusive membership, so one that is still in the code releases the others, too.
 */
function releasedWorkspaces(
  recorded: readonly RecordedMembership[],
  memberships: readonly DesiredMembership[],
  resolver: ProjectResolver,
  actual: ActualOrganization,
): readonly string[] {
  if (recorded.length === 0) return [];
  const inside = groupBy(actual.workspaces, ({ projectId }) => projectId);
  const byAddress = indexBy(memberships, (membership) => membership.address);
  return recorded.flatMap((membership) => {
    const current = byAddress.get(membership.address);
    if (staysAfterRelease(membership, current, resolver)) return [];
    const ids = new Set(membership.workspaceIds);
    const names = new Set(membership.workspaceNames.map(nameKey));
    const isMember = ({ id, name }: Workspace): boolean =>
      ids.has(id) || names.has(nameKey(name)) || (current !== undefined && membership.exclusive);
    return (inside.get(membership.projectId) ?? []).filter(isMember).map(({ id }) => id);
  });
}

/** Whether workspaces that the membership had stay in its project: the code decides or, if it has none, the state. */
function staysAfterRelease(
  recorded: RecordedMembership,
  current: DesiredMembership | undefined,
  resolver: ProjectResolver,
): boolean {
  if (current === undefined) return recorded.onDestroy === "retain";
  const isMoved = resolver.resolve(current.project)?.id !== recorded.projectId;
  return current.onDestroy === "retain" && (isMoved || !current.exclusive);
}

/** The workspaces that nothing moves out of these projects, by id of the project. */
export function retainedWorkspaces(
  { actual, destinations, released }: PlacedOrganization,
  projects: ReadonlySet<string>,
): ReadonlyMap<string, readonly Workspace[]> {
  const retained = actual.workspaces.filter((workspace) => {
    if (!projects.has(workspace.projectId)) return false;
    const to = destinations.byWorkspace.get(workspace.id)?.to;
    return to === undefined ? !released.has(workspace.id) : isIn(workspace, to);
  });
  return groupBy(retained, ({ projectId }) => projectId);
}

function isIn({ projectId }: Workspace, { id }: ProjectTarget): boolean {
  return projectId === id;
}
