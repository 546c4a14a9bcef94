import { newId, newSecret } from "./identifiers";
import type { ConfigurationVersionRecord, WorkspaceRecord } from "./records";
import { isFinalRunStatus, runStatus } from "../runs/run-status";
import type { Store } from "./store";

export interface NewConfigurationVersion {
  readonly autoQueueRuns: boolean;
  readonly speculative: boolean;
  readonly provisional: boolean;
  readonly createdBy: string;
}

/** Creates a configuration version without an upload. */
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

/** Marks it as uploaded. The content is not kept, since the emulator plans nothing. */
export function uploadConfiguration(store: Store, version: ConfigurationVersionRecord): ConfigurationVersionRecord {
  return setStatus(store, version, "uploaded");
}

export function archiveConfiguration(store: Store, version: ConfigurationVersionRecord): void {
  setStatus(store, version, "archived");
}

/** The newest configuration version; a provisional one counts once a run has applied it. */
export function currentConfigurationVersion(store: Store, workspaceId: string): ConfigurationVersionRecord | undefined {
  return store
    .configurationVersionsOf(workspaceId)
    .all()
    .findLast(({ id, provisional }) => !provisional || runsWith(store, workspaceId, id).includes("applied"));
}

/** Whether a run that has not completed uses the version. */
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
  // The service's key for the end of an upload.
  const key = status === "uploaded" ? "finished-at" : "archived-at";
  const statusTimestamps = { ...version.statusTimestamps, [key]: store.clock.statusTimestamp() };
  return store.configurationVersions.put({ ...version, status, statusTimestamps });
}
