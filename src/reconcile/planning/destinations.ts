import { EXCLUSIVE_DEFAULT_PROJECT, nameKey, workspaceInTwoMemberships, type Workspace } from "../../model";
import type { ActualOrganization } from "../actual";
import type { DesiredMembership, ProjectReference } from "../desired";
import { groupBy } from "../lists";
import type { MovedWorkspace } from "./action";
import type { ResolvedProject, ProjectResolver } from "./project-resolver";
import type { Refusal } from "./refusal";

/** A workspace that is not where it shall be. */
export interface RequiredMove {
  readonly workspace: Workspace;
  readonly to: ResolvedProject;
  readonly reason: MovedWorkspace["reason"];
}

/** Where the code wants workspaces to be. */
export interface Destinations {
  /** By id of the workspace. */
  readonly byWorkspace: ReadonlyMap<string, ResolvedProject>;
  /** Ids of existing projects that shall hold no other workspaces. */
  readonly exclusive: ReadonlySet<string>;
  readonly refusals: readonly Refusal[];
}

/** Reads memberships against the organization: which workspaces they name, and into which projects those go. */
export function destinationsOf(
  memberships: readonly DesiredMembership[],
  resolver: ProjectResolver,
  actual: ActualOrganization,
): Destinations {
  const byId = new Map(actual.workspaces.map((workspace) => [workspace.id, workspace]));
  const byName = new Map(actual.workspaces.map((workspace) => [nameKey(workspace.name), workspace]));
  const wanted = new Map<string, ResolvedProject>();
  const wantedBy = new Map<string, DesiredMembership>();
  const exclusive = new Set<string>();
  const refusals: Refusal[] = [];
  const refuse = (membership: DesiredMembership, code: Refusal["code"], message: string): void => {
    refusals.push({ code, subject: membership.address, message });
  };

  for (const membership of memberships) {
    const to = resolver.resolve(membership.project);
    if (to === undefined) {
      refuse(membership, "UNKNOWN_PROJECT", unknownProject(membership.project, resolver, actual.name));
      continue;
    }
    if (membership.exclusive && to.kind === "existing") {
      if (to.project.id === actual.defaultProjectId) refuse(membership, "DEFAULT_PROJECT", EXCLUSIVE_DEFAULT_PROJECT);
      exclusive.add(to.project.id);
    }
    const missing = [
      ...membership.workspaceIds.filter((id) => !byId.has(id)),
      ...membership.workspaceNames.filter((name) => !byName.has(nameKey(name))),
    ];
    for (const name of missing) refuse(membership, "UNKNOWN_WORKSPACE", unknownWorkspace(name, actual.name));
    const named = [
      ...membership.workspaceIds.map((id) => byId.get(id)),
      ...membership.workspaceNames.map((name) => byName.get(nameKey(name))),
    ];
    for (const workspace of named) {
      if (workspace === undefined) continue;
      const other = wantedBy.get(workspace.id);
      if (other !== undefined && other !== membership) {
        const message = workspaceInTwoMemberships(workspace.name, other.address);
        refuse(membership, "WORKSPACE_IN_TWO_PROJECTS", message);
        continue;
      }
      wanted.set(workspace.id, to);
      wantedBy.set(workspace.id, membership);
    }
  }
  return { byWorkspace: wanted, exclusive, refusals };
}

/**
 * The workspaces that have to move: to the project that the code wants them in, or to the default project when they are in an exclusive or
 * a deleted project that nobody wants them in.
 */
export function requiredMoves(
  actual: ActualOrganization,
  { byWorkspace: wanted, exclusive }: Pick<Destinations, "byWorkspace" | "exclusive">,
  deleted: ReadonlySet<string>,
): readonly RequiredMove[] {
  const defaultProject = actual.projects.find((project) => project.id === actual.defaultProjectId);
  return actual.workspaces.flatMap((workspace): RequiredMove[] => {
    const to = wanted.get(workspace.id);
    const { projectId } = workspace;
    if (to !== undefined) return isIn(workspace, to) ? [] : [{ workspace, to, reason: "member" }];
    // Nothing can leave the default project but by going somewhere.
    if (defaultProject === undefined || projectId === defaultProject.id) return [];
    const because = deleted.has(projectId) ? "evacuated" : exclusive.has(projectId) ? "evicted" : undefined;
    return because === undefined
      ? []
      : [{ workspace, to: { kind: "existing", project: defaultProject }, reason: because }];
  });
}

/** The workspaces that stay where they are unless their project is evacuated, by id of the project. */
export function retainedWorkspaces(
  actual: ActualOrganization,
  wanted: ReadonlyMap<string, ResolvedProject>,
): ReadonlyMap<string, readonly Workspace[]> {
  const stays = actual.workspaces.filter((workspace) => {
    const to = wanted.get(workspace.id);
    return to === undefined || isIn(workspace, to);
  });
  return groupBy(stays, ({ projectId }) => projectId);
}

function isIn(workspace: Workspace, meant: ResolvedProject): boolean {
  return meant.kind === "existing" && workspace.projectId === meant.project.id;
}

function unknownProject(reference: ProjectReference, resolver: ProjectResolver, organization: string): string {
  const renamed = reference.by === "name" ? resolver.renamedTo(reference.name) : undefined;
  if (reference.by === "name" && renamed !== undefined) {
    return `The code renames the project ${JSON.stringify(reference.name)} to ${JSON.stringify(renamed.name)}. Refer to ${renamed.address} instead of the old name.`;
  }
  const which =
    reference.by === "id"
      ? reference.id
      : reference.by === "name"
        ? JSON.stringify(reference.name)
        : "that it refers to";
  return `The organization ${JSON.stringify(organization)} has no project ${which}, or the token may not see it. Correct the reference, or take the membership out of the code.`;
}

function unknownWorkspace(name: string, organization: string): string {
  return `The organization ${JSON.stringify(organization)} has no workspace ${JSON.stringify(name)}, or the token may not see it. Take out of the code what was deleted, and correct what was renamed.`;
}
