import type { ConfigurationVersionRecord, RunRecord, WorkspaceRecord } from "../store/records";
import { tasksOfWorkspace } from "../store/run-tasks";
import type { NewRun } from "../store/runs";
import { createRun } from "../store/runs";
import type { Store } from "../store/store";

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
export function queueRun(
  store: Store,
  workspace: WorkspaceRecord,
  configuration: ConfigurationVersionRecord | undefined,
  given: WorkspaceRun,
): RunRecord {
  const { isSpeculative = false, isDestroy = false, autoApply, ...said } = given;
  return createRun(store, workspace, {
    ...said,
    // What a speculative configuration is for is to be planned.
    isSpeculative: isSpeculative || configuration?.speculative === true,
    isDestroy,
    // Without a setting a run waits for confirmation, as the service's do.
    autoApply: autoApply ?? workspace.attributes["auto-apply"] === true,
    configurationVersionId: configuration?.id,
    tasks: tasksOfWorkspace(store, workspace),
    policies: [],
    tasksOverridable: false,
  });
}
