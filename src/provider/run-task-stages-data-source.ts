import { NotFoundError, type CallOptions, type TaskStageWithIncluded } from "../api";
import {
  ADVISORY_FAILURES,
  DATA_SOURCES,
  DEFAULT_ADVISORY_FAILURES,
  DEFAULT_TIMEOUT_SECONDS,
  policyEvaluationJson,
  verdictOf,
  verdictOfStage,
  wasOverridden,
  type AdvisoryFailures,
  type TaskResultState,
  type TaskStageState,
  type TaskResult,
} from "../model";
import { DiagnosticError, type DataSource } from "../plugin";
import { currentRunId, NoCurrentRunError, pluralize, pollTaskStages } from "../reconcile";
import { DESTROY_HINT, quote, withDiagnostics } from "./diagnostics";
import { shortenMissing } from "./missing-organization";
import type { ProviderData } from "./provider-data";
import { validatorOf, validateIds } from "./validation";

const definition = DATA_SOURCES.tfprojects_run_task_stages;

type Stages = readonly TaskStageWithIncluded[];

/** data `tfprojects_run_task_stages` */
export const runTaskStagesDataSource: DataSource<typeof definition, ProviderData> = {
  type: definition.type,
  schema: definition,

  validate: validatorOf(definition),

  async read(config, { provider, signal }) {
    const { wait_for_completion: wait, timeout_seconds: timeout, advisory_failures: advisory } = config;
    const { run_id: ownId, workspace_id: workspaceId, workspace_name: workspaceName, organization } = config;
    validateIds(definition, config);
    const begin = performance.now();
    const timeoutMs = wait === true ? Number(timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000 : undefined;
    const workspace = { workspaceId, workspaceName, organization };
    const call = { signal, deadlineMs: timeoutMs };
    const runId = ownId ?? (await shortenMissing(provider, () => readCurrentRun(workspace, provider, call)));
    return withDiagnostics(
      { summary: `Cannot read the task stages of run ${runId}`, attribute: ownId === null ? undefined : ["run_id"] },
      async () => {
        const read = (options: CallOptions): Promise<Stages> =>
          provider.client.taskStages.listWithResults(runId, options);
        const advisoryFailures = ADVISORY_FAILURES.find((known) => known === advisory) ?? DEFAULT_ADVISORY_FAILURES;
        const stages =
          timeoutMs === undefined
            ? await read({ signal })
            : await waitForVerdict(read, { begin, timeoutMs, signal, advisoryFailures });
        return {
          ...config,
          id: runId,
          run_id: runId,
          verdict: verdictOf(stages, advisoryFailures),
          stages: stages.map((stage) => stageAttributes(stage, advisoryFailures)),
        };
      },
    );
  },
};

/** Reads the current run of the workspace, which the configuration gives by ID or by name. */
async function readCurrentRun(
  { workspaceId, workspaceName, organization }: ConfiguredWorkspace,
  provider: ProviderData,
  call: CallOptions,
): Promise<string> {
  const [attribute, label] =
    workspaceId === null
      ? (["workspace_name", quote(workspaceName ?? "")] as const)
      : (["workspace_id", workspaceId] as const);
  const summary = `Cannot read the current run of workspace ${label}`;
  return withDiagnostics({ summary, attribute: [attribute] }, async () => {
    const selector =
      workspaceId === null
        ? { organization: provider.organizationName(organization), workspaceName: workspaceName ?? "" }
        : { workspaceId };
    try {
      return await currentRunId(provider.client, selector, { ...call, ownRunId: provider.ownRunId });
    } catch (error) {
      if (!(error instanceof NotFoundError || error instanceof NoCurrentRunError)) throw error;
      throw DiagnosticError.of(summary, error.message + DESTROY_HINT, [attribute], error);
    }
  });
}

interface ConfiguredWorkspace {
  readonly workspaceId: string | null;
  readonly workspaceName: string | null;
  readonly organization: string | null;
}

interface Wait {
  readonly begin: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly advisoryFailures: AdvisoryFailures;
}

async function waitForVerdict(read: (options: CallOptions) => Promise<Stages>, wait: Wait): Promise<Stages> {
  const stages = await pollTaskStages(read, wait);
  if (verdictOf(stages, wait.advisoryFailures) === "pending") throw timedOut(stages, wait);
  return stages;
}

function timedOut(stages: Stages, { timeoutMs, advisoryFailures }: Wait): DiagnosticError {
  const open = stages
    .filter((stage) => verdictOfStage(stage, advisoryFailures) === "pending")
    .map(({ stage, id, status }) => `- ${stage} (${id}) is ${status}`);
  return DiagnosticError.of(
    `The task stages of the run did not complete within ${pluralize(timeoutMs / 1000, "second")}`,
    `${open.join("\n")}\n\nIncrease timeout_seconds, or read the stages without wait_for_completion.`,
    ["timeout_seconds"],
  );
}

function stageAttributes(stage: Stages[number], advisoryFailures: AdvisoryFailures): TaskStageState {
  const { permissions } = stage;
  return {
    id: stage.id,
    status: stage.status,
    verdict: verdictOfStage(stage, advisoryFailures),
    stage: stage.stage,
    status_timestamps: stage.statusTimestamps,
    created_at: stage.createdAt,
    updated_at: stage.updatedAt,
    is_overridable: stage.isOverridable ?? null,
    is_overridden: wasOverridden(stage),
    permissions: {
      can_override_policy: permissions.canOverridePolicy ?? null,
      can_override_tasks: permissions.canOverrideTasks ?? null,
      can_override: permissions.canOverride ?? null,
    },
    run_id: stage.runId,
    policy_evaluation_ids: stage.policyEvaluationIds,
    policy_evaluations: stage.policyEvaluations.map(policyEvaluationJson),
    results: stage.taskResults.map(resultAttributes),
  };
}

function resultAttributes(result: TaskResult): TaskResultState {
  return {
    id: result.id,
    status: result.status,
    message: result.message,
    status_timestamps: result.statusTimestamps,
    url: result.url,
    created_at: result.createdAt,
    updated_at: result.updatedAt,
    task_id: result.taskId,
    task_name: result.taskName,
    task_url: result.taskUrl,
    stage: result.stage,
    is_speculative: result.isSpeculative,
    workspace_task_id: result.workspaceTaskId,
    workspace_task_enforcement_level: result.workspaceTaskEnforcementLevel,
    task_stage_id: result.taskStageId,
  };
}
