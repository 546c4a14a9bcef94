import {
  attributeOf,
  changedSettings,
  nameKey,
  SETTING_NAMES,
  settingsFrom,
  settingsOf,
  targetSettings,
  withRecorded,
  type Project,
  type ProjectSettings,
  type SettingName,
} from "../../model";
import { compareNames } from "../../reconcile/lists";
import type { DesiredProject } from "../organization";
import { pluralize } from "../../reconcile/text";
import type { MovedWorkspace, UpdateAction } from "./action";
import type { RequiredMove } from "./destinations";
import type { Identity } from "./identity";
import type { PendingAction } from "./order";
import { resolvedKey, type ResolvedProject } from "./project-resolver";

/**
 * Creates missing projects, and updates those that differ from the code. A setting that the service does not report is
 * compared with what Terraform's state has of it or, without a state, sent if the code sets it: as Terraform does.
 *
 * @param sendsUnreported - Otherwise such a setting stays as it is.
 */
export function pendingProjectActions(
  code: readonly DesiredProject[],
  identity: Identity,
  sendsUnreported: boolean,
): readonly PendingAction[] {
  return code.flatMap((project): PendingAction[] => {
    const { address, recordedSettings: recorded } = project;
    const actual = identity.get(address);
    const desired = settingsOf(project);
    if (actual === undefined)
      return [{ kind: "create", address, after: desired, reason: "missing from the organization" }];
    const before = settingsOf(actual);
    const known = sendsUnreported ? withRecorded(before, recorded) : before;
    const target = targetSettings(known, project);
    const changed = changedSettings(known, target);
    if (Object.keys(changed).length === 0) return [];
    // What is not known stays as it is.
    const after = settingsFrom((name) => (before[name] === undefined && !(name in changed) ? undefined : target[name]));
    const isSent = sentUnreported({ before, after }).length > 0;
    return [
      {
        kind: "update",
        address,
        projectId: actual.id,
        before,
        after,
        ...(isSent && recorded !== undefined ? { recorded } : {}),
        reason: reasonOfUpdate(before, after, changed),
      },
    ];
  });
}

/** The settings that an update sends although the service does not report them. */
export function sentUnreported({ before, after }: Pick<UpdateAction, "before" | "after">): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => before[name] === undefined && after[name] !== undefined);
}

function reasonOfUpdate(before: ProjectSettings, after: ProjectSettings, changed: Partial<ProjectSettings>): string {
  if (before.name !== after.name) {
    return nameKey(before.name) === nameKey(after.name)
      ? "case of the name differs from the code"
      : "renamed in the code";
  }
  const unreported = sentUnreported({ before, after }).map(attributeOf);
  const differing = SETTING_NAMES.filter((name) => name in changed && before[name] !== undefined).map(attributeOf);
  return [
    ...(differing.length === 0
      ? []
      : [`${differing.join(" and ")} ${differing.length === 1 ? "differs" : "differ"} from the code`]),
    ...(unreported.length === 0 ? [] : [`the service does not report ${unreported.join(" and ")}`]),
  ].join(", and ");
}

/** Makes one move for each destination. */
export function pendingMoves(
  moves: readonly RequiredMove[],
  projects: readonly Project[],
  finalName: (project: Project) => string,
): readonly PendingAction[] {
  const names = new Map(projects.map((project) => [project.id, project.name]));
  const byDestination = new Map<string, { readonly to: ResolvedProject; readonly workspaces: MovedWorkspace[] }>();
  for (const { workspace, to, reason } of moves) {
    const key = resolvedKey(to);
    const group = byDestination.get(key) ?? { to, workspaces: [] };
    byDestination.set(key, group);
    const from = { id: workspace.projectId, name: names.get(workspace.projectId) ?? workspace.projectId };
    group.workspaces.push({ id: workspace.id, name: workspace.name, from, reason });
  }
  return [...byDestination.values()].map(({ to, workspaces }): PendingAction => {
    const sorted = [...workspaces].sort(compareNames);
    const move = { kind: "move", workspaces: sorted, reason: reasonOf(sorted) } as const;
    return to.kind === "new"
      ? { ...move, destination: { id: null, name: to.code.name }, newAddress: to.code.address }
      : { ...move, destination: { id: to.project.id, name: finalName(to.project) } };
  });
}

const REASONS: Readonly<Record<MovedWorkspace["reason"], string>> = {
  member: "named by a membership",
  evicted: "in a project that is exclusive to other workspaces",
  evacuated: "in a project that is deleted",
  released: "no longer in a membership",
};

function reasonOf(workspaces: readonly MovedWorkspace[]): string {
  const reasons = new Set(workspaces.map(({ reason }) => reason));
  return [...reasons]
    .map((reason) => {
      const { length } = workspaces.filter((workspace) => workspace.reason === reason);
      return `${pluralize(length, "workspace")} ${REASONS[reason]}`;
    })
    .join(", ");
}
