import type { ConfigurationVersionRecord, RunRecord, WorkspaceRecord } from "../store/records";
import { tasksOfWorkspace } from "../store/run-tasks";
import type { NewRun } from "../store/runs";
import { createRun } from "../store/runs";
import type { Store } from "../store/store";

/** Settings of a run that a client queues; the rest comes from the workspace. */
interface WorkspaceRun extends Pick<NewRun, "message" | "createdBy" | "attributes"> {
  /** @default false */
  readonly isSpeculative?: boolean | undefined;
  /** @default false */
  readonly isDestroy?: boolean | undefined;
  /** @default the workspace's setting */
  readonly autoApply?: boolean | undefined;
}

/** Queues a run of a workspace, with the run tasks that apply to it. */
export function queueRun(
  store: Store,
  workspace: WorkspaceRecord,
  configuration: ConfigurationVersionRecord | undefined,
  given: WorkspaceRun,
): RunRecord {
  const { isSpeculative = false, isDestroy = false, autoApply, ...settings } = given;
  return createRun(store, workspace, {
    ...settings,
    // A speculative configuration version can only be planned.
    isSpeculative: isSpeculative || configuration?.speculative === true,
    isDestroy,
    // By default a run waits for confirmation.
    autoApply: autoApply ?? workspace.attributes["auto-apply"] === true,
    configurationVersionId: configuration?.id,
    tasks: tasksOfWorkspace(store, workspace),
    policies: [],
    tasksOverridable: false,
  });
}
