import { changedSettings, nameKey, settingsFrom, settingsOf, type Project } from "../../model";
import type { DesiredProject } from "../desired";
import { pluralize } from "../errors";
import type { MovedWorkspace } from "./action";
import type { RequiredMove } from "./destinations";
import type { Identity } from "./identity";
import type { PendingAction } from "./order";
import { resolvedKey, type ResolvedProject } from "./project-resolver";

/** Creates what is not there, and brings in line what is. */
export function pendingProjectActions(code: readonly DesiredProject[], identity: Identity): readonly PendingAction[] {
  return code.flatMap((project): PendingAction[] => {
    const { address } = project;
    const actual = identity.get(address);
    const wanted = settingsOf(project);
    if (actual === undefined)
      return [{ kind: "create", address, after: wanted, reason: "is in the code, and not in the organization" }];
    const from = settingsOf(actual);
    // What is not known is not compared, and stays.
    const to = settingsFrom((name) => (from[name] === undefined ? undefined : wanted[name]));
    const changes = Object.keys(changedSettings(from, to));
    if (changes.length === 0) return [];
    const reason =
      from.name === to.name
        ? `${changes.join(" and ")} ${changes.length === 1 ? "differs" : "differ"} from the code`
        : nameKey(from.name) === nameKey(to.name)
          ? "is spelled otherwise in the code"
          : "was renamed in the code";
    return [{ kind: "update", address, projectId: actual.id, before: from, after: to, reason }];
  });
}

/** One move for each destination. */
export function pendingMoves(
  moves: readonly RequiredMove[],
  projects: readonly Project[],
  finalName: (project: Project) => string,
): readonly PendingAction[] {
  const names = new Map(projects.map((project) => [project.id, project.name]));
  const byDestination = new Map<string, { readonly to: ResolvedProject; readonly workspaces: MovedWorkspace[] }>();
  for (const { workspace, to, reason: because } of moves) {
    const key = resolvedKey(to);
    const group = byDestination.get(key) ?? { to, workspaces: [] };
    byDestination.set(key, group);
    const from = { id: workspace.projectId, name: names.get(workspace.projectId) ?? workspace.projectId };
    group.workspaces.push({ id: workspace.id, name: workspace.name, from, reason: because });
  }
  return [...byDestination.values()].map(({ to, workspaces }): PendingAction => {
    const sorted = [...workspaces].sort((one, other) => (nameKey(one.name) < nameKey(other.name) ? -1 : 1));
    const moved = { kind: "move", workspaces: sorted, reason: reasonOf(sorted) } as const;
    return to.kind === "new"
      ? { ...moved, destination: { id: null, name: to.code.name }, newAddress: to.code.address }
      : { ...moved, destination: { id: to.project.id, name: finalName(to.project) } };
  });
}

const REASONS = {
  member: "named by a membership",
  evicted: "in a project that holds others only",
  evacuated: "in a project that is deleted",
};

function reasonOf(workspaces: readonly MovedWorkspace[]): string {
  const reasons = new Set(workspaces.map(({ reason: because }) => because));
  return [...reasons]
    .map(
      (because) =>
        `${pluralize(workspaces.filter((it) => it.reason === because).length, "workspace")} ${REASONS[because]}`,
    )
    .join(", ");
}
