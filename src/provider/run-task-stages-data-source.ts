import type { TaskStageWithIncluded } from "../api";
import {
  ADVISORY_FAILURES,
  DATA_SOURCES,
  DEFAULT_ADVISORY_FAILURES,
  DEFAULT_TIMEOUT_SECONDS,
  verdictOf,
  verdictOfStage,
  type AdvisoryFailures,
  type DataRunTaskStagesConfig,
  type TaskResultState,
  type TaskStageState,
  type TaskResult,
} from "../model";
import { DiagnosticError, isKnown, type ConfiguredContext, type DataSource } from "../plugin";
import { pollTaskStages } from "../reconcile";
import { withDiagnostics } from "./diagnostics";
import type { ProviderData } from "./provider-data";
import { validateConfig, validateIds } from "./validation";

const definition = DATA_SOURCES.tfprojects_run_task_stages;

type Stages = readonly TaskStageWithIncluded[];

/** data `tfprojects_run_task_stages` */
export const runTaskStagesDataSource: DataSource<typeof definition, ProviderData> = {
  type: definition.type,
  schema: definition,

  validate(config: DataRunTaskStagesConfig, { diagnostics }) {
    validateConfig(definition, config, diagnostics);
  },

  async read(config: DataRunTaskStagesConfig, { provider, signal }: ConfiguredContext<ProviderData>) {
    const { run_id: runId, wait_for_completion: wait, timeout_seconds: timeout, advisory_failures: advisory } = config;
    if (!isKnown(runId) || !isKnown(wait) || !isKnown(timeout) || !isKnown(advisory))
      throw new Error("Provider bug: the data source was read with unknown values.");
    validateIds(definition, config);
    return withDiagnostics(
      { summary: `Cannot read the task stages of run ${runId}`, attribute: ["run_id"] },
      async () => {
        const read = (): Promise<Stages> => provider.client.taskStages.listWithResults(runId, { signal });
        const advisoryFailures = ADVISORY_FAILURES.find((known) => known === advisory) ?? DEFAULT_ADVISORY_FAILURES;
        const timeoutMs = Number(timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
        const stages =
          wait === true ? await waitForVerdict(read, { timeoutMs, signal, advisoryFailures }) : await read();
        return {
          id: runId,
          run_id: runId,
          wait_for_completion: wait,
          timeout_seconds: timeout,
          advisory_failures: advisory,
          verdict: verdictOf(stages, advisoryFailures),
          stages: stages.map((stage) => stageAttributes(stage, advisoryFailures)),
        };
      },
    );
  },
};

interface Wait {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly advisoryFailures: AdvisoryFailures;
}

async function waitForVerdict(read: () => Promise<Stages>, wait: Wait): Promise<Stages> {
  const { timeoutMs, signal, advisoryFailures } = wait;
  const stages = await pollTaskStages(read, { timeoutMs: timeoutMs, signal, advisoryFailures });
  if (verdictOf(stages, advisoryFailures) === "pending") throw timedOut(stages, wait);
  return stages;
}

function timedOut(stages: Stages, { timeoutMs, advisoryFailures }: Wait): DiagnosticError {
  const open = stages
    .filter((stage) => verdictOfStage(stage, advisoryFailures) === "pending")
    .map(({ stage, id, status }) => `- ${stage} (${id}) is ${status}`);
  return DiagnosticError.of(
    `The task stages of the run did not complete within ${timeoutMs / 1000} seconds`,
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
    permissions: {
      can_override_policy: permissions.canOverridePolicy ?? null,
      can_override_tasks: permissions.canOverrideTasks ?? null,
      can_override: permissions.canOverride ?? null,
    },
    run_id: stage.runId,
    policy_evaluation_ids: stage.policyEvaluationIds,
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
