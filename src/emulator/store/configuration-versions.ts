import { newId, newSecret } from "./identifiers";
import type { ConfigurationVersionRecord, WorkspaceRecord } from "./records";
import { isFinalRunStatus } from "./run-status";
import { runStatus } from "./run-progress";
import type { Store } from "./store";

export interface NewConfigurationVersion {
  readonly autoQueueRuns: boolean;
  readonly speculative: boolean;
  readonly provisional: boolean;
  readonly createdBy: string;
}

/** A new version of a workspace's configuration, to which nothing was uploaded yet. */
export function createConfigurationVersion(
  store: Store,
  workspace: WorkspaceRecord,
  given: NewConfigurationVersion,
): ConfigurationVersionRecord {
  return store.configurationVersions.put({
    ...given,
    id: newId("configurationVersion"),
    sequence: store.nextSequence(),
    workspaceId: workspace.id,
    status: "pending",
    statusTimestamps: {},
    uploadKey: newSecret(),
    createdAt: store.clock.timestamp(),
  });
}

/** It has its configuration, which is not kept: the emulator plans nothing. */
export function uploadConfiguration(store: Store, version: ConfigurationVersionRecord): ConfigurationVersionRecord {
  return setStatus(store, version, "uploaded");
}

export function archiveConfiguration(store: Store, version: ConfigurationVersionRecord): void {
  setStatus(store, version, "archived");
}

/** The newest version of a workspace's configuration; one that is provisional counts once a run has applied it. */
export function currentConfigurationVersion(store: Store, workspaceId: string): ConfigurationVersionRecord | undefined {
  return store
    .configurationVersionsOf(workspaceId)
    .all()
    .findLast(({ id, provisional }) => !provisional || runsWith(store, workspaceId, id).includes("applied"));
}

/** Whether a run that has not come to its end uses the version. */
export function isInUse(store: Store, { id, workspaceId }: ConfigurationVersionRecord): boolean {
  return runsWith(store, workspaceId, id).some((status) => !isFinalRunStatus(status));
}

/** The statuses of the runs that use the version. */
function runsWith(store: Store, workspaceId: string, id: string): readonly string[] {
  const runs = store.runsOf(workspaceId).all();
  return runs.filter((run) => run.configurationVersionId === id).map((run) => runStatus(store, run));
}

function setStatus(
  store: Store,
  version: ConfigurationVersionRecord,
  status: "uploaded" | "archived",
): ConfigurationVersionRecord {
  // The service calls the end of an upload so.
  const key = status === "uploaded" ? "finished-at" : "archived-at";
  const statusTimestamps = { ...version.statusTimestamps, [key]: store.clock.statusTimestamp() };
  return store.configurationVersions.put({ ...version, status, statusTimestamps });
}
