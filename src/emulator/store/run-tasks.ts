import type { EnforcementLevel, RunStage } from "../../model";
import { RUN_STAGES } from "../../model";
import { newId } from "./identifiers";
import type { OrganizationRecord, RunTaskRecord, WorkspaceRecord, WorkspaceTaskRecord } from "./records";
import type { NewTaskResult } from "./runs";
import type { Store } from "./store";

/** What may be said of a run task. */
export type RunTaskSettings = Pick<
  RunTaskRecord,
  "name" | "url" | "description" | "hmacKey" | "enabled" | "global" | "agentPoolId" | "attributes"
>;

/** Settings of a run task of which only its name and address are known. */
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

/** A new run task of an organization; works nowhere until it is attached to a workspace, unless it works everywhere. */
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

/** Changes a run task; runs that have begun keep what it was. */
export function updateRunTask(store: Store, task: RunTaskRecord, change: Partial<RunTaskSettings>): RunTaskRecord {
  const attributes = { ...task.attributes, ...change.attributes };
  return store.runTasks.put({ ...task, ...change, attributes, updatedAt: store.clock.timestamp() });
}

/** Deletes a run task and takes it from all workspaces; what it said in earlier runs stays. */
export function deleteRunTask(store: Store, task: RunTaskRecord): void {
  for (const attached of [...store.workspaceTasksWith(task.id).all()]) store.workspaceTasks.remove(attached.id);
  store.runTasks.remove(task.id);
}

/** From now on, every run of the workspace calls the task in each of the run stages. */
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
 * The run tasks that a run of the workspace calls, once for each run stage they are to start in (service-api.md section 1): those that are
 * attached to it, and those of the organization that work everywhere. Disabled ones are left out. Of a task that is both in one stage, the
 * attachment counts, which is the emulator's choice.
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
