import { groupBy } from "../../lists";
import {
  attributeOf,
  changedSettings,
  completedByState,
  isNotCompared,
  sameName,
  SETTING_NAMES,
  settingsFrom,
  settingsOf,
  targetSettings,
  type SettingName,
  type Diagnostic,
  type NamedObject,
} from "../../model";
import { compareNames } from "../../reconcile/lists";
import { named, projectNames, type ActualOrganization } from "../actual-organization";
import { attributeChanges } from "../changes/attribute-change";
import { projectKey, type PendingChange } from "../changes/change";
import { pendingMove, sentUnreported, UNDONE } from "../changes/kinds";
import type { DesiredProject } from "../organization";
import { requireAssignments, type RequiredAssignments } from "./assignments";
import { requiredDeletions } from "./deletions";
import type { Deletion, DeletionCause, Places, RequiredMove } from "./destinations";
import { duplicateProjects, type IdentifiedOrganization } from "./identity";
import { orderChanges, type OrderedChanges } from "./order";
import type { ComparisonOptions } from "./plan-options";

/*
 * The changes that the code requires.
 */

/** The changes of an organization, unless something forbids them. */
export interface RequiredChanges extends OrderedChanges {
  readonly pending: readonly PendingChange[];
  /** All that the code requires, also those that are refused: without an action, and without evacuations. */
  readonly deletions: readonly Deletion[];
  readonly refusedDeletions: readonly Diagnostic[];
  readonly moves: readonly RequiredMove[];
  readonly assignments: RequiredAssignments;
  /** Projects of the code that share a name or an id. */
  readonly duplicates: readonly Diagnostic[];
  /** Unmanaged projects that `prune` would delete, by name. */
  readonly notPruned: readonly NamedObject[];
}

export function requiredChanges(
  identified: IdentifiedOrganization,
  places: Places,
  options: ComparisonOptions,
): RequiredChanges {
  const { desired, actual } = identified;
  const { undecidedProjects } = places;
  const { deletions, refused, possible, notPruned, moves: all } = requiredDeletions(identified, places, options);
  const deleted = deletions.map(({ project }) => project.id);
  const moves = all.filter(({ to }) => to.id !== null || !undecidedProjects.has(to.address));
  const assignments = requireAssignments(identified, new Set([...deleted, ...undecidedProjects]));
  const pending = [
    ...desired.projects
      .filter(({ address }) => !undecidedProjects.has(address))
      .flatMap((project) => pendingOf(project, identified, options)),
    ...assignments.pending,
    ...pendingMoves(moves, actual),
    // What an apply of Terraform would refuse is a difference all the same.
    ...(options.mode === "drift" ? deletions : possible).map(({ project, cause }): PendingChange => {
      const reason = DELETION_REASONS[cause];
      return { kind: "delete", reason, projectId: project.id, before: settingsOf(project), after: null };
    }),
  ];
  // Actions of two projects with the same name cannot be ordered.
  const duplicates = duplicateProjects(desired.projects);
  return {
    ...(duplicates.length === 0 ? orderChanges(pending, actual.projects) : { actions: [], cycles: [] }),
    pending,
    deletions,
    refusedDeletions: refused,
    moves,
    assignments,
    duplicates,
    notPruned: desired.undo === undefined ? [...notPruned].sort(compareNames).map(named) : [],
  };
}

/**
 * Creates a missing project, and updates one that differs from the code. A setting that the service does not report is
 * compared with what Terraform's state has of it or, without a state, sent if the code sets it: as Terraform does. It
 * stays as it is in drift, and if settings were not read: the service may report it.
 */
function pendingOf(
  project: DesiredProject,
  { desired: { undo }, actual: { skipsDurations }, identity }: IdentifiedOrganization,
  { mode }: ComparisonOptions,
): readonly PendingChange<"create" | "update">[] {
  const { address, stateSettings } = project;
  const actual = identity.get(address);
  if (actual === undefined) {
    const reason = "missing from the organization";
    return [{ kind: "create", reason, address, before: null, after: settingsOf(project) }];
  }
  const before = settingsOf(actual);
  const known = mode === "plan" && skipsDurations !== true ? completedByState(before, stateSettings) : before;
  const target = targetSettings(known, project);
  const changed = changedSettings(known, target);
  if (Object.keys(changed).length === 0) return [];
  // Unknown settings stay as they are.
  const after = settingsFrom((name) =>
    before[name] === undefined && !Object.hasOwn(changed, name) ? undefined : target[name],
  );
  const reason = undo === undefined ? reasonOfUpdate({ before, after }) : UNDONE;
  return [{ kind: "update", reason, address, projectId: actual.id, before, after }];
}

function reasonOfUpdate({ before, after }: Pick<PendingChange<"update">, "before" | "after">): string {
  if (before.name !== after.name) {
    return sameName(before.name, after.name) ? "case of the name differs from the code" : "renamed in the code";
  }
  const unreported = sentUnreported({ before, after });
  const differing = attributeChanges({ before, after }).flatMap(({ setting, from }) =>
    from === undefined ? [] : [attributeOf(setting)],
  );
  return [
    ...(differing.length === 0
      ? []
      : [`${differing.join(" and ")} ${differing.length === 1 ? "differs" : "differ"} from the code`]),
    ...(unreported.length === 0 ? [] : [`the service does not report ${unreported.map(attributeOf).join(" and ")}`]),
  ].join(", and ");
}

const DELETION_REASONS: Readonly<Record<DeletionCause, string>> = {
  unmanaged: "not in the code",
  dropped: "removed from the code",
  undone: "created by the changes that are undone",
};

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
function pendingMoves(moves: readonly RequiredMove[], actual: ActualOrganization): readonly PendingChange<"move">[] {
  const projectWith = projectNames(actual);
  const moved = moves.map(({ workspace: { id, name, projectId }, to, reason, rule }) => {
    return {
      to,
      workspace: { id, name, from: projectWith(projectId), reason, ...(rule === undefined ? {} : { rule }) },
    };
  });
  return [...groupBy(moved, ({ to }) => projectKey(to)).values()].map((group) =>
    pendingMove(group[0].to, group.map(({ workspace }) => workspace).sort(compareNames)),
  );
}
