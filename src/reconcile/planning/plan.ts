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
import { compared, groupedBy } from "../lists";
import type { Action } from "./action";
import { attentionTo, type Attention } from "./attention";
import { coverageOf, type Coverage } from "./coverage";
import { departures, destinationsOf, staying } from "./destinations";
import { moveDrafts, projectDrafts } from "./drafts";
import {
  duplicateProjects,
  forbidden,
  invalidProjects,
  refusedDeletes,
  takenNames,
  takenTemporaryNames,
  unknownIds,
} from "./guards";
import { identify, type Identity, type Misfit } from "./identity";
import { inOrder, type Draft } from "./order";
import { ProjectsMeant } from "./projects-meant";
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
  readonly attention: readonly Attention[];
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
  const actual = { ...listed, projects: byId(listed.projects), workspaces: byId(listed.workspaces) };
  const code = [...desired.projects].sort((one, other) => compared(one.address, other.address));
  const identity = identityOf({ ...desired, projects: code }, actual);
  const meant = new ProjectsMeant(code, identity, actual);
  const memberships = [...desired.memberships].sort((one, other) => compared(one.address, other.address));
  const destinations = destinationsOf(memberships, meant, actual);
  const outside = unnamed(desired, actual, identity, meant);
  const pruned = options.prune === true ? outside : [];
  const moves = departures(actual, destinations, new Set(pruned.map(({ id }) => id)));
  const finalNames = new Map(code.flatMap((it) => entry(identity.get(it.address)?.id, it.name)));
  const drafts: readonly Draft[] = [
    ...projectDrafts(code, identity),
    ...moveDrafts(moves, actual.projects, ({ id, name }) => finalNames.get(id) ?? name),
    ...pruned.map((project): Draft => {
      return { kind: "delete", projectId: project.id, from: settingsOf(project), reason: "is not in the code" };
    }),
  ];
  const duplicates = duplicateProjects(code);
  // Two projects of one name can be brought into no order.
  const actions = duplicates.length > 0 ? [] : inOrder(drafts, actual.projects);
  const refusals = [
    ...invalidProjects(code),
    ...duplicates,
    ...unknownIds(code, identity, actual.name),
    ...takenNames(code, identity, pruned, actual),
    ...takenTemporaryNames(actions, code, actual),
    ...destinations.refusals,
    ...refusedDeletes(pruned, staying(actual, destinations.wanted), {
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
    attention: attentionTo(
      actions,
      workspacesIn(outside, actual.workspaces),
      ({ id, name }) => durations.get(id ?? name) ?? null,
    ),
    coverage: coverageOf(actual, outside, destinations.wanted),
    notCompared: UNLISTED_SETTINGS.filter((name) => [...identity.values()].some((it) => it[name] === undefined)),
  };
}

/** Which project of the organization each project of the code is. */
export function identityOf(desired: DesiredOrganization, actual: ActualOrganization): Identity {
  return identify(desired.projects, actual.projects, misfitIn(desired, actual));
}

/** The projects that the code neither manages nor refers to; never the default project. */
function unnamed(
  desired: DesiredOrganization,
  actual: ActualOrganization,
  identity: Identity,
  meant: ProjectsMeant,
): readonly Project[] {
  const references = [...desired.references, ...desired.memberships.map(({ project }) => project)];
  const named = new Set([
    actual.defaultProjectId,
    ...[...identity.values()].map(({ id }) => id),
    ...references.flatMap((reference) => {
      const it = meant.by(reference);
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
function misfitIn(desired: DesiredOrganization, actual: ActualOrganization): Misfit {
  const memberships = groupedBy(desired.memberships, ({ project }) =>
    project.by === "address" ? project.address : null,
  );
  let homes: Homes | undefined;
  return (code, project) => {
    const changes = changedSettings(project, { ...code, name: project.name });
    // Few organizations have projects that are compared so.
    const { byId, byName } = (homes ??= homesOf(actual.workspaces));
    const absent = (memberships.get(code.address) ?? []).flatMap(({ workspaceIds, workspaceNames }) => [
      ...workspaceIds.filter((id) => byId.get(id) !== project.id),
      ...workspaceNames.filter((name) => byName.get(nameKey(name)) !== project.id),
    ]);
    return Object.keys(changes).length + absent.length;
  };
}

/** Ids of the projects that workspaces are in. */
interface Homes {
  readonly byId: ReadonlyMap<string, string>;
  readonly byName: ReadonlyMap<string, string>;
}

function homesOf(workspaces: readonly Workspace[]): Homes {
  return {
    byId: new Map(workspaces.map(({ id, projectId }) => [id, projectId])),
    byName: new Map(workspaces.map(({ name, projectId }) => [nameKey(name), projectId])),
  };
}

function byId<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return [...items].sort((one, other) => compared(one.id, other.id));
}

function entry(key: string | undefined, value: string): [string, string][] {
  return key === undefined ? [] : [[key, value]];
}
