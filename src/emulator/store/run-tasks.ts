import type { EnforcementLevel, RunStage } from "../../model";
import { RUN_STAGES } from "../../model";
import { newId } from "./identifiers";
import type { OrganizationRecord, RunTaskRecord, WorkspaceRecord, WorkspaceTaskRecord } from "./records";
import type { NewTaskResult } from "../runs/runs";
import type { Store } from "./store";

/** Settings of a run task. */
export type RunTaskSettings = Pick<
  RunTaskRecord,
  "name" | "url" | "description" | "hmacKey" | "enabled" | "global" | "agentPoolId" | "attributes"
>;

/** Settings of a run task with only a name and a URL. */
export function defaultRunTaskSettings(name: string, url: string): RunTaskSettings {
  return {
    name,
    url,
    description: null,
    hmacKey: null,
    enabled: true,
    global: null,
    agentPoolId: null,
    attributes: {},
  };
}

/** Creates a run task. It runs nowhere until it is attached to a workspace or configured globally. */
export function createRunTask(store: Store, organizationId: string, settings: RunTaskSettings): RunTaskRecord {
  const now = store.clock.timestamp();
  return store.runTasks.put({
    ...settings,
    id: newId("task"),
    sequence: store.nextSequence(),
    organizationId,
    createdAt: now,
    updatedAt: now,
  });
}

/** The organization's run task of that name, created if there is none. */
export function findOrCreateRunTask(
  store: Store,
  organization: OrganizationRecord,
  name: string,
  url = `https://run-tasks.example.com/${encodeURIComponent(name)}`,
  hmacKey: string | null = null,
): RunTaskRecord {
  return (
    store.findRunTask(organization.id, name) ??
    createRunTask(store, organization.id, { ...defaultRunTaskSettings(name, url), hmacKey })
  );
}

/** Updates a run task; existing runs keep its former settings. */
export function updateRunTask(store: Store, task: RunTaskRecord, change: Partial<RunTaskSettings>): RunTaskRecord {
  const attributes = { ...task.attributes, ...change.attributes };
  return store.runTasks.put({ ...task, ...change, attributes, updatedAt: store.clock.timestamp() });
}

/** Deletes a run task and its attachments; results of earlier runs stay. */
export function deleteRunTask(store: Store, task: RunTaskRecord): void {
  for (const attached of [...store.workspaceTasksWith(task.id).all()]) store.workspaceTasks.remove(attached.id);
  store.runTasks.remove(task.id);
}

/** Attaches a run task to a workspace: new runs have a result of the task in each stage. */
export function attachRunTask(
  store: Store,
  workspace: WorkspaceRecord,
  task: RunTaskRecord,
  stages: readonly RunStage[],
  enforcementLevel: EnforcementLevel,
): WorkspaceTaskRecord {
  return store.workspaceTasks.put({
    id: newId("workspaceTask"),
    sequence: store.nextSequence(),
    workspaceId: workspace.id,
    taskId: task.id,
    stages,
    enforcementLevel,
  });
}

/**
 * The task results of a new run of the workspace: of enabled tasks that are attached to it or configured globally, one
 * per stage. If a task is both, the attachment applies (our choice: undocumented).
 */
export function tasksOfWorkspace(store: Store, workspace: WorkspaceRecord): readonly NewTaskResult[] {
  const attached = store
    .workspaceTasksOf(workspace.id)
    .all()
    .flatMap(({ id, taskId, stages, enforcementLevel }) =>
      resultsOfTask(store.runTasks.expect(taskId), stages, enforcementLevel, id),
    );
  const everywhere = store
    .runTasksOf(workspace.organizationId)
    .all()
    .flatMap((task) => {
      const { global } = task;
      return global?.enabled === true ? resultsOfTask(task, global.stages, global.enforcementLevel, null) : [];
    })
    .filter(({ taskId, stage }) => !attached.some((it) => it.taskId === taskId && it.stage === stage));
  return [...attached, ...everywhere];
}

function resultsOfTask(
  { id: taskId, name, url, enabled }: RunTaskRecord,
  stages: readonly RunStage[],
  enforcementLevel: EnforcementLevel,
  workspaceTaskId: string | null,
): readonly NewTaskResult[] {
  const known = RUN_STAGES.filter((stage) => enabled && stages.includes(stage));
  return known.map((stage) => ({ taskId, name, url, stage, enforcementLevel, workspaceTaskId }));
}
