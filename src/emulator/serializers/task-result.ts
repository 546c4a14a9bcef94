import type { TaskResultRecord } from "../store/records";
import type { SerializerContext, Resource } from "./resource";
import { identifier } from "./resource";
import { duration } from "./duration";

/** A task result. */
export function taskResultResource(context: SerializerContext, result: TaskResultRecord): Resource {
  const full = context.documents === "full";
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
      stage: context.store.taskStages.expect(result.taskStageId).stage,
      "is-speculative": result.isSpeculative,
      "workspace-task-id": result.workspaceTaskId,
      "workspace-task-enforcement-level": result.enforcementLevel,
      ...(full ? fullAttributes(context, result) : {}),
    },
    relationships: {
      "task-stage": { data: identifier("task-stages", result.taskStageId) },
      ...(full ? { "task-result-outcomes": { links: { related: `/api/v2/task-results/${result.id}/outcomes` } } } : {}),
    },
    links: { self: `/api/v2/task-results/${result.id}` },
  };
}

/** Attributes of the OpenAPI description and of later documentation. */
function fullAttributes({ store }: SerializerContext, result: TaskResultRecord): object {
  return {
    duration: duration(result.statusTimestamps),
    "task-result-outcomes-count": store.taskResultOutcomesOf(result.id).size,
    "agent-pool-id": null,
  };
}
