import {
  changedSettings,
  isNotCompared,
  nameKey,
  settingsOf,
  SETTING_NAMES,
  type Project,
  type ProjectSettings,
  type SettingName,
  type Workspace,
} from "../../model";
import { compareStrings, groupBy } from "../lists";
import type { ActualOrganization, DesiredOrganization } from "../organization";
import type { Action } from "./action";
import { coverageOf, type Coverage } from "./coverage";
import { destinationsOf, requiredMoves, retainedWorkspaces } from "./destinations";
import {
  duplicateProjects,
  forbidden,
  invalidProjects,
  refusedDeletes,
  takenNames,
  takenTemporaryNames,
  unknownIds,
  type Refusal,
} from "./guards";
import { identify, type Identity, type MismatchScore } from "./identity";
import { orderActions, type PendingAction } from "./order";
import { pendingMoves, pendingProjectActions } from "./pending-actions";
import { ProjectResolver } from "./project-resolver";
import { warningsFor, type PlanWarning } from "./warnings";

/** What a plan may do besides creating, updating and moving what the code names. */
export interface PlanOptions {
  /** Whether the code is authoritative: unmanaged projects are deleted. @default false */
  readonly prune?: boolean | undefined;
  /**
   * Whether workspaces of deleted projects move to the default project; otherwise the plan is blocked.
   *
   * @default false
   */
  readonly evacuate?: boolean | undefined;
  /** How many projects may be deleted. @default a quarter of all, rounded down: none of fewer than four */
  readonly maxDeletes?: number | undefined;
}

/** What turns an organization into what the code says. */
export interface OrganizationPlan {
  readonly organization: string;
  /** In an order in which they can be executed one by one; `dependsOn` says which may run at the same time. */
  readonly actions: readonly Action[];
  /** Why the plan is blocked; empty when it can be applied. */
  readonly refusals: readonly Refusal[];
  /** What should be reviewed before approval, the most severe first. */
  readonly warnings: readonly PlanWarning[];
  /** How much of the organization is managed, before the plan is applied. */
  readonly coverage: Coverage;
  /** The settings that were not compared for every project of the code, because they were not read. */
  readonly notCompared: readonly SettingName[];
}

/**
 * Compares the code with the organization. Pure: no I/O, no clock, no randomness; equal input gives an equal plan,
 * whatever order the service lists things in.
 */
export function planOrganization(
  desired: DesiredOrganization,
  listed: ActualOrganization,
  options: PlanOptions = {},
): OrganizationPlan {
  const actual = { ...listed, projects: sortById(listed.projects), workspaces: sortById(listed.workspaces) };
  const code = sortByAddress(desired.projects);
  const identity = identityOf({ ...desired, projects: code }, actual);
  const resolver = new ProjectResolver(code, identity, actual);
  const destinations = destinationsOf(sortByAddress(desired.memberships), resolver, actual);
  const unmanaged = unmanagedProjects(desired, actual, identity, resolver);
  const pruned = options.prune === true ? unmanaged : [];
  const moves = requiredMoves(actual, destinations, new Set(pruned.map(({ id }) => id)));
  const finalNames = new Map(code.flatMap((it) => entry(identity.get(it.address)?.id, it.name)));
  const pending: readonly PendingAction[] = [
    ...pendingProjectActions(code, identity),
    ...pendingMoves(moves, actual.projects, ({ id, name }) => finalNames.get(id) ?? name),
    ...pruned.map((project): PendingAction => {
      return { kind: "delete", projectId: project.id, before: settingsOf(project), reason: "not in the code" };
    }),
  ];
  const duplicates = duplicateProjects(code);
  // Actions of two projects with the same name cannot be ordered.
  const actions = duplicates.length > 0 ? [] : orderActions(pending, actual.projects);
  const refusals = [
    ...invalidProjects(code),
    ...duplicates,
    ...unknownIds(code, identity, actual.name),
    ...takenNames(code, identity, pruned, actual),
    ...takenTemporaryNames(actions, code, actual),
    ...destinations.refusals,
    ...refusedDeletes(pruned, retainedWorkspaces(actual, destinations.byWorkspace), {
      evacuate: options.evacuate === true,
      maxDeletes: options.maxDeletes ?? Math.floor(actual.projects.length / 4),
      projects: actual.projects.length,
    }),
    ...forbidden(pending, actual.projects),
  ];
  const settings = new Map<string, ProjectSettings>(actual.projects.map((it) => [it.id, it]));
  for (const it of code) settings.set(identity.get(it.address)?.id ?? it.name, it);
  return {
    organization: actual.name,
    actions,
    refusals,
    warnings: warningsFor(actions, workspacesIn(unmanaged, actual.workspaces), ({ id, name }) =>
      settings.get(id ?? name),
    ),
    coverage: coverageOf(actual, unmanaged, destinations.byWorkspace),
    notCompared: SETTING_NAMES.filter((name) =>
      code.some((project) => {
        const found = identity.get(project.address);
        return found !== undefined && isNotCompared(name, found, project);
      }),
    ),
  };
}

/** Matches the projects of the code with those of the organization. */
export function identityOf(desired: DesiredOrganization, actual: ActualOrganization): Identity {
  return identify(desired.projects, actual.projects, mismatchScoreFor(desired, actual));
}

/** The projects that the code neither manages nor refers to; never the default project. */
function unmanagedProjects(
  desired: DesiredOrganization,
  actual: ActualOrganization,
  identity: Identity,
  resolver: ProjectResolver,
): readonly Project[] {
  const references = [...desired.references, ...desired.memberships.map(({ project }) => project)];
  const known = new Set([
    actual.defaultProjectId,
    ...[...identity.values()].map(({ id }) => id),
    ...references.flatMap((reference) => {
      const resolved = resolver.resolve(reference);
      return resolved?.kind === "existing" ? [resolved.project.id] : [];
    }),
  ]);
  return actual.projects.filter(({ id }) => !known.has(id));
}

/** Ids of the projects → how many workspaces they contain. */
function workspacesIn(projects: readonly Project[], workspaces: readonly Workspace[]): ReadonlyMap<string, number> {
  const counts = new Map(projects.map(({ id }) => [id, 0]));
  for (const { projectId } of workspaces) {
    const count = counts.get(projectId);
    if (count !== undefined) counts.set(projectId, count + 1);
  }
  return counts;
}

/** Counts the attributes that differ, and the workspaces that would have to move in. */
function mismatchScoreFor(desired: DesiredOrganization, actual: ActualOrganization): MismatchScore {
  const memberships = groupBy(desired.memberships, ({ project }) =>
    project.by === "address" ? project.address : null,
  );
  let locations: WorkspaceLocations | undefined;
  return (code, project) => {
    const changes = changedSettings(project, { ...code, name: project.name });
    // Computed on first use: few organizations have cycles of names.
    const { byId, byName } = (locations ??= locationsOf(actual.workspaces));
    const absent = (memberships.get(code.address) ?? []).flatMap(({ workspaceIds, workspaceNames }) => [
      ...workspaceIds.filter((id) => byId.get(id) !== project.id),
      ...workspaceNames.filter((name) => byName.get(nameKey(name)) !== project.id),
    ]);
    return Object.keys(changes).length + absent.length;
  };
}

/** Ids of the projects that contain each workspace. */
interface WorkspaceLocations {
  readonly byId: ReadonlyMap<string, string>;
  readonly byName: ReadonlyMap<string, string>;
}

function locationsOf(workspaces: readonly Workspace[]): WorkspaceLocations {
  return {
    byId: new Map(workspaces.map(({ id, projectId }) => [id, projectId])),
    byName: new Map(workspaces.map(({ name, projectId }) => [nameKey(name), projectId])),
  };
}

function sortById<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return [...items].sort((one, other) => compareStrings(one.id, other.id));
}

function sortByAddress<T extends { readonly address: string }>(items: readonly T[]): readonly T[] {
  return [...items].sort((one, other) => compareStrings(one.address, other.address));
}

function entry(key: string | undefined, value: string): [string, string][] {
  return key === undefined ? [] : [[key, value]];
}
