import type { Context, Store } from "../../engine/kind";
import { attributeOf } from "../../engine/include";
import type { Identifier } from "../../engine/resource";
import type { RunRecord } from "../run/shape";
import { runShape } from "../run/shape";
import { userId } from "../user";
import type { WorkspaceRecord } from "./shape";

/* The runs of a workspace, which the kind of runs knows more about. */

/**
 * The active run of a workspace, which locks it; plan-only runs do not. There is none while a user has locked the
 * workspace.
 */
export function activeRunOf(store: Store, { id, lock }: WorkspaceRecord): RunRecord | undefined {
  return lock === undefined ? store.table(runShape).index("underway", id).first : undefined;
}

/** The user, team or run that has locked the workspace. */
export function holderOfLock(store: Store, workspace: WorkspaceRecord): Identifier | undefined {
  const { lock } = workspace;
  if (lock?.teamId !== undefined) return { id: lock.teamId, type: "teams" };
  if (lock !== undefined) return { id: userId(lock.by), type: "users" };
  const run = activeRunOf(store, workspace);
  return run === undefined ? undefined : { id: run.id, type: "runs" };
}

/** The first run that has not completed, otherwise the newest that is not plan-only. */
export function currentRunOf(store: Store, { id }: WorkspaceRecord): RunRecord | undefined {
  const runs = store.table(runShape);
  return runs.index("underway", id).first ?? runs.index("applicable", id).last;
}

/** How many runs have completed; null while there are none. */
export function completedRuns(store: Store, id: string): number | null {
  const { size } = store.table(runShape).index("completed", id);
  return size === 0 ? null : size;
}

/** In place of the status of a run, for workspaces without one. */
export const NO_RUN = "none";

export function statusOfCurrentRun(context: Context, workspace: WorkspaceRecord): string {
  const run = currentRunOf(context.store, workspace);
  return run === undefined ? NO_RUN : String(attributeOf(context, "runs", run, "status"));
}
