import type { TaskResult, TaskStage } from "../model";
import type { CallOptions, Connection } from "./connection";
import { asMembers, flag, oneResource, relatedId, relatedIds, text, texts } from "./document";
import type { Document, ResourceObject } from "./document";
import { everyItem, pageQuery, parsePage } from "./paging";
import type { Page, PageRequest } from "./paging";
import { requestPath } from "./request-path";
import { resource } from "./resource";
import type { Resource } from "./resource";
import { parseTaskResult, TASK_RESULT_TYPE } from "./task-results";

const TYPE = "task-stages";

/** What can be read along with a stage (service-api.md section 4.8). */
export type TaskStageInclude = "run" | "run.workspace" | "task-results" | "policy-evaluations";

/** A stage together with what was read along with it. */
export interface TaskStageWithIncluded extends TaskStage {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The results of the stage that came along, in the stage's order; empty unless `task-results` was asked for. */
  readonly taskResults: readonly Resource<TaskResult>[];
  /** All that came along, as sent: also the run, the workspace and the policy evaluations. */
  readonly included: readonly ResourceObject[];
}

/** The operations of service-api.md sections 4.7, 4.8 and 4.10. */
export class TaskStageOperations {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Every task stage of the run, once, in the service's order (service-api.md section 4.7). */
  list(runId: string, options?: CallOptions): AsyncGenerator<Resource<TaskStage>, void, undefined> {
    return everyItem((page) => this.listPage(runId, page, options));
  }

  /** One page of the run's task stages; the answer may be without totals (service-api.md section 4.7). */
  async listPage(runId: string, page: PageRequest = {}, options?: CallOptions): Promise<Page<Resource<TaskStage>>> {
    const path = requestPath`/runs/${runId}/task-stages`;
    return this.#connection.request(
      { method: "GET", path, query: pageQuery(page), repeatable: true },
      options,
      (document) => parsePage(document, page, TYPE, (sent) => parseTaskStage(sent, runId)),
    );
  }

  /**
   * Every task stage of the run, each with its results: one request for each page of stages, and one for each stage that has results.
   *
   * @throws NotFoundError when the run does not exist or may not be seen.
   */
  async listWithResults(runId: string, options?: CallOptions): Promise<readonly TaskStageWithIncluded[]> {
    const stages: TaskStageWithIncluded[] = [];
    for await (const stage of this.list(runId, options)) {
      stages.push(
        stage.taskResultIds.length === 0
          ? { ...stage, taskResults: [], included: [] }
          : await this.get(stage.id, { ...options, include: ["task-results"] }),
      );
    }
    return stages;
  }

  /**
   * Reads a task stage, and along with it what `include` names (service-api.md section 4.8).
   *
   * @throws NotFoundError
   */
  async get(
    id: string,
    options?: CallOptions & { readonly include?: readonly TaskStageInclude[] | undefined },
  ): Promise<TaskStageWithIncluded> {
    const include = options?.include ?? [];
    const query = { include: include.length === 0 ? undefined : include.join(",") };
    const path = requestPath`/task-stages/${id}`;
    return this.#connection.request({ method: "GET", path, query, repeatable: true }, options, withIncluded);
  }

  /**
   * Overrides a stage that awaits it (service-api.md section 4.10). Sent once: when the answer is lost, the error's `mayHaveBeenDone` is true.
   *
   * @throws ConflictError when the stage does not await an override.
   * @throws NotFoundError
   */
  async override(id: string, options?: CallOptions): Promise<Resource<TaskStage>> {
    const path = requestPath`/task-stages/${id}/actions/override`;
    return this.#connection.request({ method: "POST", path, repeatable: false }, options, (document) =>
      parseTaskStage(oneResource(document, TYPE)),
    );
  }
}

function withIncluded(document: Document): TaskStageWithIncluded {
  const stage = parseTaskStage(oneResource(document, TYPE));
  const taskResults = document.included
    .filter(({ id, type }) => type === TASK_RESULT_TYPE && stage.taskResultIds.includes(id))
    .sort((one, other) => stage.taskResultIds.indexOf(one.id) - stage.taskResultIds.indexOf(other.id))
    .map(parseTaskResult);
  return { ...stage, taskResults, included: document.included };
}

/**
 * Texts that the answer does not have are empty.
 *
 * @param runId - The run asked about, for an answer that does not name it.
 */
function parseTaskStage(sent: ResourceObject, runId?: string): Resource<TaskStage> {
  const { attributes } = sent;
  const permissions = asMembers(attributes["permissions"]);
  const stage: TaskStage = {
    id: sent.id,
    status: text(attributes, "status") ?? "",
    stage: text(attributes, "stage") ?? "",
    statusTimestamps: texts(asMembers(attributes["status-timestamps"])),
    createdAt: text(attributes, "created-at") ?? "",
    updatedAt: text(attributes, "updated-at") ?? "",
    permissions: {
      canOverridePolicy: flag(permissions, "can-override-policy"),
      canOverrideTasks: flag(permissions, "can-override-tasks"),
      canOverride: flag(permissions, "can-override"),
    },
    isOverridable: flag(asMembers(attributes["actions"]), "is-overridable"),
    runId: relatedId(sent, "run") ?? runId ?? "",
    taskResultIds: relatedIds(sent, "task-results"),
    policyEvaluationIds: relatedIds(sent, "policy-evaluations"),
  };
  return resource(stage, sent);
}
