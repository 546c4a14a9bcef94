import { warningOf } from "../../diagnostics";
import { matcherOf, type Diagnostic, type Project, type Workspace, type NamedObject } from "../../model";
import { compareNames } from "../../reconcile/lists";
import { named, projectNames, seesDefaultProject } from "../actual-organization";
import { movedBy } from "../changes/kinds";
import type { DesiredOrganization, DesiredPlacement, PlacingRule, ProjectReference } from "../organization";
import { absenceOf, findMissing, missingFindings, type MissingWorkspaces } from "./absence";
import type { Change, MovedWorkspace, ProjectTarget } from "../changes/change";
import { isCode } from "./assignments";
import type { IdentifiedOrganization } from "./identity";
import {
  areCreated,
  createdConflicts,
  leavingWorkspaces,
  membersKnownAfterApply,
  resolveMembers,
  type LeavingWorkspaces,
  type Members,
  type MembersKnownAfterApply,
} from "./memberships";
import { routeWorkspaces, type Routing } from "./placements";
import type { ComparisonOptions } from "./plan-options";
import { workspacesSetByTfe, type WorkspaceSetByTfe } from "./tfe-resources";

/* Where the code puts workspaces, what of an organization is unmanaged, and which workspaces must move. */

/** Where everything in an organization belongs, managed and unmanaged. */
export interface Places extends Pick<Members, "byWorkspace" | "exclusive">, Pick<Routing, "routed" | "elsewhere"> {
  /** By id of the workspace: those that nothing else places, and that a `tfe_workspace` puts into a project. */
  readonly setByTfe: ReadonlyMap<string, WorkspaceSetByTfe>;
  readonly afterApply: readonly MembersKnownAfterApply[];
  /** Of drift: the workspaces that are differences because they do not exist, or have other names. */
  readonly missingWorkspaces: readonly MissingWorkspaces[];
  /** Ids of the workspaces that stay where they are, because it is not known whether the code has them. */
  readonly undecided: ReadonlySet<string>;
  readonly unmanaged: UnmanagedObjects;
  /** The workspaces that leave a membership unless something else places them. Without ignored ones. */
  readonly leaving: LeavingWorkspaces;
  /** Addresses of the projects of the code for which nothing can be planned. */
  readonly undecidedProjects: ReadonlySet<string>;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** What an organization has that is not in the code. */
export interface UnmanagedObjects {
  /** Projects that the code neither manages nor refers to, except ignored, dropped and default ones. */
  readonly projects: readonly Project[];
  /** Projects that Terraform would destroy: they are in the state, but no longer in the code. */
  readonly dropped: readonly Deletion[];
  /** Workspaces of which the code does not say where they belong, except ignored ones. */
  readonly workspaces: readonly Workspace[];
  /** Unmanaged objects that are left alone: neither deleted nor moved, and not counted. */
  readonly ignored: {
    readonly patterns: readonly string[];
    /** Projects that have the name or ID of a pattern; the default project may be among them. */
    readonly projects: readonly Project[];
    /** Ids of the workspaces that have the name or ID of a pattern, or are in an ignored project. */
    readonly workspaces: ReadonlySet<string>;
  };
}

/**
 * Why a project is deleted; `dropped`: it is in Terraform's state, but no longer in the code; `undone`: the changes
 * that are undone have created it.
 */
export type DeletionCause = "unmanaged" | "dropped" | "undone";

/** A project that the plan deletes. */
export interface Deletion {
  readonly project: Project;
  readonly cause: DeletionCause;
  /** Whether its workspaces move to the default project first. */
  readonly evacuate: boolean;
}

/** How much of an organization is managed by the code. Ignored objects are counted neither as managed nor in totals. */
export interface Coverage {
  readonly projects: { readonly managed: number; readonly total: number };
  readonly workspaces: { readonly managed: number; readonly total: number };
  /**
   * The default project is never among the unmanaged projects, but counts as managed only if the code manages it. One
   * that the token does not see is not counted, and there may be others.
   */
  readonly defaultProject: "managed" | "unmanaged" | "ignored" | "hidden";
  /** Projects that the code neither manages nor refers to, by name; never the default project. */
  readonly unmanagedProjects: readonly NamedObject[];
  /** Workspaces that no membership names, no rule places, and no `tfe_workspace` puts into a project, by name. */
  readonly unmanagedWorkspaces: readonly UnmanagedWorkspace[];
  /** How many unmanaged objects have the name of a pattern; workspaces also if their project has. */
  readonly ignored: { readonly patterns: readonly string[]; readonly projects: number; readonly workspaces: number };
}

/** A workspace that no membership names, no rule places, and no `tfe_workspace` puts into a project. */
export interface UnmanagedWorkspace extends NamedObject {
  readonly project: NamedObject;
  /** Whether the code manages its project: then the workspace was put there out of band. */
  readonly isInManagedProject: boolean;
}

/** A workspace that is not in the right project. */
export interface RequiredMove {
  readonly workspace: Workspace;
  readonly to: ProjectTarget;
  readonly reason: MovedWorkspace["reason"];
  /** The rule that places it, if that is the reason. */
  readonly rule?: PlacingRule | undefined;
}

export function placeWorkspaces(
  identified: IdentifiedOrganization,
  { ignore = [], mode }: Pick<ComparisonOptions, "ignore" | "mode">,
): Places {
  const members = resolveMembers(identified);
  const { resolved, byWorkspace, exclusive } = members;
  const { renamed, ...notFound } = findMissing(identified, members);
  const byTfe = workspacesSetByTfe(identified, ({ id }) => !byWorkspace.has(id) && !renamed.has(id));
  const { routed, elsewhere, ...routing } = routeWorkspaces(identified, members, renamed, byTfe);
  const setByTfe = new Map([...byTfe].filter(([id]) => !routed.has(id)));
  const undecided = new Set([...renamed, ...routing.undecided]);
  const left = leavingWorkspaces(identified, resolved);
  const isMember = (id: string): boolean => byWorkspace.has(id) || undecided.has(id);
  const afterApply = membersKnownAfterApply(identified, resolved, left, isMember);
  for (const { id } of afterApply.flatMap(({ kept }) => kept)) undecided.add(id);
  const isUnmanaged = ({ id }: Workspace): boolean => !isMember(id) && !routed.has(id) && !setByTfe.has(id);
  const unmanaged = unmanagedObjects(identified, identified.actual.workspaces.filter(isUnmanaged), ignore);
  const leaving = new Map([...left].filter(([id]) => !unmanaged.ignored.workspaces.has(id)));
  const absence = absenceOf(identified, hiddenReferences(identified), notFound.notVisible);
  const missing = missingFindings(notFound.missing, mode);
  return {
    byWorkspace,
    missingWorkspaces: missing.differences,
    routed,
    elsewhere,
    exclusive,
    setByTfe,
    afterApply,
    undecided,
    unmanaged,
    leaving,
    undecidedProjects: absence.undecided,
    errors: [
      ...absence.errors,
      ...members.errors,
      ...notFound.errors,
      ...routing.errors,
      ...createdConflicts(afterApply),
      ...missing.errors,
    ],
    warnings: [...absence.warnings, ...unknownMemberWarnings(afterApply), ...missing.warnings, ...routing.warnings],
  };
}

/** What a review cannot show: workspaces that may exist, and move. */
function unknownMemberWarnings(all: readonly MembersKnownAfterApply[]): readonly Diagnostic[] {
  const unknown = all.filter((it) => !areCreated(it));
  return unknown.map((members) => warningOf("unknown-members", { addresses: [members.address], members }));
}

/** The projects that memberships, rules and assignments refer to, and that the token may not see. */
function hiddenReferences({ desired, actual, resolver }: IdentifiedOrganization): readonly ProjectReference[] {
  if (seesDefaultProject(actual)) return [];
  const { memberships, assignments = [] } = desired;
  // A rule may have the default project all the same: the service knows which one it is.
  const rules = rulesOf(desired).filter(({ project }) => project.by !== "default");
  const isHidden = (it: ProjectReference): boolean => {
    const isRenamed = it.by === "name" && resolver.renamedTo(it.name) !== undefined;
    return resolver.resolve(it) === undefined && !isRenamed;
  };
  return [...memberships, ...rules, ...assignments.filter(isCode)].map(({ project }) => project).filter(isHidden);
}

function rulesOf({ placements = [] }: DesiredOrganization): DesiredPlacement["rules"] {
  return placements.flatMap(({ rules }) => rules);
}

/**
 * Finds what the code neither manages nor refers to.
 *
 * @param workspaces - Those of which the code does not say where they belong.
 * @param patterns - Names of the objects to ignore; what the code names, or a rule places, is never ignored.
 */
function unmanagedObjects(
  { desired, actual, managed, resolver }: IdentifiedOrganization,
  workspaces: readonly Workspace[],
  patterns: readonly string[],
): UnmanagedObjects {
  const owners = [...desired.memberships, ...(desired.assignments ?? []), ...rulesOf(desired)];
  const references = [...desired.references, ...owners.map(({ project }) => project)];
  const referred = new Set(references.flatMap((reference) => resolver.resolve(reference)?.id ?? []));
  // A reference alone does not make the default project a managed one.
  referred.delete(actual.defaultProjectId);
  const matches = matcherOf(patterns);
  const projects = actual.projects.filter(({ id }) => !managed.has(id) && !referred.has(id));
  const ignored = projects.filter(matches);
  const ignoredIds = new Set(ignored.map(({ id }) => id));
  const isIgnored = (workspace: Workspace): boolean => ignoredIds.has(workspace.projectId) || matches(workspace);
  const cause = desired.undo === undefined ? "dropped" : "undone";
  const dropped = new Map(
    (desired.inState?.droppedProjects ?? []).flatMap(({ id, deletionPolicy }) => {
      const project = resolver.withId(id);
      if (project === undefined || managed.has(id) || ignoredIds.has(id) || deletionPolicy === "retain") return [];
      return [[id, { project, cause, evacuate: deletionPolicy === "evacuate" }] as const];
    }),
  );
  const others = new Set([actual.defaultProjectId, ...ignoredIds, ...dropped.keys()]);
  return {
    projects: projects.filter(({ id }) => !others.has(id)),
    dropped: [...dropped.values()],
    workspaces: workspaces.filter((it) => !isIgnored(it)),
    ignored: { patterns, projects: ignored, workspaces: new Set(workspaces.filter(isIgnored).map(({ id }) => id)) },
  };
}

/** How much of an organization is managed. */
export function coverageOf(
  { actual, managed, resolver }: IdentifiedOrganization,
  { projects, workspaces, ignored }: UnmanagedObjects,
): Coverage {
  const { defaultProjectId } = actual;
  const nameOf = projectNames(actual);
  const defaultProject = managed.has(defaultProjectId)
    ? "managed"
    : ignored.projects.some(({ id }) => id === defaultProjectId)
      ? "ignored"
      : resolver.withId(defaultProjectId) !== undefined
        ? "unmanaged"
        : "hidden";
  const total = {
    projects: actual.projects.length - ignored.projects.length,
    workspaces: actual.workspaces.length - ignored.workspaces.size,
  };
  return {
    projects: {
      managed: total.projects - projects.length - (defaultProject === "unmanaged" ? 1 : 0),
      total: total.projects,
    },
    workspaces: { managed: total.workspaces - workspaces.length, total: total.workspaces },
    defaultProject,
    unmanagedProjects: [...projects].sort(compareNames).map(named),
    unmanagedWorkspaces: [...workspaces].sort(compareNames).map((workspace) => {
      const project = nameOf(workspace.projectId);
      return { ...named(workspace), project, isInManagedProject: managed.has(workspace.projectId) };
    }),
    ignored: { ...ignored, projects: ignored.projects.length, workspaces: ignored.workspaces.size },
  };
}

/** Rounded down: 100 means all of them. 100 if there are none. */
export function percentOf({ managed, total }: Coverage["projects"]): number {
  return total === 0 ? 100 : Math.floor((managed * 1000) / total) / 10;
}

/** The unmanaged workspaces that a plan leaves where they are: of drift, those that are not misplaced. By name. */
export function unmanagedInPlace({
  actions,
  coverage,
}: {
  readonly actions: readonly Change[];
  readonly coverage: Coverage;
}): readonly UnmanagedWorkspace[] {
  const moved = new Set(actions.flatMap(movedBy).map(({ id }) => id));
  return coverage.unmanagedWorkspaces.filter(({ id }) => !moved.has(id));
}

/**
 * The workspaces that must move: to the project that a membership or a rule assigns them to; or to the default project,
 * out of an exclusive or a deleted project that they are not members of, or because no membership includes them any
 * longer. A rule that takes workspaces only from the default project lets these go: the next plan has them there.
 *
 * @param deleted - Ids of projects.
 */
export function requiredMoves(
  { desired, actual, resolver: { defaultProject } }: IdentifiedOrganization,
  { byWorkspace, routed, undecided, unmanaged, leaving }: Places,
  deleted: ReadonlySet<string>,
): readonly RequiredMove[] {
  const required = desired.undo === undefined ? "member" : "undone";
  const destinationOf = ({ id, projectId }: Workspace): Omit<RequiredMove, "workspace"> | undefined => {
    if (undecided.has(id)) return undefined;
    const membership = byWorkspace.get(id);
    if (membership !== undefined) return { to: membership.to, reason: required };
    const placing = routed.get(id);
    if (placing !== undefined && (placing.takeFrom === "any" || projectId === defaultProject.id)) {
      return { to: placing.to, reason: "placed", rule: placing.rule };
    }
    if (unmanaged.ignored.workspaces.has(id)) return undefined;
    if (deleted.has(projectId)) return { to: defaultProject, reason: "evacuated" };
    const left = leaving.get(id);
    return left && { to: defaultProject, reason: left.reason };
  };
  return actual.workspaces.flatMap((workspace) => {
    const destination = destinationOf(workspace);
    return destination === undefined || destination.to.id === workspace.projectId
      ? []
      : [{ workspace, ...destination }];
  });
}
