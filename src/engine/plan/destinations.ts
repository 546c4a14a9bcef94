import {
  EXCLUSIVE_DEFAULT_PROJECT,
  exclusiveIsShared,
  nameKey,
  NO_SETTINGS,
  sharedExclusiveProjects,
  workspaceInTwoMemberships,
  type Project,
  type Workspace,
} from "../../model";
import { groupBy, indexBy } from "../../reconcile/lists";
import { missingWorkspaces } from "../../reconcile/missing-workspaces";
import type { ActualOrganization, DesiredMembership, ProjectReference, RecordedMembership } from "../organization";
import { formatList, quote } from "../../reconcile/text";
import { projectsWithHiddenWorkspaces, seesDefaultProject, type MissingObjects } from "./absence";
import type { MovedWorkspace } from "./action";
import type { Refusal } from "./guards";
import { resolvedKey, type ProjectResolver, type ResolvedProject } from "./project-resolver";

/** A workspace that is not in the right project. */
export interface RequiredMove {
  readonly workspace: Workspace;
  readonly to: ResolvedProject;
  readonly reason: MovedWorkspace["reason"];
}

/** What a membership does with its workspaces. */
export interface Assignment {
  readonly membership: DesiredMembership;
  readonly to: ResolvedProject;
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
export function destinationsOf(
  memberships: readonly DesiredMembership[],
  resolver: ProjectResolver,
  actual: ActualOrganization,
): Destinations {
  const byId = indexBy(actual.workspaces, (workspace) => workspace.id);
  const byName = indexBy(actual.workspaces, (workspace) => nameKey(workspace.name));
  const byWorkspace = new Map<string, Assignment>();
  const exclusive = new Set<string>();
  const refusals: Refusal[] = [];
  const absent = { projects: new Set<string>(), workspaces: new Set<string>() };
  const isConclusive = seesDefaultProject(actual);
  const hidden = projectsWithHiddenWorkspaces(actual);
  const refuse = (membership: DesiredMembership, code: Refusal["code"], message: string): void => {
    refusals.push({ code, subject: membership.address, message });
  };

  for (const membership of memberships) {
    const to = resolver.resolve(membership.project);
    if (to === undefined) {
      const { project } = membership;
      if (isConclusive || isRenamed(project, resolver)) {
        refuse(membership, "UNKNOWN_PROJECT", unknownProject(project, resolver, actual.name));
      } else {
        absent.projects.add(labelOf(project));
      }
      continue;
    }
    if (membership.exclusive && to.kind === "existing") {
      if (to.project.id === actual.defaultProjectId) refuse(membership, "DEFAULT_PROJECT", EXCLUSIVE_DEFAULT_PROJECT);
      exclusive.add(to.project.id);
    }
    const missing: string[] = [];
    const members: Workspace[] = [];
    const add = (name: string, workspace: Workspace | undefined): void => {
      if (workspace === undefined) missing.push(name);
      else members.push(workspace);
    };
    for (const id of membership.workspaceIds) add(id, byId.get(id));
    for (const name of membership.workspaceNames) add(name, byName.get(nameKey(name)));
    const hiding = to.kind === "existing" ? hidden.get(to.project.id) : undefined;
    if (missing.length > 0 && hiding !== undefined) {
      refuse(membership, "NOT_FOUND_OR_UNAUTHORIZED", `Not found: ${formatList(missing)}. ${hiding}`);
    } else if (!isConclusive) {
      for (const name of missing) absent.workspaces.add(name);
    } else if (missing.length > 0) {
      const others = actual.workspaces.filter((workspace) => !members.includes(workspace));
      const message = unknownWorkspaces(actual.name, missing, others);
      refusals.push({ code: "UNKNOWN_WORKSPACE", subject: membership.address, workspaces: missing, message });
    }
    const assignment = { membership, to };
    for (const workspace of members) {
      const other = byWorkspace.get(workspace.id) ?? assignment;
      if (other === assignment) byWorkspace.set(workspace.id, assignment);
      else {
        const message = workspaceInTwoMemberships(workspace.name, other.membership.address);
        refuse(membership, "WORKSPACE_IN_TWO_PROJECTS", message);
      }
    }
  }
  const keyOf = ({ project }: DesiredMembership): string | undefined => {
    const to = resolver.resolve(project);
    return to && resolvedKey(to);
  };
  for (const { membership, others } of sharedExclusiveProjects(memberships, keyOf)) {
    refuse(membership, "EXCLUSIVE_PROJECT_SHARED", exclusiveIsShared(others.map(({ address }) => address)));
  }
  const missing = { projects: [...absent.projects], workspaces: [...absent.workspaces] };
  return { byWorkspace, exclusive, refusals, missing };
}

/**
 * The workspaces that must move: to the project that a membership assigns them to; or to the default project, out of an
 * exclusive or a deleted project that they are not members of, or because no membership has them any more.
 *
 * @param deleted - Ids of projects.
 * @param released - Ids of workspaces.
 * @param ignored - Ids of workspaces that stay where they are; no membership has them.
 */
export function requiredMoves(
  actual: ActualOrganization,
  { byWorkspace, exclusive }: Pick<Destinations, "byWorkspace" | "exclusive">,
  deleted: ReadonlySet<string>,
  released: ReadonlySet<string>,
  ignored: ReadonlySet<string>,
): readonly RequiredMove[] {
  const defaultProject = defaultProjectOf(actual);
  const moves: RequiredMove[] = [];
  for (const workspace of actual.workspaces) {
    const to = byWorkspace.get(workspace.id)?.to;
    const { projectId } = workspace;
    if (to !== undefined) {
      if (!isIn(workspace, to)) moves.push({ workspace, to, reason: "member" });
      continue;
    }
    // A workspace leaves the default project only for a project of its own.
    if (projectId === defaultProject.id || ignored.has(workspace.id)) continue;
    const reason = deleted.has(projectId)
      ? "evacuated"
      : exclusive.has(projectId)
        ? "evicted"
        : released.has(workspace.id)
          ? "released"
          : undefined;
    if (reason !== undefined) moves.push({ workspace, to: { kind: "existing", project: defaultProject }, reason });
  }
  return moves;
}

/** The default project; one that the token does not see has its ID as its name. */
function defaultProjectOf({ name: organization, projects, defaultProjectId: id }: ActualOrganization): Project {
  const found = projects.find((project) => project.id === id);
  const permissions = { canUpdate: undefined, canDestroy: undefined, canCreateWorkspace: undefined };
  return (
    found ?? {
      ...NO_SETTINGS,
      id,
      name: id,
      organization,
      permissions,
      workspaceCount: undefined,
      teamCount: undefined,
    }
  );
}

/**
 * Ids of the workspaces that the state has in a membership, and the code no longer has in it: they leave its project
 * unless `on_destroy` is `retain`, as with Terraform. Of a membership that left the code, only what is recorded leaves:
 * Terraform plans its deletion with the state as it was before the refresh. A refresh records in an exclusive
 * membership whatever entered its project, so a membership that stays in the code releases that, too.
 */
export function releasedWorkspaces(
  recorded: readonly RecordedMembership[],
  memberships: readonly DesiredMembership[],
  resolver: ProjectResolver,
  actual: ActualOrganization,
): ReadonlySet<string> {
  if (recorded.length === 0) return new Set();
  const inside = groupBy(actual.workspaces, ({ projectId }) => projectId);
  const byAddress = indexBy(memberships, (membership) => membership.address);
  const released = recorded.flatMap((membership) => {
    const current = byAddress.get(membership.address);
    if (staysAfterRelease(membership, current, resolver)) return [];
    const ids = new Set(membership.workspaceIds);
    const names = new Set(membership.workspaceNames.map(nameKey));
    const isMember = ({ id, name }: Workspace): boolean =>
      ids.has(id) || names.has(nameKey(name)) || (current !== undefined && membership.exclusive);
    return (inside.get(membership.projectId) ?? []).filter(isMember).map(({ id }) => id);
  });
  return new Set(released);
}

/** Whether workspaces that the membership had stay in its project: the code decides or, if it has none, the state. */
function staysAfterRelease(
  recorded: RecordedMembership,
  current: DesiredMembership | undefined,
  resolver: ProjectResolver,
): boolean {
  if (current === undefined) return recorded.onDestroy === "retain";
  const to = resolver.resolve(current.project);
  const isMoved = to?.kind !== "existing" || to.project.id !== recorded.projectId;
  return current.onDestroy === "retain" && (isMoved || !current.exclusive);
}

/** The workspaces that nothing moves out of these projects, by id of the project. */
export function retainedWorkspaces(
  actual: ActualOrganization,
  projects: ReadonlySet<string>,
  byWorkspace: Destinations["byWorkspace"],
  released: ReadonlySet<string>,
): ReadonlyMap<string, readonly Workspace[]> {
  if (projects.size === 0) return new Map();
  const retained = actual.workspaces.filter((workspace) => {
    if (!projects.has(workspace.projectId)) return false;
    const to = byWorkspace.get(workspace.id)?.to;
    return to === undefined ? !released.has(workspace.id) : isIn(workspace, to);
  });
  return groupBy(retained, ({ projectId }) => projectId);
}

function isIn(workspace: Workspace, resolved: ResolvedProject): boolean {
  return resolved.kind === "existing" && workspace.projectId === resolved.project.id;
}

function isRenamed(reference: ProjectReference, resolver: ProjectResolver): boolean {
  return reference.by === "name" && resolver.renamedTo(reference.name) !== undefined;
}

/** How an error names a project that was not found. */
function labelOf(reference: ProjectReference): string {
  switch (reference.by) {
    case "id":
      return reference.id;
    case "name":
      return quote(reference.name);
    case "address":
      return reference.address;
    case "default":
      return "the default project";
  }
}

function unknownProject(reference: ProjectReference, resolver: ProjectResolver, organization: string): string {
  const renamed = reference.by === "name" ? resolver.renamedTo(reference.name) : undefined;
  if (reference.by === "name" && renamed !== undefined) {
    return (
      `The code renames the project ${quote(reference.name)} to ${quote(renamed.name)}. ` +
      `Refer to ${renamed.address} instead of the old name.`
    );
  }
  const which =
    reference.by === "id" ? reference.id : reference.by === "name" ? quote(reference.name) : "that it refers to";
  return (
    `The organization ${quote(organization)} has no project ${which}, or the token is not authorized to read it. ` +
    `Correct the reference, or remove the membership from the code.`
  );
}

function unknownWorkspaces(organization: string, missing: readonly string[], others: readonly Workspace[]): string {
  const names = others.map(({ name }) => name);
  return (
    `${missingWorkspaces(organization, missing, names)} ` +
    `Remove deleted workspaces from the code, and correct the names of renamed ones.`
  );
}
