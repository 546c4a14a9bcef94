import {
  attributeOf,
  changedSettings,
  nameKey,
  SETTING_NAMES,
  settingsOf,
  targetSettings,
  type Project,
} from "../../model";
import { compareNames } from "../lists";
import type { DesiredProject } from "../organization";
import { pluralize } from "../text";
import type { MovedWorkspace } from "./action";
import type { RequiredMove } from "./destinations";
import type { Identity } from "./identity";
import type { PendingAction } from "./order";
import { resolvedKey, type ResolvedProject } from "./project-resolver";

/** Creates missing projects, and updates those that differ from the code. */
export function pendingProjectActions(code: readonly DesiredProject[], identity: Identity): readonly PendingAction[] {
  return code.flatMap((project): PendingAction[] => {
    const { address } = project;
    const actual = identity.get(address);
    const desired = settingsOf(project);
    if (actual === undefined)
      return [{ kind: "create", address, after: desired, reason: "missing from the organization" }];
    const before = settingsOf(actual);
    // What is not known is not compared, and stays as it is.
    const after = targetSettings(before, project);
    const changed = changedSettings(before, after);
    const changes = SETTING_NAMES.filter((name) => name in changed).map(attributeOf);
    if (changes.length === 0) return [];
    const reason =
      before.name === after.name
        ? `${changes.join(" and ")} ${changes.length === 1 ? "differs" : "differ"} from the code`
        : nameKey(before.name) === nameKey(after.name)
          ? "case of the name differs from the code"
          : "renamed in the code";
    return [{ kind: "update", address, projectId: actual.id, before, after, reason }];
  });
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
