import type { TaskResult, TaskStage, Workspace } from "../model";
import {
  hasRelationship,
  MalformedDocumentError,
  parseIfComplete,
  relatedId,
  relatedIds,
  resource,
  singleResource,
} from "./document";
import type { Document, Resource, ResourceObject } from "./document";
import { includedResources, IncludeReader } from "./include";
import { asObject, getBoolean, getString, stringMembers } from "./json";
import { paginate } from "./paginate";
import { pageQuery, parsePageWithoutTotals } from "./paging";
import type { Page, PageRequest } from "./paging";
import { parsePolicyEvaluation, POLICY_EVALUATION_TYPE } from "./policy-evaluations";
import type { PolicyEvaluation } from "./policy-evaluations";
import type { CallOptions, RequestExecutor } from "./request-executor";
import { requestPath } from "./request-path";
import { BadRequestError } from "./response-errors";
import { parseTaskResult, TASK_RESULT_TYPE, TaskResultOperations } from "./task-results";
import { parseWorkspace, WORKSPACE_TYPE } from "./workspaces";

const TYPE = "task-stages";
/** Both the relationship and its `include` value. */
const RESULTS = "task-results";

/** Related resources that can be included when a stage is read. */
export type TaskStageInclude = "run" | "run.workspace" | "task-results" | "policy-evaluations";

/** A stage with included resources; empty or undefined when not requested. */
export interface TaskStageWithIncluded extends Resource<TaskStage> {
  readonly run: ResourceObject | undefined;
  readonly workspace: Resource<Workspace> | undefined;
  /** In the stage's order. */
  readonly taskResults: readonly Resource<TaskResult>[];
  /** In the stage's order. */
  readonly policyEvaluations: readonly Resource<PolicyEvaluation>[];
}

/**
 * Run task stages.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-task-stages-and-results
 */
export class TaskStageOperations {
  readonly #executor: RequestExecutor;
  readonly #reader: IncludeReader;

  constructor(executor: RequestExecutor) {
    this.#executor = executor;
    this.#reader = new IncludeReader(executor);
  }

  /** Lists every task stage of the run once, in the service's order. */
  list(runId: string, options?: CallOptions): AsyncGenerator<Resource<TaskStage>, void, undefined> {
    return paginate({
      executor: this.#executor,
      path: listPath(runId),
      options,
      isSorted: false,
      sortKey: ({ stage }) => stage,
      readPage: (page) => this.listPage(runId, page, options),
    });
  }

  /** Reads one page of the run's task stages; the service may omit the totals. */
  async listPage(runId: string, page: PageRequest = {}, options?: CallOptions): Promise<Page<Resource<TaskStage>>> {
    const path = listPath(runId);
    return this.#executor.request(
      { method: "GET", path, query: pageQuery(page), idempotent: true },
      options,
      (document) => parsePageWithoutTotals(document, page, TYPE, (sent) => parseTaskStage(sent, runId)),
    );
  }

  /**
   * Reads every task stage of the run with its results and, where it has any, its policy evaluations: one request per
   * page of stages, and one per stage with results.
   *
   * @throws NotFoundError when the run does not exist or is not visible.
   * @throws UnexpectedResponseError when a stage does not list its results.
   */
  async listWithResults(runId: string, options?: CallOptions): Promise<readonly TaskStageWithIncluded[]> {
    return this.#executor.call(options, async (context) => {
      const stages: Resource<TaskStage>[] = [];
      for await (const stage of this.list(runId, context)) stages.push(stage);
      return Promise.all(stages.map((stage) => this.#withResults(stage, context)));
    });
  }

  /**
   * Reads a task stage, with the resources in `include`.
   *
   * @throws NotFoundError
   */
  async get(
    id: string,
    options?: CallOptions & { readonly include?: readonly TaskStageInclude[] | undefined },
  ): Promise<TaskStageWithIncluded> {
    return this.#reader.read({ path: requestPath`/task-stages/${id}` }, options?.include, options, (document) =>
      withIncluded(document, id),
    );
  }

  /** A release without support for `include` rejects or ignores it; the results are then read one by one. */
  async #withResults(stage: Resource<TaskStage>, options: CallOptions | undefined): Promise<TaskStageWithIncluded> {
    const { id } = stage;
    if (stage.taskResultIds.length === 0 && hasRelationship(stage, RESULTS)) return { ...stage, ...NOTHING_INCLUDED };
    const readWith = (include: readonly TaskStageInclude[]): Promise<TaskStageWithIncluded> =>
      this.#reader.read({ path: requestPath`/task-stages/${id}` }, include, options, (document) => {
        const read = withIncluded(document, id);
        // The verdict over the run depends on the results, so their absence must be explicit.
        if (!hasRelationship(read, RESULTS))
          throw new MalformedDocumentError(`${id} has no relationship \`${RESULTS}\``);
        return read;
      });
    const include: readonly TaskStageInclude[] =
      stage.policyEvaluationIds.length === 0 ? [RESULTS] : [RESULTS, "policy-evaluations"];
    const read = await readWith(include).catch((error: unknown) => {
      if (error instanceof BadRequestError) return readWith([]);
      throw error;
    });
    if (read.taskResults.length === read.taskResultIds.length) return read;
    const results = new TaskResultOperations(this.#executor);
    return { ...read, taskResults: await Promise.all(read.taskResultIds.map((id) => results.get(id, options))) };
  }

  /**
   * Overrides a stage that awaits an override. Sent once: when the response is lost, the error's `outcomeUnknown` is
   * true.
   *
   * @throws ConflictError when the stage does not await an override.
   * @throws NotFoundError
   */
  async override(id: string, options?: CallOptions): Promise<Resource<TaskStage>> {
    const path = requestPath`/task-stages/${id}/actions/override`;
    return this.#executor.request({ method: "POST", path, idempotent: false }, options, (document) =>
      parseTaskStage(singleResource(document, TYPE, id)),
    );
  }
}

function listPath(runId: string): string {
  return requestPath`/runs/${runId}/task-stages`;
}

function withIncluded(document: Document, id: string): TaskStageWithIncluded {
  const stage = parseTaskStage(singleResource(document, TYPE, id));
  const workspace = document.included.find(({ type }) => type === WORKSPACE_TYPE);
  return {
    ...stage,
    run: includedResources(document, "runs", [stage.runId])[0],
    workspace: parseIfComplete(workspace, parseWorkspace),
    taskResults: includedResources(document, TASK_RESULT_TYPE, stage.taskResultIds).map(parseTaskResult),
    policyEvaluations: includedResources(document, POLICY_EVALUATION_TYPE, stage.policyEvaluationIds).map(
      parsePolicyEvaluation,
    ),
  };
}

const NOTHING_INCLUDED = { run: undefined, workspace: undefined, taskResults: [], policyEvaluations: [] };

/**
 * Strings that the response lacks are empty.
 *
 * @param runId - The requested run, for a response that does not name it.
 */
function parseTaskStage(sent: ResourceObject, runId?: string): Resource<TaskStage> {
  const { attributes } = sent;
  const permissions = asObject(attributes["permissions"]);
  const stage: TaskStage = {
    id: sent.id,
    status: getString(attributes, "status") ?? "",
    stage: getString(attributes, "stage") ?? "",
    statusTimestamps: stringMembers(asObject(attributes["status-timestamps"])),
    createdAt: getString(attributes, "created-at") ?? "",
    updatedAt: getString(attributes, "updated-at") ?? "",
    permissions: {
      canOverridePolicy: getBoolean(permissions, "can-override-policy"),
      canOverrideTasks: getBoolean(permissions, "can-override-tasks"),
      canOverride: getBoolean(permissions, "can-override"),
    },
    isOverridable: getBoolean(asObject(attributes["actions"]), "is-overridable"),
    runId: relatedId(sent, "run") ?? runId ?? "",
    taskResultIds: relatedIds(sent, RESULTS),
    policyEvaluationIds: relatedIds(sent, "policy-evaluations"),
  };
  return resource(stage, sent);
}
