import { sharedExclusiveProjects, type Workspace } from "../../model";
import { compareNames, groupBy, indexBy } from "../../reconcile/lists";
import type {
  ActualOrganization,
  DesiredMembership,
  ProjectReference,
  RecordedMembership,
  WorkspaceMatch,
} from "../organization";
import { Absence, seesDefaultProject, type NotFoundObjects } from "./absence";
import { projectKey, type MovedWorkspace, type ProjectTarget } from "./action";
import { createdConflicts, membersKnownAfterApply, type MembersKnownAfterApply } from "./after-apply";
import type { IdentifiedOrganization, ProjectResolver } from "./identity";
import { findMissing, withSuggestions, type MissingWorkspaces } from "./missing-workspaces";
import type { Refusal } from "./refusal";
import { releasedWorkspaces } from "./released";
import {
  elsewhereOf,
  matchedWorkspace,
  matchOf,
  placesOf,
  resolveMembership,
  selectionConflicts,
  type SelectedMembers,
  type ResolvedMembership,
  type WorkspaceElsewhere,
} from "./selection";
import { placedWorkspaces, type PlacedWorkspace } from "./tfe-workspaces";
import { unmanagedObjects, type UnmanagedObjects } from "./unmanaged";
import { ruleWarnings, type PlanWarning } from "./warnings";

/** A workspace that is not in the right project. */
export interface RequiredMove {
  readonly workspace: Workspace;
  readonly to: ProjectTarget;
  readonly reason: MovedWorkspace["reason"];
  /** The membership that takes the workspace in. */
  readonly by?: Assignment | undefined;
}

/** What a membership does with one of its workspaces. */
interface Assignment {
  readonly membership: DesiredMembership;
  readonly to: ProjectTarget;
  /** Why its rule selects the workspace; undefined if its lists name it. */
  readonly match?: WorkspaceMatch | undefined;
}

/** Where everything in an organization belongs, managed and unmanaged. */
export interface Places {
  readonly destinations: Destinations;
  readonly absence: Absence;
  readonly unmanaged: UnmanagedObjects;
  /** Ids of the workspaces that a recorded membership had, and has no longer → its address. Without ignored ones. */
  readonly released: ReadonlyMap<string, string>;
}

/** @param ignore - Patterns of unmanaged objects to leave alone. */
export function placeWorkspaces(identified: IdentifiedOrganization, ignore: readonly string[] = []): Places {
  const { desired, actual } = identified;
  const { resolved, notEvaluated, ...known } = destinationsOf(identified);
  const released = releasedWorkspaces(identified, notEvaluated);
  const afterApply = membersKnownAfterApply(resolved, desired, ({ membership: { address, exclusive }, to }) =>
    actual.workspaces.filter(({ id, projectId }) => {
      const leaves = released.get(id) === address || (exclusive && projectId === to.id);
      return leaves && !isMember(known, id);
    }),
  );
  const kept = afterApply.flatMap((it) => it.kept.map(({ id }) => id));
  const destinations: Destinations = {
    ...known,
    afterApply,
    undecided: new Set([...known.undecided, ...kept]),
    refusals: [...known.refusals, ...createdConflicts(afterApply)],
  };
  const absence = new Absence(identified, destinations.notFound);
  const unmanaged = unmanagedObjects(identified, (id) => isManaged(destinations, id), ignore);
  for (const id of unmanaged.ignored.workspaces) released.delete(id);
  return { destinations, absence, unmanaged, released };
}

/** Where workspaces belong according to the code. */
export interface Destinations {
  /** By id of the workspace. */
  readonly byWorkspace: ReadonlyMap<string, Assignment>;
  /** Ids of the workspaces that stay where they are, because it is not known whether the code has them. */
  readonly undecided: ReadonlySet<string>;
  /** Ids of existing projects that are exclusive to their members. */
  readonly exclusive: ReadonlySet<string>;
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly PlanWarning[];
  readonly notFound: NotFoundObjects;
  readonly missingWorkspaces: readonly MissingWorkspaces[];
  readonly afterApply: readonly MembersKnownAfterApply[];
  /** What the memberships with rules select. */
  readonly selections: readonly SelectedMembers[];
  readonly elsewhere: readonly WorkspaceElsewhere[];
  /** By id of the workspace: those of no membership that a `tfe_workspace` puts into a project. */
  readonly placed: ReadonlyMap<string, PlacedWorkspace>;
}

/** Whether a membership has a workspace, or may have it. */
function isMember(
  { byWorkspace, undecided }: Pick<Destinations, "byWorkspace" | "undecided">,
  workspaceId: string,
): boolean {
  return byWorkspace.has(workspaceId) || undecided.has(workspaceId);
}

/** Whether the code says where a workspace belongs, or may say it. */
export function isManaged(destinations: Destinations, workspaceId: string): boolean {
  return isMember(destinations, workspaceId) || destinations.placed.has(workspaceId);
}

/** Destinations as far as memberships are known. */
interface KnownDestinations extends Omit<Destinations, "afterApply"> {
  readonly resolved: readonly ResolvedMembership[];
  /** Addresses of the memberships whose rules cannot be evaluated: nothing is planned for them. */
  readonly notEvaluated: ReadonlySet<string>;
}

/** Resolves memberships: which workspaces they select, and which projects those belong in. */
function destinationsOf(identified: IdentifiedOrganization): KnownDestinations {
  const { desired, actual, resolver, workspaces } = identified;
  const recorded = indexBy(desired.recorded?.memberships ?? [], ({ address }) => address);
  const { all, projectsNotFound, ...unresolved } = resolveMemberships(identified, recorded);
  const withoutTags = all.filter(({ lacksTags }) => lacksTags);
  const decided = all.filter(({ lacksTags }) => !lacksTags);
  const byWorkspace = assignmentsOf(decided);
  const members = findMissing(all, recorded, workspaces, actual);
  const undecided = new Set([
    ...withoutTags.flatMap((it) => membersWithoutTags(it, recorded.get(it.membership.address))),
    ...members.missing.flatMap(({ renamed }) => renamed.map(({ id }) => id)).filter((id) => !byWorkspace.has(id)),
  ]);
  const notEvaluated = withoutTags.map(({ membership }) => membership.address);
  const { language = "terraform" } = desired;
  const isFree = ({ id }: Workspace): boolean => !byWorkspace.has(id) && !undecided.has(id);
  return {
    resolved: all,
    byWorkspace,
    undecided,
    notEvaluated: new Set(notEvaluated),
    exclusive: new Set(
      decided.flatMap(({ membership, to }) => (membership.exclusive && to.id !== null ? [to.id] : [])),
    ),
    refusals: [
      ...unresolved.refusals,
      ...exclusiveDefault(all, actual),
      ...members.refusals,
      ...unknownTags(notEvaluated, actual.name),
      ...selectionConflicts(all, language),
      ...sharedExclusive(desired.memberships, resolver),
    ],
    warnings: ruleWarnings(decided),
    notFound: { projects: projectsNotFound, workspaces: members.notVisible },
    missingWorkspaces: withSuggestions(members.missing, workspaces, isFree),
    selections: decided.flatMap(({ membership: { address, rule }, selected }) =>
      rule === undefined ? [] : [{ address, workspaces: selected.map(matchedWorkspace).sort(compareNames) }],
    ),
    elsewhere: elsewhereOf(decided, actual, isFree),
    placed: placedWorkspaces(identified, isFree),
  };
}

/** The memberships whose projects exist after the plan, and why others are refused. */
function resolveMemberships(
  { desired, actual, resolver, workspaces }: IdentifiedOrganization,
  recorded: ReadonlyMap<string, RecordedMembership>,
): {
  readonly all: readonly ResolvedMembership[];
  readonly refusals: readonly Refusal[];
  readonly projectsNotFound: readonly ProjectReference[];
} {
  const refusals: Refusal[] = [];
  const notFound = new Map<string, ProjectReference>();
  const all = desired.memberships.flatMap((membership): ResolvedMembership[] => {
    const { address, project: reference } = membership;
    const to = resolver.resolve(reference);
    if (to !== undefined) {
      return [resolveMembership(membership, to, workspaces, placesOf(to, recorded.get(address), actual))];
    }
    const renamed = reference.by === "name" ? resolver.renamedTo(reference.name) : undefined;
    const code = "UNKNOWN_PROJECT";
    if (reference.by === "name" && renamed !== undefined) {
      const { address: other, name } = renamed;
      const what = { previous: reference.name, renamed: { address: other, name } };
      refusals.push({ cause: "renamed-project", code, address, ...what });
    } else if (seesDefaultProject(actual)) {
      refusals.push({ cause: "unknown-project", code, address, reference, organization: actual.name });
    } else {
      notFound.set(JSON.stringify(reference), reference);
    }
    return [];
  });
  return { all, refusals, projectsNotFound: [...notFound.values()] };
}

/** Of several memberships that select a workspace, the first one has it: the plan is refused. */
function assignmentsOf(resolved: readonly ResolvedMembership[]): ReadonlyMap<string, Assignment> {
  const byWorkspace = new Map<string, Assignment>();
  for (const { membership, to, selected } of resolved) {
    for (const { workspace, reason } of selected) {
      if (byWorkspace.has(workspace.id)) continue;
      const match = matchOf(reason);
      byWorkspace.set(workspace.id, { membership, to, ...(match === undefined ? {} : { match }) });
    }
  }
  return byWorkspace;
}

function exclusiveDefault(
  resolved: readonly ResolvedMembership[],
  { defaultProjectId }: ActualOrganization,
): readonly Refusal[] {
  return resolved
    .filter(({ membership, to }) => membership.exclusive && to.id === defaultProjectId)
    .map(({ membership: { address } }) => ({ cause: "default-project-exclusive", code: "DEFAULT_PROJECT", address }));
}

function unknownTags(addresses: readonly string[], organization: string): readonly Refusal[] {
  if (addresses.length === 0) return [];
  return [{ cause: "unknown-tags", code: "TAGS_NOT_REPORTED", addresses, organization }];
}

/** Ids of the workspaces that a membership has whose rule cannot be evaluated, as far as that is known. */
function membersWithoutTags(
  { selected }: ResolvedMembership,
  recorded: RecordedMembership | undefined,
): readonly string[] {
  const ids = [...(recorded?.workspaceIds ?? []), ...Object.keys(recorded?.matchedWorkspaces ?? {})];
  return [...selected.map(({ workspace }) => workspace.id), ...ids];
}

function sharedExclusive(memberships: readonly DesiredMembership[], resolver: ProjectResolver): readonly Refusal[] {
  const keyOf = ({ project }: DesiredMembership): string | undefined => {
    const to = resolver.resolve(project);
    return to && projectKey(to);
  };
  return sharedExclusiveProjects(memberships, keyOf).map(({ membership, others }): Refusal => ({
    cause: "exclusive-shared",
    code: "EXCLUSIVE_PROJECT_SHARED",
    address: membership.address,
    others: others.map(({ address }) => address),
  }));
}

/**
 * The workspaces that must move: to the project that a membership assigns them to; or to the default project, out of an
 * exclusive or a deleted project that they are not members of, or because no membership includes them any longer.
 *
 * @param deleted - Ids of projects.
 */
export function requiredMoves(
  { desired, actual, resolver }: IdentifiedOrganization,
  { destinations, absence, unmanaged, released }: Places,
  deleted: ReadonlySet<string>,
): readonly RequiredMove[] {
  const { byWorkspace, undecided, exclusive } = destinations;
  const { defaultProjectId: id } = actual;
  // If the token does not see the default project, its ID is used as its name.
  const defaultProject: ProjectTarget = resolver.resolve({ by: "default" }) ?? { id, name: id };
  const required = desired.undo === undefined ? "member" : "undone";
  const moves: RequiredMove[] = [];
  for (const workspace of actual.workspaces) {
    if (undecided.has(workspace.id)) continue;
    const by = byWorkspace.get(workspace.id);
    const { projectId } = workspace;
    if (by !== undefined) {
      if (!isIn(workspace, by.to)) moves.push({ workspace, to: by.to, reason: required, by });
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

/** The workspaces that nothing moves out of these projects, by id of the project. */
export function retainedWorkspaces(
  { actual }: IdentifiedOrganization,
  { destinations, released }: Places,
  projects: ReadonlySet<string>,
): ReadonlyMap<string, readonly Workspace[]> {
  const retained = actual.workspaces.filter((workspace) => {
    if (!projects.has(workspace.projectId)) return false;
    if (destinations.undecided.has(workspace.id)) return true;
    const to = destinations.byWorkspace.get(workspace.id)?.to;
    return to === undefined ? !released.has(workspace.id) : isIn(workspace, to);
  });
  return groupBy(retained, ({ projectId }) => projectId);
}

function isIn({ projectId }: Workspace, { id }: ProjectTarget): boolean {
  return projectId === id;
}
