import type { TaskResult } from "../model";
import type { CallOptions, Connection } from "./connection";
import { asMembers, flag, oneResource, relatedId, text, texts } from "./document";
import type { ResourceObject } from "./document";
import { requestPath } from "./request-path";
import { resource } from "./resource";
import type { Resource } from "./resource";

export const TASK_RESULT_TYPE = "task-results";

/** The operation of service-api.md section 4.9. */
export class TaskResultOperations {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Reads a run task result (service-api.md section 4.9).
   *
   * @throws NotFoundError
   */
  async get(id: string, options?: CallOptions): Promise<Resource<TaskResult>> {
    return this.#connection.request(
      { method: "GET", path: requestPath`/task-results/${id}`, repeatable: true },
      options,
      (document) => parseTaskResult(oneResource(document, TASK_RESULT_TYPE, id)),
    );
  }
}

/** Texts that the answer does not have are empty. */
export function parseTaskResult(sent: ResourceObject): Resource<TaskResult> {
  const { attributes } = sent;
  const result: TaskResult = {
    id: sent.id,
    status: text(attributes, "status") ?? "",
    message: text(attributes, "message") ?? null,
    statusTimestamps: texts(asMembers(attributes["status-timestamps"])),
    url: text(attributes, "url") ?? null,
    createdAt: text(attributes, "created-at") ?? "",
    updatedAt: text(attributes, "updated-at") ?? "",
    taskId: text(attributes, "task-id") ?? "",
    taskName: text(attributes, "task-name") ?? "",
    taskUrl: text(attributes, "task-url") ?? null,
    stage: text(attributes, "stage") ?? "",
    isSpeculative: flag(attributes, "is-speculative") ?? false,
    workspaceTaskId: text(attributes, "workspace-task-id") ?? null,
    workspaceTaskEnforcementLevel: text(attributes, "workspace-task-enforcement-level") ?? null,
    taskStageId: relatedId(sent, "task-stage") ?? "",
  };
  return resource(result, sent);
}
