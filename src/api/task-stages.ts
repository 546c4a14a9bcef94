import type { TaskResult, TaskStage, Workspace } from "../model";
import type { CallOptions, RequestExecutor } from "./request-executor";
import {
  asObject,
  getBoolean,
  parseIfComplete,
  MalformedDocumentError,
  singleResource,
  relatedId,
  relatedIds,
  hasRelationship,
  getString,
  stringMembers,
} from "./document";
import type { Document, ResourceObject } from "./document";
import { BadRequestError } from "./errors/refused-error";
import { includedResources, IncludeReader } from "./include";
import { paginate } from "./paginate";
import { pageQuery, parsePageWithoutTotals } from "./paging";
import type { Page, PageRequest } from "./paging";
import { parsePolicyEvaluation, POLICY_EVALUATION_TYPE } from "./policy-evaluations";
import type { PolicyEvaluation } from "./policy-evaluations";
import { requestPath } from "./request-path";
import { resource } from "./resource";
import type { Resource } from "./resource";
import { parseTaskResult, TASK_RESULT_TYPE, TaskResultOperations } from "./task-results";
import { parseWorkspace, WORKSPACE_TYPE } from "./workspaces";

const TYPE = "task-stages";
/** The relationship, and what includes it. */
const RESULTS = "task-results";

/** What can be read along with a stage (service-api.md section 4.8). */
export type TaskStageInclude = "run" | "run.workspace" | "task-results" | "policy-evaluations";

/** A stage together with what was read along with it; what was not asked for is empty or undefined. */
export interface TaskStageWithIncluded extends Resource<TaskStage> {
  readonly run: ResourceObject | undefined;
  readonly workspace: Resource<Workspace> | undefined;
  /** In the stage's order. */
  readonly taskResults: readonly Resource<TaskResult>[];
  /** In the stage's order. */
  readonly policyEvaluations: readonly Resource<PolicyEvaluation>[];
}

/** The operations of service-api.md sections 4.7, 4.8 and 4.10. */
export class TaskStageOperations {
  readonly #connection: RequestExecutor;
  readonly #reads: IncludeReader;

  constructor(executor: RequestExecutor) {
    this.#connection = executor;
    this.#reads = new IncludeReader(executor);
  }

  /** Every task stage of the run, once, in the service's order (service-api.md section 4.7). */
  list(runId: string, options?: CallOptions): AsyncGenerator<Resource<TaskStage>, void, undefined> {
    return paginate({
      executor: this.#connection,
      path: listPath(runId),
      options,
      isSorted: false,
      sortKey: ({ stage }) => stage,
      readPage: (page) => this.listPage(runId, page, options),
    });
  }

  /** One page of the run's task stages; the answer may be without totals (service-api.md section 4.7). */
  async listPage(runId: string, page: PageRequest = {}, options?: CallOptions): Promise<Page<Resource<TaskStage>>> {
    const path = listPath(runId);
    return this.#connection.request(
      { method: "GET", path, query: pageQuery(page), idempotent: true },
      options,
      (document) => parsePageWithoutTotals(document, page, TYPE, (sent) => parseTaskStage(sent, runId)),
    );
  }

  /**
   * Every task stage of the run, each with its results and, where it has results, its policy evaluations: one request for each page of
   * stages, and one for each stage that has results.
   *
   * @throws NotFoundError when the run does not exist or may not be seen.
   * @throws UnexpectedResponseError when a stage does not tell which results it has.
   */
  async listWithResults(runId: string, options?: CallOptions): Promise<readonly TaskStageWithIncluded[]> {
    return this.#connection.call(options, async (ongoing) => {
      const stages: Resource<TaskStage>[] = [];
      for await (const stage of this.list(runId, ongoing)) stages.push(stage);
      return Promise.all(stages.map((stage) => this.#withResults(stage, ongoing)));
    });
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
    return this.#reads.read({ path: requestPath`/task-stages/${id}` }, options?.include, options, (document) =>
      withIncluded(document, id),
    );
  }

  /** A release that does not know this spelling of `include` refuses it, or overlooks it; the results are then read one by one. */
  async #withResults(stage: Resource<TaskStage>, options: CallOptions | undefined): Promise<TaskStageWithIncluded> {
    const { id } = stage;
    if (stage.taskResultIds.length === 0 && hasRelationship(stage, RESULTS)) return { ...stage, ...NOTHING_INCLUDED };
    const readWith = (include: readonly TaskStageInclude[]): Promise<TaskStageWithIncluded> =>
      this.#reads.read({ path: requestPath`/task-stages/${id}` }, include, options, (document) => {
        const sent = withIncluded(document, id);
        // What the run may do is decided by its results: that there are none has to be said.
        if (!hasRelationship(sent, RESULTS)) throw new MalformedDocumentError(`${id} does not tell its \`${RESULTS}\``);
        return sent;
      });
    const include: readonly TaskStageInclude[] =
      stage.policyEvaluationIds.length === 0 ? [RESULTS] : [RESULTS, "policy-evaluations"];
    const read = await readWith(include).catch((error: unknown) => {
      if (error instanceof BadRequestError) return readWith([]);
      throw error;
    });
    if (read.taskResults.length === read.taskResultIds.length) return read;
    const results = new TaskResultOperations(this.#connection);
    return { ...read, taskResults: await Promise.all(read.taskResultIds.map((id) => results.get(id, options))) };
  }

  /**
   * Overrides a stage that awaits it (service-api.md section 4.10). Sent once: when the answer is lost, the error's `outcomeUnknown` is true.
   *
   * @throws ConflictError when the stage does not await an override.
   * @throws NotFoundError
   */
  async override(id: string, options?: CallOptions): Promise<Resource<TaskStage>> {
    const path = requestPath`/task-stages/${id}/actions/override`;
    return this.#connection.request({ method: "POST", path, idempotent: false }, options, (document) =>
      parseTaskStage(singleResource(document, TYPE, id)),
    );
  }
}

function listPath(runId: string): string {
  return requestPath`/runs/${runId}/task-stages`;
}

function withIncluded(document: Document, asked: string): TaskStageWithIncluded {
  const stage = parseTaskStage(singleResource(document, TYPE, asked));
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
 * Texts that the answer does not have are empty.
 *
 * @param runId - The run asked about, for an answer that does not name it.
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
