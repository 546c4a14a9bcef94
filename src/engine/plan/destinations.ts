import { sharedExclusiveProjects, type Workspace } from "../../model";
import { groupBy, indexBy } from "../../reconcile/lists";
import type { DesiredMembership, PlacingRule, ProjectReference } from "../organization";
import { absenceOf, seesDefaultProject, type Absence } from "./absence";
import { projectKey, type MovedWorkspace, type ProjectTarget } from "./action";
import { createdConflicts, membersKnownAfterApply, type MembersKnownAfterApply } from "./after-apply";
import { isCode } from "./assignments";
import type { IdentifiedOrganization, ProjectResolver } from "./identity";
import { findMissing, withSuggestions, type MissingWorkspaces } from "./missing-workspaces";
import type { Refusal } from "./refusal";
import { releasedWorkspaces } from "./released";
import { resolveMembership, selectionConflicts, type ResolvedMembership } from "./selection";
import { routeWorkspaces, type Placing, type WorkspaceElsewhere } from "./placements";
import { placedWorkspaces, type PlacedWorkspace } from "./tfe-workspaces";
import type { PlanWarning } from "./warnings";
import { unmanagedObjects, type UnmanagedObjects } from "./unmanaged";
import { unresolvedProject } from "./unresolved-project";

/** A workspace that is not in the right project. */
export interface RequiredMove {
  readonly workspace: Workspace;
  readonly to: ProjectTarget;
  readonly reason: MovedWorkspace["reason"];
  /** The rule that places it, if that is the reason. */
  readonly rule?: PlacingRule | undefined;
}

/** Where everything in an organization belongs, managed and unmanaged. */
export interface Places {
  /** By id of the workspace: the membership that has it, and the project of that. */
  readonly byWorkspace: ReadonlyMap<string, ResolvedMembership>;
  /** Ids of the workspaces that stay where they are, because it is not known whether the code has them. */
  readonly undecided: ReadonlySet<string>;
  /** Ids of existing projects that are exclusive to their members. */
  readonly exclusive: ReadonlySet<string>;
  /** By id of the workspace: what the rules of placements do about those of no membership. */
  readonly routed: ReadonlyMap<string, Placing>;
  /** Workspaces that rules match and leave where they are. */
  readonly elsewhere: readonly WorkspaceElsewhere[];
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly PlanWarning[];
  readonly missingWorkspaces: readonly MissingWorkspaces[];
  readonly afterApply: readonly MembersKnownAfterApply[];
  /** By id of the workspace: those that nothing else places, and that a `tfe_workspace` puts into a project. */
  readonly placed: ReadonlyMap<string, PlacedWorkspace>;
  readonly absence: Absence;
  readonly unmanaged: UnmanagedObjects;
  /** Ids of the workspaces that a membership of the state no longer has → its address. Without ignored ones. */
  readonly released: ReadonlyMap<string, string>;
}

/** @param ignore - Patterns of unmanaged objects to leave alone. */
export function placeWorkspaces(identified: IdentifiedOrganization, ignore: readonly string[] = []): Places {
  const { desired, actual } = identified;
  const { resolved, notVisible, ...known } = knownPlaces(identified);
  const released = releasedWorkspaces(identified);
  const afterApply = membersKnownAfterApply(resolved, desired, ({ membership: { address, exclusive }, to }) =>
    actual.workspaces.filter(({ id, projectId }) => {
      const leaves = released.get(id) === address || (exclusive && projectId === to.id);
      return leaves && !isMember(known, id);
    }),
  );
  const kept = afterApply.flatMap((it) => it.kept.map(({ id }) => id));
  const places = {
    ...known,
    afterApply,
    undecided: new Set([...known.undecided, ...kept]),
    refusals: [...known.refusals, ...createdConflicts(afterApply)],
    absence: absenceOf(identified, { projects: hiddenReferences(identified), workspaces: notVisible }),
  };
  const unmanaged = unmanagedObjects(identified, (id) => isManaged(places, id), ignore);
  for (const id of unmanaged.ignored.workspaces) released.delete(id);
  return { ...places, unmanaged, released };
}

/** Whether a membership has a workspace, or may have it. */
function isMember({ byWorkspace, undecided }: Pick<Places, "byWorkspace" | "undecided">, workspaceId: string): boolean {
  return byWorkspace.has(workspaceId) || undecided.has(workspaceId);
}

/** Whether the code says where a workspace belongs, or may say it. */
export function isManaged(
  places: Pick<Places, "byWorkspace" | "undecided" | "routed" | "placed">,
  workspaceId: string,
): boolean {
  return isMember(places, workspaceId) || places.routed.has(workspaceId) || places.placed.has(workspaceId);
}

/** Resolves memberships, as far as their members are known: which workspaces they name, and where those belong. */
function knownPlaces(identified: IdentifiedOrganization) {
  const { desired, actual, resolver, workspaces } = identified;
  const inState = indexBy(desired.inState?.memberships ?? [], ({ address }) => address);
  const { resolved, refusals } = resolveMemberships(identified);
  // Of several memberships that name a workspace, the first one has it: the plan is refused.
  const claims = resolved.flatMap((it) => it.selected.map(({ workspace: { id } }) => [id, it] as const));
  const byWorkspace = new Map(claims.reverse());
  const exclusive = resolved.filter(({ membership }) => membership.exclusive);
  const members = findMissing(resolved, inState, workspaces, actual);
  const renamed = members.missing.flatMap((it) => it.renamed.map(({ id }) => id));
  const undecided = new Set(renamed.filter((id) => !byWorkspace.has(id)));
  const isFree = ({ id }: Workspace): boolean => !isMember({ byWorkspace, undecided }, id);
  const byTfe = placedWorkspaces(identified, isFree);
  const { byWorkspace: routed, ...routing } = routeWorkspaces(identified, {
    isUndecided: (id) => undecided.has(id),
    memberships: resolved,
    membershipOf: new Map([...byWorkspace].map(([id, { membership }]) => [id, membership.address])),
    byTfe,
  });
  return {
    resolved,
    byWorkspace,
    undecided: new Set([...undecided, ...routing.undecided]),
    routed,
    elsewhere: routing.elsewhere,
    exclusive: new Set(exclusive.flatMap(({ to }) => to.id ?? [])),
    refusals: [
      ...refusals,
      ...exclusive
        .filter(({ to }) => to.id === actual.defaultProjectId)
        .map(({ membership: { address } }): Refusal => {
          return { cause: "default-project-exclusive", code: "DEFAULT_PROJECT", address };
        }),
      ...members.refusals,
      ...selectionConflicts(resolved),
      ...sharedExclusive(desired.memberships, resolver),
      ...routing.refusals,
    ],
    warnings: routing.warnings,
    notVisible: members.notVisible,
    missingWorkspaces: withSuggestions(members.missing, workspaces, isFree),
    placed: new Map([...byTfe].filter(([id]) => !routed.has(id))),
  };
}

/** The memberships whose projects exist after the plan, and why others are refused. */
function resolveMemberships(identified: IdentifiedOrganization) {
  const { desired, resolver, workspaces } = identified;
  const refusals: Refusal[] = [];
  const resolved = desired.memberships.flatMap((membership): ResolvedMembership[] => {
    const to = resolver.resolve(membership.project);
    if (to !== undefined) return [resolveMembership(membership, to, workspaces)];
    const refusal = unresolvedProject(membership, identified);
    if (refusal !== undefined) refusals.push(refusal);
    return [];
  });
  return { resolved, refusals };
}

/** The projects that memberships, rules and assignments refer to, and that the token may not see. */
function hiddenReferences({ desired, actual, resolver }: IdentifiedOrganization): readonly ProjectReference[] {
  if (seesDefaultProject(actual)) return [];
  const { memberships, placements = [], assignments = [] } = desired;
  // A rule may have the default project all the same: the service knows which one it is.
  const rules = placements.flatMap((it) => it.rules.filter(({ project }) => project.by !== "default"));
  const all = [...memberships, ...rules, ...assignments.filter(isCode)].map(({ project }) => project);
  const isRenamed = (it: ProjectReference): boolean => it.by === "name" && resolver.renamedTo(it.name) !== undefined;
  return all.filter((it) => resolver.resolve(it) === undefined && !isRenamed(it));
}

function sharedExclusive(memberships: readonly DesiredMembership[], resolver: ProjectResolver): readonly Refusal[] {
  const keyOf = ({ project }: DesiredMembership): string | undefined => {
    const to = resolver.resolve(project);
    return to && projectKey(to);
  };
  return sharedExclusiveProjects(memberships, keyOf).map(({ membership: { address }, others }) => {
    const addresses = others.map((it) => it.address);
    return { cause: "exclusive-shared", code: "EXCLUSIVE_PROJECT_SHARED", address, others: addresses };
  });
}

/**
 * The workspaces that must move: to the project that a membership or a rule assigns them to; or to the default project,
 * out of an exclusive or a deleted project that they are not members of, or because no membership includes them any
 * longer. A rule that takes workspaces only from the default project lets these go: the next plan has them there.
 *
 * @param deleted - Ids of projects.
 */
export function requiredMoves(
  { desired, actual, resolver }: IdentifiedOrganization,
  { byWorkspace, routed, undecided, exclusive, absence, unmanaged, released }: Places,
  deleted: ReadonlySet<string>,
): readonly RequiredMove[] {
  const { defaultProject } = resolver;
  const required = desired.undo === undefined ? "member" : "undone";
  const moves: RequiredMove[] = [];
  for (const workspace of actual.workspaces) {
    if (undecided.has(workspace.id)) continue;
    const by = byWorkspace.get(workspace.id);
    const { projectId } = workspace;
    if (by !== undefined) {
      if (!isIn(workspace, by.to)) moves.push({ workspace, to: by.to, reason: required });
      continue;
    }
    const placing = routed.get(workspace.id);
    if (placing !== undefined && isTaken(workspace, placing, defaultProject)) {
      const { to, rule } = placing;
      if (!isIn(workspace, to)) moves.push({ workspace, to, reason: "placed", rule });
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
  return moves.filter(({ to }) => to.id !== null || !absence.undecided.has(to.address));
}

/** The workspaces that nothing moves out of these projects, by id of the project. */
export function retainedWorkspaces(
  { actual, resolver }: IdentifiedOrganization,
  { byWorkspace, routed, undecided, released }: Places,
  projects: ReadonlySet<string>,
): ReadonlyMap<string, readonly Workspace[]> {
  const retained = actual.workspaces.filter((workspace) => {
    if (!projects.has(workspace.projectId)) return false;
    if (undecided.has(workspace.id)) return true;
    const placing = routed.get(workspace.id);
    const isPlaced = placing !== undefined && isTaken(workspace, placing, resolver.defaultProject);
    const to = byWorkspace.get(workspace.id)?.to ?? (isPlaced ? placing.to : undefined);
    return to === undefined ? !released.has(workspace.id) : isIn(workspace, to);
  });
  return groupBy(retained, ({ projectId }) => projectId);
}

function isIn({ projectId }: Workspace, { id }: ProjectTarget): boolean {
  return projectId === id;
}

/** Whether a rule decides where a workspace is, whatever else would move it. */
function isTaken({ projectId }: Workspace, { takesFromAny }: Placing, { id }: ProjectTarget): boolean {
  return takesFromAny || projectId === id;
}
