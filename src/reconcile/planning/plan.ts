import {
  changedSettings,
  nameKey,
  settingsOf,
  UNLISTED_SETTINGS,
  type Project,
  type SettingName,
  type Workspace,
} from "../../model";
import type { ActualOrganization } from "../actual";
import type { DesiredOrganization } from "../desired";
import { compareStrings, groupBy } from "../lists";
import type { Action } from "./action";
import { warningsFor, type PlanWarning } from "./warnings";
import { coverageOf, type Coverage } from "./coverage";
import { requiredMoves, destinationsOf, retainedWorkspaces } from "./destinations";
import { pendingMoves, pendingProjectActions } from "./pending-actions";
import {
  duplicateProjects,
  forbidden,
  invalidProjects,
  refusedDeletes,
  takenNames,
  takenTemporaryNames,
  unknownIds,
} from "./guards";
import { identify, type Identity, type MismatchScore } from "./identity";
import { orderActions, type PendingAction } from "./order";
import { ProjectResolver } from "./project-resolver";
import type { Refusal } from "./refusal";

/** What a plan may do beside bringing in line what the code names. */
export interface PlanOptions {
  /** Whether the code is the whole truth: projects that it does not name are deleted. @default false */
  readonly prune?: boolean | undefined;
  /** Whether workspaces of projects that are deleted move to the default project; otherwise such a deletion is refused. @default false */
  readonly evacuate?: boolean | undefined;
  /** How many projects may be deleted. @default a quarter of the organization's, rounded down: none of fewer than four */
  readonly maxDeletes?: number | undefined;
}

/** What turns an organization into what the code says. */
export interface OrganizationPlan {
  readonly organization: string;
  /** In an order in which they can be done one by one; `after` says which could be done at the same time. */
  readonly actions: readonly Action[];
  /** Why the plan may not be applied; empty when it may. */
  readonly refusals: readonly Refusal[];
  /** What a person should look at before saying yes. */
  readonly warnings: readonly PlanWarning[];
  /** How much of the organization is in the code before the plan is carried out. */
  readonly coverage: Coverage;
  /** The settings that were not compared of every project of the code, because they were not read. */
  readonly notCompared: readonly SettingName[];
}

/**
 * Compares what the code says with what the service says. Pure: no I/O, no clock, no randomness; equal input gives an equal plan, whatever
 * order the service lists things in.
 */
export function planOrganization(
  desired: DesiredOrganization,
  listed: ActualOrganization,
  options: PlanOptions = {},
): OrganizationPlan {
  const actual = { ...listed, projects: sortById(listed.projects), workspaces: sortById(listed.workspaces) };
  const code = [...desired.projects].sort((one, other) => compareStrings(one.address, other.address));
  const identity = identityOf({ ...desired, projects: code }, actual);
  const resolver = new ProjectResolver(code, identity, actual);
  const memberships = [...desired.memberships].sort((one, other) => compareStrings(one.address, other.address));
  const destinations = destinationsOf(memberships, resolver, actual);
  const unmanaged = unmanagedProjects(desired, actual, identity, resolver);
  const pruned = options.prune === true ? unmanaged : [];
  const moves = requiredMoves(actual, destinations, new Set(pruned.map(({ id }) => id)));
  const finalNames = new Map(code.flatMap((it) => entry(identity.get(it.address)?.id, it.name)));
  const drafts: readonly PendingAction[] = [
    ...pendingProjectActions(code, identity),
    ...pendingMoves(moves, actual.projects, ({ id, name }) => finalNames.get(id) ?? name),
    ...pruned.map((project): PendingAction => {
      return { kind: "delete", projectId: project.id, before: settingsOf(project), reason: "is not in the code" };
    }),
  ];
  const duplicates = duplicateProjects(code);
  // Two projects of one name can be brought into no order.
  const actions = duplicates.length > 0 ? [] : orderActions(drafts, actual.projects);
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
    ...forbidden(drafts, actual.projects),
  ];
  const durations = new Map(actual.projects.map((it) => [it.id, it.autoDestroyActivityDuration ?? null]));
  for (const it of code) durations.set(identity.get(it.address)?.id ?? it.name, it.autoDestroyActivityDuration);
  return {
    organization: actual.name,
    actions,
    refusals,
    warnings: warningsFor(
      actions,
      workspacesIn(unmanaged, actual.workspaces),
      ({ id, name }) => durations.get(id ?? name) ?? null,
    ),
    coverage: coverageOf(actual, unmanaged, destinations.byWorkspace),
    notCompared: UNLISTED_SETTINGS.filter((name) => [...identity.values()].some((it) => it[name] === undefined)),
  };
}

/** Which project of the organization each project of the code is. */
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
  const named = new Set([
    actual.defaultProjectId,
    ...[...identity.values()].map(({ id }) => id),
    ...references.flatMap((reference) => {
      const it = resolver.resolve(reference);
      return it?.kind === "existing" ? [it.project.id] : [];
    }),
  ]);
  return actual.projects.filter(({ id }) => !named.has(id));
}

/** Ids of the projects → how many workspaces are in them. */
function workspacesIn(projects: readonly Project[], workspaces: readonly Workspace[]): ReadonlyMap<string, number> {
  const counts = new Map(projects.map(({ id }) => [id, 0]));
  for (const { projectId } of workspaces) {
    const count = counts.get(projectId);
    if (count !== undefined) counts.set(projectId, count + 1);
  }
  return counts;
}

/** Counts the attributes that differ, and the workspaces that would have to come in. */
function mismatchScoreFor(desired: DesiredOrganization, actual: ActualOrganization): MismatchScore {
  const memberships = groupBy(desired.memberships, ({ project }) =>
    project.by === "address" ? project.address : null,
  );
  let locations: WorkspaceLocations | undefined;
  return (code, project) => {
    const changes = changedSettings(project, { ...code, name: project.name });
    // Few organizations have projects that are compared so.
    const { byId, byName } = (locations ??= locationsOf(actual.workspaces));
    const absent = (memberships.get(code.address) ?? []).flatMap(({ workspaceIds, workspaceNames }) => [
      ...workspaceIds.filter((id) => byId.get(id) !== project.id),
      ...workspaceNames.filter((name) => byName.get(nameKey(name)) !== project.id),
    ]);
    return Object.keys(changes).length + absent.length;
  };
}

/** Ids of the projects that workspaces are in. */
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

function entry(key: string | undefined, value: string): [string, string][] {
  return key === undefined ? [] : [[key, value]];
}
