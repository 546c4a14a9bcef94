import type { TaskResultRecord } from "../world/records";
import type { World } from "../world/world";
import type { Resource } from "./document";
import { identifier } from "./document";

/** A run task result (service-api.md section 2.3). */
export function taskResultResource(world: World, result: TaskResultRecord): Resource {
  return {
    id: result.id,
    type: "task-results",
    attributes: {
      message: result.message,
      status: result.status,
      "status-timestamps": result.statusTimestamps,
      url: result.url,
      "created-at": result.createdAt,
      "updated-at": result.updatedAt,
      "task-id": result.taskId,
      "task-name": result.taskName,
      "task-url": result.taskUrl,
      stage: world.taskStages.expect(result.taskStageId).stage,
      "is-speculative": result.isSpeculative,
      "workspace-task-id": result.workspaceTaskId,
      "workspace-task-enforcement-level": result.enforcementLevel,
    },
    relationships: { "task-stage": { data: identifier("task-stages", result.taskStageId) } },
    links: { self: `/api/v2/task-results/${result.id}` },
  };
}
