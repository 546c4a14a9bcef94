import { isNotCompared, settingsOf, SETTING_NAMES, type Project, type SettingName, type Workspace } from "../../model";
import { compareNames, compareStrings, indexBy } from "../../reconcile/lists";
import type {
  ActualOrganization,
  DesiredOrganization,
  DesiredProject,
  RecordedObjects,
  RecordedProject,
  StateVersion,
  TerraformPlanVersion,
} from "../organization";
import { Absence, projectsWithHiddenWorkspaces } from "./absence";
import { projectKey, type Action, type ProjectTarget } from "./action";
import { coverageOf, named, type Coverage, type NamedObject } from "./coverage";
import {
  destinationsOf,
  releasedWorkspaces,
  requiredMoves,
  retainedWorkspaces,
  type RequiredMove,
} from "./destinations";
import {
  duplicateProjects,
  forbidden,
  hiddenDestination,
  invalidProjects,
  membershipsOfDeleted,
  nameCycles,
  refusedDeletes,
  takenNames,
  unknownIds,
  type Deletion,
} from "./guards";
import { gateWarnings } from "./gate-warnings";
import { identify, type Identity } from "./identity";
import { impactOf, withRelated, type PlanImpact } from "./impact";
import { exceededLimits, raisedLimits, type LimitOptions, type RaisedLimit } from "./limits";
import { orderActions, type OrderedActions, type PendingAction } from "./order";
import { pendingMoves, pendingProjectActions, sentUnreported } from "./pending-actions";
import { ProjectResolver } from "./project-resolver";
import type { Refusal } from "./refusal";
import type { RelatedObjects } from "./related-changes";
import { twoOwnersWarnings } from "./two-owners";
import { unmanagedObjects, type IgnoredObjects } from "./unmanaged";
import { warningsFor, type PlanWarning } from "./warnings";

/** What a plan may do besides creating, updating and moving what the code names, and what it reports. */
export interface PlanOptions extends LimitOptions {
  /** Whether the code is authoritative: unmanaged projects are deleted. @default false */
  readonly prune?: boolean | undefined;
  /**
   * Whether workspaces of deleted projects move to the default project; otherwise the plan is blocked.
   *
   * @default false
   */
  readonly evacuate?: boolean | undefined;
  /**
   * Names or IDs of unmanaged projects and workspaces to leave alone, in which `*` is a wildcard. They are neither
   * deleted nor moved, and left out of coverage, and so are the workspaces of such a project.
   *
   * @default none
   */
  readonly ignore?: readonly string[] | undefined;
  /**
   * Whether settings of the code that the service does not report are sent if Terraform would send them; otherwise they
   * are not compared. Not for an organization that was read without settings which the service does report.
   *
   * @default false
   */
  readonly sendsUnreported?: boolean | undefined;
  /** Whether unmanaged projects, and unmanaged workspaces in projects of the code, count as drift. @default false */
  readonly strict?: boolean | undefined;
}

/** What turns an organization into what the code says. */
export interface OrganizationPlan {
  readonly organization: string;
  /** The Terraform states that identify projects; those that no state has are identified by their names. */
  readonly states: readonly StateVersion[];
  /** The plan of Terraform's that has the code, and identifies projects instead of states. */
  readonly terraformPlan?: TerraformPlanVersion | undefined;
  /** Projects of the code that exist, and that no Terraform state has. */
  readonly notInState: readonly { readonly address: string; readonly id: string }[];
  /** In an order in which they can be executed one by one; `dependsOn` says which may run at the same time. */
  readonly actions: readonly Action[];
  /** Why the plan is blocked; empty when it can be applied. */
  readonly refusals: readonly Refusal[];
  /** What should be reviewed before approval, the most severe first. */
  readonly warnings: readonly PlanWarning[];
  /** What workspaces and people gain and lose by moves and deletions. */
  readonly impact: PlanImpact;
  /** The limits of deletions and moves that were set above their defaults. */
  readonly raisedLimits: readonly RaisedLimit[];
  /** How much of the organization is managed, before the plan is applied. */
  readonly coverage: Coverage;
  /** What is unmanaged and counts as drift; nothing unless the comparison is strict. */
  readonly unmanagedDrift: UnmanagedDrift;
  /** Unmanaged projects that `prune` would delete, and that this plan leaves alone, by name. */
  readonly leftAlone: readonly NamedObject[];
  /**
   * Workspaces in projects of the code that no membership contains. Without a state nothing shows whether a membership
   * had them, so they stay; empty with a state.
   */
  readonly leftInPlace: readonly Workspace[];
  /** The settings that were neither compared nor sent for every project of the code, because they were not read. */
  readonly notCompared: readonly SettingName[];
}

/** Numbers of unmanaged objects that count as drift. */
export interface UnmanagedDrift {
  readonly projects: number;
  /** Workspaces in projects that the code manages. */
  readonly workspaces: number;
}

/**
 * Compares the code with the organization. Pure: no I/O, no clock, no randomness; equal input gives an equal plan,
 * whatever order the service lists things in.
 *
 * @param related - What was read of the projects beside their settings; without it the impact does not contain it.
 */
export function planOrganization(
  desired: DesiredOrganization,
  listed: ActualOrganization,
  options: PlanOptions = {},
  related?: RelatedObjects,
): OrganizationPlan {
  const actual = { ...listed, projects: sortById(listed.projects), workspaces: sortById(listed.workspaces) };
  const code = sortByAddress(desired.projects);
  const identity = identify(code, actual.projects);
  const resolver = new ProjectResolver(code, identity, actual);
  const destinations = destinationsOf(sortByAddress(desired.memberships), resolver, actual);
  const members = destinations.byWorkspace;
  const absence = new Absence(desired, actual, identity, destinations.missing);
  const recorded = desired.recorded ?? NOTHING_RECORDED;
  const beside = unmanagedObjects(desired, actual, { identity, resolver }, members, options.ignore ?? []);
  const { ignored } = beside;
  const dropped = droppedProjects(recorded.droppedProjects, identity, actual.projects, ignored);
  const unmanaged = { ...beside, projects: beside.projects.filter(({ id }) => !dropped.has(id)) };
  const retained = new Set(recorded.droppedProjects.map(({ id }) => id));
  const prunable = unmanaged.projects.filter(({ id }) => !retained.has(id));
  const pruned = options.prune === true ? prunable : [];
  const deletions: readonly Deletion[] = [
    ...dropped.values(),
    ...pruned.map((project) => ({ project, cause: "unmanaged", evacuate: options.evacuate === true }) as const),
  ];
  const deleted = new Set(deletions.map(({ project }) => project.id));
  const released = releasedWorkspaces(recorded.memberships, desired.memberships, resolver, actual);
  const moves = requiredMoves(actual, destinations, resolver, deleted, released, ignored.workspaces).filter(
    ({ to }) => to.id !== null || !absence.isUndecided(to),
  );
  const leaving = new Set([...released].filter((id) => !ignored.workspaces.has(id)));
  const pending: readonly PendingAction[] = [
    ...pendingProjectActions(
      code.filter((it) => !absence.isUndecided(it)),
      identity,
      options.sendsUnreported === true,
    ),
    ...pendingMoves(moves, actual.projects),
    ...deletions.map(({ project, cause }): PendingAction => {
      return { kind: "delete", projectId: project.id, before: settingsOf(project), reason: DELETE_REASONS[cause] };
    }),
  ];
  const sent = new Map(
    pending.flatMap((it) => (it.kind === "update" ? [[it.address, new Set(sentUnreported(it))] as const] : [])),
  );
  const duplicates = duplicateProjects(code);
  // Actions of two projects with the same name cannot be ordered.
  const { actions, cycles } = duplicates.length > 0 ? NOTHING_ORDERED : orderActions(pending, actual.projects);
  const refusals = [
    ...invalidProjects(code),
    ...duplicates,
    ...unknownIds(code, identity, actual.name),
    ...takenNames(code, identity, deleted, actual),
    ...nameCycles(code, cycles),
    ...absence.refusals,
    ...destinations.refusals,
    ...hiddenDestination(moves, actual),
    ...membershipsOfDeleted(desired.memberships, resolver, deletions),
    ...refusedDeletes(
      deletions,
      retainedWorkspaces(actual, deleted, members, leaving),
      ignored.workspaces,
      actual.defaultProjectId,
      deletions.length === 0 ? new Map() : projectsWithHiddenWorkspaces(actual),
    ),
    ...exceededLimits(deletions, moves, options, actual),
    ...forbidden(pending, actual.projects),
  ];
  const codeByProject = indexBy(code, ({ address }) => identity.get(address)?.id ?? address);
  const codeOf = (project: ProjectTarget): DesiredProject | undefined => codeByProject.get(projectKey(project));
  const ownImpact = impactOf(actions, actual, codeOf);
  const impact = related === undefined ? ownImpact : withRelated(ownImpact, related, codeOf);
  const coverage = coverageOf(actual, identity, unmanaged, members);
  return {
    organization: actual.name,
    states: recorded.states,
    terraformPlan: recorded.terraformPlan,
    notInState: code.flatMap(({ address, recordedId }) => {
      const id = identity.get(address)?.id;
      return id === undefined || id === recordedId ? [] : [{ address, id }];
    }),
    actions,
    refusals,
    warnings: warningsFor(
      actions,
      [
        ...absence.warnings,
        ...twoOwnersWarnings(desired, destinations, resolver, actual),
        ...gateWarnings(desired, actions),
      ],
      workspacesIn(
        [...unmanaged.projects, ...ignored.projects].filter(({ id }) => id !== actual.defaultProjectId),
        actual.workspaces,
      ),
      impact,
    ),
    impact,
    raisedLimits: raisedLimits(options, actual),
    coverage,
    unmanagedDrift: options.strict === true ? unmanagedDriftOf(coverage) : NO_UNMANAGED_DRIFT,
    leftAlone: options.prune === true ? [] : [...prunable].sort(compareNames).map(named),
    leftInPlace: desired.recorded === undefined ? workspacesLeft(actual, identity, moves, members, ignored) : [],
    notCompared: SETTING_NAMES.filter((name) =>
      code.some((project) => {
        const found = identity.get(project.address);
        return (
          found !== undefined && isNotCompared(name, found, project) && sent.get(project.address)?.has(name) !== true
        );
      }),
    ),
  };
}

const NOTHING_RECORDED: RecordedObjects = { states: [], droppedProjects: [], memberships: [] };

const NOTHING_ORDERED: OrderedActions = { actions: [], cycles: [] };

const NO_UNMANAGED_DRIFT: UnmanagedDrift = { projects: 0, workspaces: 0 };

/** The default project exists in every organization, so it is no drift; it can only be managed. */
function unmanagedDriftOf({ unmanagedProjects, unmanagedWorkspaces }: Coverage): UnmanagedDrift {
  return {
    projects: unmanagedProjects.length,
    workspaces: unmanagedWorkspaces.filter(({ isInManagedProject }) => isInManagedProject).length,
  };
}

const DELETE_REASONS: Readonly<Record<Deletion["cause"], string>> = {
  unmanaged: "not in the code",
  dropped: "removed from the code",
};

/** The projects that Terraform would destroy, by id: the state has them, and the code no longer has. */
function droppedProjects(
  recorded: readonly RecordedProject[],
  identity: Identity,
  projects: readonly Project[],
  ignored: IgnoredObjects,
): ReadonlyMap<string, Deletion> {
  const kept = new Set([...identity.values(), ...ignored.projects].map(({ id }) => id));
  const byId = indexBy(projects, (project) => project.id);
  return new Map(
    recorded.flatMap(({ id, deletionPolicy }) => {
      const project = byId.get(id);
      if (project === undefined || kept.has(id) || deletionPolicy === "retain") return [];
      return [[id, { project, cause: "dropped", evacuate: deletionPolicy === "evacuate" }] as const];
    }),
  );
}

/** Workspaces in projects of the code, but for the default one, that nothing assigns, moves or ignores. By name. */
function workspacesLeft(
  { workspaces, defaultProjectId }: ActualOrganization,
  identity: Identity,
  moves: readonly RequiredMove[],
  members: ReadonlyMap<string, unknown>,
  ignored: IgnoredObjects,
): readonly Workspace[] {
  const managed = new Set([...identity.values()].map(({ id }) => id).filter((id) => id !== defaultProjectId));
  const others = new Set([...moves.map(({ workspace }) => workspace.id), ...ignored.workspaces]);
  return workspaces
    .filter(({ id, projectId }) => !members.has(id) && managed.has(projectId) && !others.has(id))
    .sort(compareNames);
}

/** Ids of the projects → how many workspaces they contain. */
function workspacesIn(projects: readonly Project[], workspaces: readonly Workspace[]): ReadonlyMap<string, number> {
  if (projects.length === 0) return new Map();
  const counts = new Map(projects.map(({ id }) => [id, 0]));
  for (const { projectId } of workspaces) {
    const count = counts.get(projectId);
    if (count !== undefined) counts.set(projectId, count + 1);
  }
  return counts;
}

function sortById<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return [...items].sort((one, other) => compareStrings(one.id, other.id));
}

function sortByAddress<T extends { readonly address: string }>(items: readonly T[]): readonly T[] {
  return [...items].sort((one, other) => compareStrings(one.address, other.address));
}
