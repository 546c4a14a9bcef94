import type { WorkspaceRecord } from "./records";
import type { Store } from "./store";

/** Whether all workspaces of the organization can read the workspace's state. */
export function sharesStateWithAll(workspace: WorkspaceRecord): boolean {
  return workspace.attributes["global-remote-state"] === true;
}

/**
 * The workspaces that can read the workspace's state: the selected ones, or the others of its organization or project
 * if it is shared with all of them.
 */
export function remoteStateConsumers(store: Store, workspace: WorkspaceRecord): readonly WorkspaceRecord[] {
  const others = (all: readonly WorkspaceRecord[]): readonly WorkspaceRecord[] =>
    all.filter((other) => other.id !== workspace.id);
  if (sharesStateWithAll(workspace)) return others(store.workspacesOf(workspace.organizationId).all());
  if (workspace.attributes["project-remote-state"] === true)
    return others(store.workspacesIn(workspace.projectId).all());
  return (workspace.remoteStateConsumerIds ?? []).flatMap((id) => store.workspaces.get(id) ?? []);
}

export function setRemoteStateConsumers(store: Store, workspace: WorkspaceRecord, ids: readonly string[]): void {
  store.workspaces.put({ ...workspace, remoteStateConsumerIds: [...new Set(ids)] });
}
