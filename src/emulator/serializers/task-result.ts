import type { TaskResultRecord, TaskResultOutcomeRecord } from "../store/records";
import type { SerializerContext, Resource } from "./resource";
import { identifier } from "./resource";

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

/**
 * `duration` of a task stage or task result, in milliseconds: from the first to the last of its status timestamps, as
 * in the documented samples; 0 with fewer than two.
 */
export function duration(statusTimestamps: Readonly<Record<string, string>>): number {
  const times = Object.values(statusTimestamps).map((timestamp) => Date.parse(timestamp));
  return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
}

/** A detailed result of a run task. The format of tags is that of the OpenAPI description. */
export function taskResultOutcomeResource(outcome: TaskResultOutcomeRecord): Resource {
  const self = `/api/v2/task-result-outcomes/${outcome.id}`;
  return {
    id: outcome.id,
    type: "task-result-outcomes",
    attributes: {
      "outcome-id": outcome.outcomeId,
      description: outcome.description,
      tags: Object.entries(outcome.tags).map(([label, value]) => ({ label, value })),
      url: outcome.url,
      "created-at": outcome.createdAt,
    },
    relationships: { "task-result": { data: identifier("task-results", outcome.taskResultId) } },
    links: { self, ...(outcome.body === null ? {} : { body: `${self}/body` }) },
  };
}
