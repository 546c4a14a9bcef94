import type { PolicyEvaluation, Run, TaskResult, TaskStage, Workspace } from "../model";
import {
  hasRelationship,
  IncompleteResourceError,
  parseIfComplete,
  relatedId,
  relatedIds,
  resource,
  singleResource,
} from "./document";
import type { Document, Resource, ResourceObject } from "./document";
import { InvalidArgumentError } from "./errors";
import { includedResource, includedResources } from "./include";
import { asObject, getBoolean, getString, stringMembers } from "../json";
import { readList, readListPage } from "./list-operation";
import type { ListOperation } from "./list-operation";
import type { Page, PageRequest } from "./paging";
import { parsePolicyEvaluation, POLICY_EVALUATION_TYPE } from "./policy-evaluations";
import { Operations } from "./operations";
import type { CallOptions } from "./request-executor";
import { requestPath } from "./request-path";
import { BadRequestError, ForbiddenError, NotFoundError } from "./response-errors";
import { parseRun, RUN_TYPE, RunOperations } from "./runs";
import { parseTaskResult, TASK_RESULT_TYPE, TaskResultOperations } from "./task-results";
import { parseWorkspace, WORKSPACE_TYPE } from "./workspaces";

const TYPE = "task-stages";
/** Names of relationships, and also their `include` values. */
const RESULTS = "task-results";
const POLICIES = "policy-evaluations";

/** Related resources that can be included when a stage is read. */
export type TaskStageInclude = "run" | "run.workspace" | "task-results" | "policy-evaluations";

/** A stage with included resources; empty or undefined when not requested. */
export interface TaskStageWithIncluded extends Resource<TaskStage> {
  readonly run: Resource<Run> | undefined;
  readonly workspace: Resource<Workspace> | undefined;
  /** In the stage's order. */
  readonly taskResults: readonly Resource<TaskResult>[];
  /** In the stage's order. */
  readonly policyEvaluations: readonly Resource<PolicyEvaluation>[];
}

/** A run and its task stages, which were read after it. */
export interface RunWithTaskStages {
  /** Undefined if the service does not find the run whose stages it lists. */
  readonly run: Resource<Run> | undefined;
  /** With their results and policy evaluations. */
  readonly taskStages: readonly TaskStageWithIncluded[];
  /** Whether the run came with one of its stages, so that it needed no request of its own. */
  readonly isRunIncluded: boolean;
}

/** Options of {@link TaskStageOperations.listWithRun}. */
export interface ListWithRunOptions extends CallOptions {
  /** Whether the run is known not to come with its stages: it is then read first. @default false */
  readonly readsRunFirst?: boolean | undefined;
}

/** Options of {@link TaskStageOperations.override}. */
export interface OverrideOptions extends CallOptions {
  /**
   * Why the stage is overridden. Sent in the body as HashiCorp's Go client does; HashiCorp does not document it.
   *
   * @default - the request has no body
   */
  readonly comment?: string | undefined;
}

/**
 * Run task stages.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-task-stages-and-results
 */
export class TaskStageOperations extends Operations {
  /** Lists every task stage of the run, each once, in the service's order. */
  list(runId: string, options?: CallOptions): AsyncGenerator<Resource<TaskStage>, void, undefined> {
    return readList(this.executor, stagesOf(runId), options);
  }

  /** Reads one page of the run's task stages; the service may omit the totals. */
  async listPage(runId: string, page: PageRequest = {}, options?: CallOptions): Promise<Page<Resource<TaskStage>>> {
    return readListPage(this.executor, stagesOf(runId), page, options);
  }

  /**
   * Reads every task stage of the run with its results and policy evaluations: one request per page of stages, and one
   * per stage that has any. Policy evaluations that are not visible are left out.
   *
   * @throws NotFoundError when the run does not exist or is not visible.
   * @throws UnexpectedResponseError when a stage does not list its results.
   */
  async listWithResults(runId: string, options?: CallOptions): Promise<readonly TaskStageWithIncluded[]> {
    return this.executor.call(options, async (context) => {
      const stages: Resource<TaskStage>[] = [];
      for await (const stage of this.list(runId, context)) stages.push(stage);
      return Promise.all(
        stages.map(async (stage) =>
          isEmpty(stage) ? { ...stage, ...NOTHING_INCLUDED } : this.#readWithResults(stage, context),
        ),
      );
    });
  }

  /**
   * Like {@link listWithResults}, with the run, which comes with the first stage that has results. Only a run without
   * any, or on a release without support for `include`, needs a request of its own; its stages are then listed again,
   * so that they are never older than the run.
   *
   * @throws NotFoundError when the run does not exist or is not visible.
   * @throws UnexpectedResponseError when a stage does not list its results.
   */
  async listWithRun(runId: string, options: ListWithRunOptions = {}): Promise<RunWithTaskStages> {
    const { readsRunFirst = false, ...call } = options;
    return this.executor.call(call, async (context) => {
      const read = readsRunFirst ? undefined : await this.#withIncludedRun(runId, context);
      if (read !== undefined) return read;
      const run = await new RunOperations(this.executor).get(runId, context).catch((error: unknown) => {
        if (error instanceof NotFoundError) return undefined;
        throw error;
      });
      return { run, taskStages: await this.listWithResults(runId, context), isRunIncluded: false };
    });
  }

  /** Undefined if the run does not come with a stage. */
  async #withIncludedRun(runId: string, options: CallOptions): Promise<RunWithTaskStages | undefined> {
    const listed: Resource<TaskStage>[] = [];
    for await (const stage of this.list(runId, options)) listed.push(stage);
    const index = listed.findIndex((stage) => !isEmpty(stage));
    const stage = listed[index];
    const first = stage && (await this.#readWithResults(stage, options, ["run"]));
    if (first?.run === undefined) return undefined;
    // Others are all read again, since the list is older than the run.
    const taskStages = await Promise.all(
      listed.map(async (other) => (other === stage ? first : this.#readWithResults(other, options))),
    );
    return { run: first.run, taskStages, isRunIncluded: true };
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
    return this.reader.read({ path: requestPath`/task-stages/${id}` }, options?.include, options, (document) =>
      withIncluded(document, id),
    );
  }

  /**
   * Lists every policy evaluation of the stage, each once, in the service's order.
   *
   * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/policy-evaluations
   */
  listPolicyEvaluations(
    id: string,
    options?: CallOptions,
  ): AsyncGenerator<Resource<PolicyEvaluation>, void, undefined> {
    const path = requestPath`/task-stages/${id}/policy-evaluations`;
    return readList(
      this.executor,
      { path, type: POLICY_EVALUATION_TYPE, parse: parsePolicyEvaluation, mayLackTotals: true },
      options,
    );
  }

  /**
   * A release without support for `include` rejects or ignores it; the results are then read one by one, and the policy
   * evaluations as a list.
   */
  async #readWithResults(
    { id, policyEvaluationIds }: TaskStage,
    options: CallOptions | undefined,
    more: readonly TaskStageInclude[] = [],
  ): Promise<TaskStageWithIncluded> {
    const readWith = (include: readonly TaskStageInclude[]): Promise<TaskStageWithIncluded> =>
      this.reader.read({ path: requestPath`/task-stages/${id}` }, include, options, (document) => {
        const read = withIncluded(document, id);
        // The run's verdict depends on the results, so their absence must be explicit.
        if (!hasRelationship(read, RESULTS))
          throw new IncompleteResourceError({ type: TYPE, id }, `relationship \`${RESULTS}\``);
        return read;
      });
    const policies: readonly TaskStageInclude[] = policyEvaluationIds.length === 0 ? [] : [POLICIES];
    const read = await readWith([RESULTS, ...policies, ...more]).catch((error: unknown) => {
      if (error instanceof BadRequestError) return readWith([]);
      throw error;
    });
    const [taskResults, policyEvaluations] = await Promise.all([
      this.#taskResults(read, options),
      this.#policyEvaluations(read, options),
    ]);
    return { ...read, taskResults, policyEvaluations };
  }

  /** The included results if they are complete; otherwise reads each one. */
  async #taskResults(
    { taskResults, taskResultIds }: TaskStageWithIncluded,
    options: CallOptions | undefined,
  ): Promise<readonly Resource<TaskResult>[]> {
    if (taskResults.length === taskResultIds.length) return taskResults;
    const results = new TaskResultOperations(this.executor);
    return Promise.all(taskResultIds.map((id) => results.get(id, options)));
  }

  /** The included policy evaluations if they are complete; otherwise lists those that are visible. */
  async #policyEvaluations(
    { id, policyEvaluations, policyEvaluationIds }: TaskStageWithIncluded,
    options: CallOptions | undefined,
  ): Promise<readonly Resource<PolicyEvaluation>[]> {
    if (policyEvaluations.length === policyEvaluationIds.length) return policyEvaluations;
    const listed: Resource<PolicyEvaluation>[] = [];
    try {
      for await (const evaluation of this.listPolicyEvaluations(id, options)) listed.push(evaluation);
    } catch (error) {
      // The stage is visible, so its evaluations are hidden, or the release does not list them.
      if (error instanceof NotFoundError || error instanceof ForbiddenError) return policyEvaluations;
      throw error;
    }
    return policyEvaluationIds.flatMap((wanted) => listed.find((evaluation) => evaluation.id === wanted) ?? []);
  }

  /**
   * Overrides a stage that awaits an override. Sent once: when the response is lost, the error's `outcomeUnknown` is
   * true.
   *
   * @throws ConflictError when the stage does not await an override.
   * @throws InvalidArgumentError when the comment is blank.
   * @throws NotFoundError
   */
  async override(id: string, options?: OverrideOptions): Promise<Resource<TaskStage>> {
    const path = requestPath`/task-stages/${id}/actions/override`;
    const comment = options?.comment;
    if (comment?.trim() === "") throw new InvalidArgumentError("comment must not be blank; leave it out for none.");
    const body = comment === undefined ? undefined : { comment };
    return this.executor.request({ method: "POST", path, body, idempotent: false }, options, (document) =>
      parseTaskStage(singleResource(document, TYPE, id)),
    );
  }
}

/** Whether a stage is known to have neither results nor policy evaluations. */
function isEmpty(stage: Resource<TaskStage>): boolean {
  const { taskResultIds, policyEvaluationIds } = stage;
  return taskResultIds.length === 0 && policyEvaluationIds.length === 0 && hasRelationship(stage, RESULTS);
}

function stagesOf(runId: string): ListOperation<Resource<TaskStage>> {
  const path = requestPath`/runs/${runId}/task-stages`;
  return { path, type: TYPE, parse: (sent) => parseTaskStage(sent, runId), mayLackTotals: true };
}

function withIncluded(document: Document, id: string): TaskStageWithIncluded {
  const stage = parseTaskStage(singleResource(document, TYPE, id));
  const workspace = document.included.find(({ type }) => type === WORKSPACE_TYPE);
  return {
    ...stage,
    run: parseIfComplete(includedResource(document, RUN_TYPE, stage.runId), parseRun),
    workspace: parseIfComplete(workspace, parseWorkspace),
    taskResults: includedResources(document, TASK_RESULT_TYPE, stage.taskResultIds).map(parseTaskResult),
    policyEvaluations: includedResources(document, POLICY_EVALUATION_TYPE, stage.policyEvaluationIds).map(
      parsePolicyEvaluation,
    ),
  };
}

const NOTHING_INCLUDED = { run: undefined, workspace: undefined, taskResults: [], policyEvaluations: [] };

/**
 * Strings missing from the response are empty.
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
    policyEvaluationIds: relatedIds(sent, POLICIES),
  };
  return resource(stage, sent);
}
