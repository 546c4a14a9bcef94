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
  world: Store,
  workspace: WorkspaceRecord,
  given: NewConfigurationVersion,
): ConfigurationVersionRecord {
  return world.configurationVersions.put({
    ...given,
    id: newId("configurationVersion"),
    sequence: world.nextSequence(),
    workspaceId: workspace.id,
    status: "pending",
    statusTimestamps: {},
    uploadKey: newSecret(),
    createdAt: world.clock.timestamp(),
  });
}

/** It has its configuration, which is not kept: the emulator plans nothing. */
export function uploadConfiguration(world: Store, version: ConfigurationVersionRecord): ConfigurationVersionRecord {
  return setStatus(world, version, "uploaded");
}

export function archiveConfiguration(world: Store, version: ConfigurationVersionRecord): void {
  setStatus(world, version, "archived");
}

/** The newest version of a workspace's configuration; one that is provisional counts once a run has applied it. */
export function currentConfigurationVersion(world: Store, workspaceId: string): ConfigurationVersionRecord | undefined {
  return world
    .configurationVersionsOf(workspaceId)
    .all()
    .findLast(({ id, provisional }) => !provisional || runsWith(world, workspaceId, id).includes("applied"));
}

/** Whether a run that has not come to its end uses the version. */
export function isInUse(world: Store, { id, workspaceId }: ConfigurationVersionRecord): boolean {
  return runsWith(world, workspaceId, id).some((status) => !isFinalRunStatus(status));
}

/** The statuses of the runs that use the version. */
function runsWith(world: Store, workspaceId: string, id: string): readonly string[] {
  const runs = world.runsOf(workspaceId).all();
  return runs.filter((run) => run.configurationVersionId === id).map((run) => runStatus(world, run));
}

function setStatus(
  world: Store,
  version: ConfigurationVersionRecord,
  status: "uploaded" | "archived",
): ConfigurationVersionRecord {
  // The service calls the end of an upload so.
  const key = status === "uploaded" ? "finished-at" : "archived-at";
  const statusTimestamps = { ...version.statusTimestamps, [key]: world.clock.statusTimestamp() };
  return world.configurationVersions.put({ ...version, status, statusTimestamps });
}
