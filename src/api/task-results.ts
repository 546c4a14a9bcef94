import type { TaskResult } from "../model";
import { relatedId, resource, singleResource } from "./document";
import type { Resource, ResourceObject } from "./document";
import { asObject, getBoolean, getString, stringMembers } from "../json";
import { Operations } from "./operations";
import type { CallOptions } from "./request-executor";
import { requestPath } from "./request-path";

export const TASK_RESULT_TYPE = "task-results";

/**
 * Run task results.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-task-stages-and-results
 */
export class TaskResultOperations extends Operations {
  /**
   * Reads a run task result.
   *
   * @throws NotFoundError
   */
  async get(id: string, options?: CallOptions): Promise<Resource<TaskResult>> {
    return this.executor.request(
      { method: "GET", path: requestPath`/task-results/${id}`, idempotent: true },
      options,
      (document) => parseTaskResult(singleResource(document, TASK_RESULT_TYPE, id)),
    );
  }
}

/** Strings missing from the response are empty. */
export function parseTaskResult(sent: ResourceObject): Resource<TaskResult> {
  const { attributes } = sent;
  const result: TaskResult = {
    id: sent.id,
    status: getString(attributes, "status") ?? "",
    message: getString(attributes, "message") ?? null,
    statusTimestamps: stringMembers(asObject(attributes["status-timestamps"])),
    url: getString(attributes, "url") ?? null,
    createdAt: getString(attributes, "created-at") ?? "",
    updatedAt: getString(attributes, "updated-at") ?? "",
    taskId: getString(attributes, "task-id") ?? "",
    taskName: getString(attributes, "task-name") ?? "",
    taskUrl: getString(attributes, "task-url") ?? null,
    stage: getString(attributes, "stage") ?? "",
    isSpeculative: getBoolean(attributes, "is-speculative") ?? false,
    workspaceTaskId: getString(attributes, "workspace-task-id") ?? null,
    workspaceTaskEnforcementLevel: getString(attributes, "workspace-task-enforcement-level") ?? null,
    taskStageId: relatedId(sent, "task-stage") ?? "",
  };
  return resource(result, sent);
}
