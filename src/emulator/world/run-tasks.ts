import type { EnforcementLevel, RunStage } from "../../model";
import { newId } from "./identifiers";
import type { RunTaskRecord, WorkspaceRecord, WorkspaceTaskRecord } from "./records";
import type { World } from "./world";

/** A new run task of an organization; works nowhere until it is attached to a workspace. */
export function createRunTask(world: World, organizationId: string, name: string, url: string): RunTaskRecord {
  return world.runTasks.put({
    id: newId("task"),
    sequence: world.nextSequence(),
    organizationId,
    name,
    url,
    createdAt: world.clock.timestamp(),
  });
}

/** Deletes a run task and takes it from all workspaces; what it said in earlier runs stays. */
export function deleteRunTask(world: World, task: RunTaskRecord): void {
  for (const attached of [...world.workspaceTasksWith(task.id).all()]) world.workspaceTasks.remove(attached.id);
  world.runTasks.remove(task.id);
}

/** From now on, every run of the workspace calls the task in each of the run stages. */
export function attachRunTask(
  world: World,
  workspace: WorkspaceRecord,
  task: RunTaskRecord,
  stages: readonly RunStage[],
  enforcementLevel: EnforcementLevel,
): WorkspaceTaskRecord {
  return world.workspaceTasks.put({
    id: newId("workspaceTask"),
    sequence: world.nextSequence(),
    workspaceId: workspace.id,
    taskId: task.id,
    stages,
    enforcementLevel,
  });
}
