import type { ConfigurationVersionRecord, RunRecord, WorkspaceRecord } from "../world/records";
import { tasksOfWorkspace } from "../world/run-tasks";
import type { NewRun } from "../world/runs";
import { createRun } from "../world/runs";
import type { World } from "../world/world";

/** What may be said of a run of a workspace; the rest follows from the workspace. */
interface WorkspaceRun extends Pick<NewRun, "message" | "createdBy" | "attributes"> {
  /** @default false */
  readonly isSpeculative?: boolean | undefined;
  /** @default false */
  readonly isDestroy?: boolean | undefined;
  /** @default the workspace's setting */
  readonly autoApply?: boolean | undefined;
}

/** A run of a workspace with the run tasks that are at work in it. */
export function runWorkspace(
  world: World,
  workspace: WorkspaceRecord,
  configuration: ConfigurationVersionRecord | undefined,
  given: WorkspaceRun,
): RunRecord {
  const { isSpeculative = false, isDestroy = false, autoApply, ...said } = given;
  return createRun(world, workspace, {
    ...said,
    // What a speculative configuration is for is to be planned.
    isSpeculative: isSpeculative || configuration?.speculative === true,
    isDestroy,
    // Without a setting a run waits for confirmation, as the service's do.
    autoApply: autoApply ?? workspace.attributes["auto-apply"] === true,
    configurationVersionId: configuration?.id,
    tasks: tasksOfWorkspace(world, workspace),
    policies: [],
    tasksOverridable: false,
  });
}
