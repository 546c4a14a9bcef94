import type { TaskResult } from "../model";
import type { CallOptions, RequestExecutor } from "./request-executor";
import { asObject, getBoolean, singleResource, relatedId, getString, stringMembers } from "./document";
import type { ResourceObject } from "./document";
import { requestPath } from "./request-path";
import { resource } from "./resource";
import type { Resource } from "./resource";

export const TASK_RESULT_TYPE = "task-results";

/** The operation of service-api.md section 4.9. */
export class TaskResultOperations {
  readonly #connection: RequestExecutor;

  constructor(executor: RequestExecutor) {
    this.#connection = executor;
  }

  /**
   * Reads a run task result (service-api.md section 4.9).
   *
   * @throws NotFoundError
   */
  async get(id: string, options?: CallOptions): Promise<Resource<TaskResult>> {
    return this.#connection.request(
      { method: "GET", path: requestPath`/task-results/${id}`, idempotent: true },
      options,
      (document) => parseTaskResult(singleResource(document, TASK_RESULT_TYPE, id)),
    );
  }
}

/** Texts that the answer does not have are empty. */
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
