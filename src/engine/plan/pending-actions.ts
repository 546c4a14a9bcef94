import {
  changedSettings,
  isNotCompared,
  SETTING_NAMES,
  settingsFrom,
  settingsOf,
  targetSettings,
  completedByState,
  type Project,
  type SettingName,
} from "../../model";
import { compareNames, groupBy } from "../../reconcile/lists";
import type { DesiredProject } from "../organization";
import { sentUnreported } from "../actions/table";
import { projectKey, type MovedWorkspace, type PendingAction } from "./action";
import { requireAssignments, type RequiredAssignments } from "./assignments";
import { requiredMoves, type Places, type RequiredMove } from "./destinations";
import { duplicateProjects, type IdentifiedOrganization, type Identity, type ProjectResolver } from "./identity";
import { orderActions, type OrderedActions } from "./order";
import type { PlanningOptions } from "./plan-options";
import type { Deletion } from "./unmanaged";

/** The changes of an organization, unless something forbids them. */
export interface RequiredChanges extends OrderedActions {
  readonly deletions: readonly Deletion[];
  readonly moves: readonly RequiredMove[];
  readonly assignments: RequiredAssignments;
  readonly pending: readonly PendingAction[];
  /** Unmanaged projects that `prune` deletes. */
  readonly prunable: readonly Project[];
}

export function requiredChanges(
  identified: IdentifiedOrganization,
  places: Places,
  options: PlanningOptions,
): RequiredChanges {
  const { desired, actual, identity, resolver } = identified;
  const { absence, unmanaged } = places;
  const dropped = new Set((desired.inState?.droppedProjects ?? []).map(({ id }) => id));
  const prunable = unmanaged.projects.filter(({ id }) => !dropped.has(id));
  const evacuate = options.evacuate === true;
  const pruned = options.prune === true ? prunable : [];
  const deletions: readonly Deletion[] = [
    ...unmanaged.dropped,
    ...pruned.map((project) => ({ project, cause: "unmanaged", evacuate }) as const),
  ];
  const deleted = new Set(deletions.map(({ project }) => project.id));
  const moves = requiredMoves(identified, places, deleted);
  const assignments = requireAssignments(identified, new Set([...deleted, ...absence.undecided]));
  const code = desired.projects.filter(({ address }) => !absence.undecided.has(address));
  // Settings that were not read are not sent, since the service may report them.
  const sendsUnreported = options.mode === "plan" && actual.skipsDurations !== true;
  const pending = [
    ...pendingProjectActions(code, identity, sendsUnreported).map((it) =>
      it.kind === "update" && desired.undo !== undefined ? { ...it, cause: "undone" as const } : it,
    ),
    ...assignments.pending,
    ...pendingMoves(moves, resolver),
    ...deletions.map(({ project, cause }): PendingAction => {
      return { kind: "delete", cause, projectId: project.id, before: settingsOf(project) };
    }),
  ];
  // Actions of two projects with the same name cannot be ordered.
  const isOrdered = duplicateProjects(desired.projects).length === 0;
  const ordered = isOrdered ? orderActions(pending, actual.projects) : { actions: [], cycles: [] };
  return { ...ordered, deletions, moves, assignments, pending, prunable };
}

/**
 * Creates missing projects, and updates those that differ from the code. A setting that the service does not report is
 * compared with what Terraform's state has of it or, without a state, sent if the code sets it: as Terraform does.
 *
 * @param sendsUnreported - Otherwise such a setting stays as it is.
 */
function pendingProjectActions(
  code: readonly DesiredProject[],
  identity: Identity,
  sendsUnreported: boolean,
): readonly PendingAction[] {
  return code.flatMap((project): PendingAction[] => {
    const { address, stateSettings: inState } = project;
    const actual = identity.get(address);
    const desired = settingsOf(project);
    if (actual === undefined) return [{ kind: "create", address, after: desired }];
    const before = settingsOf(actual);
    const known = sendsUnreported ? completedByState(before, inState) : before;
    const target = targetSettings(known, project);
    const changed = changedSettings(known, target);
    if (Object.keys(changed).length === 0) return [];
    // Unknown settings stay as they are.
    const after = settingsFrom((name) =>
      before[name] === undefined && !Object.hasOwn(changed, name) ? undefined : target[name],
    );
    const isSent = sentUnreported({ before, after }).length > 0;
    const state = isSent && inState !== undefined ? { inState } : {};
    return [{ kind: "update", address, projectId: actual.id, before, after, ...state }];
  });
}

/** The settings that were neither compared nor sent for every project of the code, because they were not read. */
export function notCompared(
  { desired, identity }: IdentifiedOrganization,
  { pending }: RequiredChanges,
): readonly SettingName[] {
  const updates = pending.flatMap((it) => (it.kind === "update" ? [[it.address, sentUnreported(it)] as const] : []));
  const sent = new Map(updates);
  return SETTING_NAMES.filter((name) =>
    desired.projects.some((project) => {
      const found = identity.get(project.address);
      if (found === undefined || sent.get(project.address)?.includes(name) === true) return false;
      return isNotCompared(name, found, project);
    }),
  );
}

/** Makes one move for each destination. */
function pendingMoves(moves: readonly RequiredMove[], resolver: ProjectResolver): readonly PendingAction[] {
  const byDestination = groupBy(moves, ({ to }) => projectKey(to));
  return [...byDestination.values()].map((group) => {
    const workspaces = group
      .map(({ workspace: { id, name, projectId }, reason, rule }): MovedWorkspace => {
        const from = { id: projectId, name: resolver.withId(projectId)?.name ?? projectId };
        return { id, name, from, reason, rule };
      })
      .sort(compareNames);
    return { kind: "move", destination: group[0].to, workspaces };
  });
}
