import { NotFoundError, type TaskStageWithIncluded } from "../api";
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
  type DataRunTaskStagesConfig,
  type TaskResultState,
  type TaskStageState,
  type TaskResult,
  type Workspace,
} from "../model";
import { DiagnosticError, isKnown, type ConfiguredContext, type DataSource } from "../plugin";
import { pollTaskStages } from "../reconcile";
import { DESTROY_HINT, quote, withDiagnostics } from "./diagnostics";
import { shortenMissing } from "./missing-organization";
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
    const { wait_for_completion: wait, timeout_seconds: timeout, advisory_failures: advisory } = config;
    const { run_id: ownId, workspace_id: workspaceId, workspace_name: workspaceName, organization } = config;
    if (!isKnown(wait) || !isKnown(timeout) || !isKnown(advisory)) throw unknownValues();
    if (!isKnown(ownId) || !isKnown(workspaceId) || !isKnown(workspaceName) || !isKnown(organization))
      throw unknownValues();
    validateIds(definition, config);
    const selector = { workspaceId, workspaceName, organization };
    const runId = ownId ?? (await shortenMissing(provider, () => currentRunId(selector, provider, signal)));
    return withDiagnostics(
      { summary: `Cannot read the task stages of run ${runId}`, attribute: ownId === null ? undefined : ["run_id"] },
      async () => {
        const read = (): Promise<Stages> => provider.client.taskStages.listWithResults(runId, { signal });
        const advisoryFailures = ADVISORY_FAILURES.find((known) => known === advisory) ?? DEFAULT_ADVISORY_FAILURES;
        const timeoutMs = Number(timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
        const stages =
          wait === true ? await waitForVerdict(read, { timeoutMs, signal, advisoryFailures }) : await read();
        return {
          id: runId,
          run_id: runId,
          workspace_id: workspaceId,
          workspace_name: workspaceName,
          organization,
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

/** Terraform reads a data source only once its configuration is known. */
function unknownValues(): Error {
  return new Error("Provider bug: the data source was read with unknown values.");
}

/** The workspace in the configuration; one of ID and name is set. */
interface WorkspaceSelector {
  readonly workspaceId: string | null;
  readonly workspaceName: string | null;
  readonly organization: string | null;
}

/**
 * The current run of a workspace, read each time: it may have changed since the workspace was last read.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/workspaces
 */
async function currentRunId(selector: WorkspaceSelector, provider: ProviderData, signal: AbortSignal): Promise<string> {
  const { workspaceId, workspaceName } = selector;
  const attribute = workspaceId === null ? "workspace_name" : "workspace_id";
  const label = workspaceId ?? quote(workspaceName ?? "");
  const summary = `Cannot read the current run of workspace ${label}`;
  const refuse = (detail: string): DiagnosticError => DiagnosticError.of(summary, detail + DESTROY_HINT, [attribute]);
  return withDiagnostics({ summary, attribute: [attribute] }, async () => {
    const workspace = await readWorkspace(selector, provider, signal).catch((error: unknown) => {
      if (error instanceof NotFoundError) throw refuse(error.message);
      throw error;
    });
    const { name, currentRunId: runId } = workspace;
    if (runId === undefined) {
      throw refuse(
        `The service does not report the current run of workspace ${quote(name)} (relationship \`current-run\`). ` +
          "Set `run_id` instead.",
      );
    }
    if (runId === null) {
      throw refuse(`Workspace ${quote(name)} (${workspace.id}) has no run. Start one, and deploy again.`);
    }
    if (runId === provider.ownRunId) {
      throw refuse(
        `The current run of workspace ${quote(name)} (${workspace.id}) is ${runId}, the run that deploys this ` +
          "configuration (TFC_RUN_ID): it would wait for itself. Name the workspace whose run has to come first.",
      );
    }
    return runId;
  });
}

async function readWorkspace(
  { workspaceId, workspaceName, organization }: WorkspaceSelector,
  provider: ProviderData,
  signal: AbortSignal,
): Promise<Workspace> {
  const { workspaces } = provider.client;
  if (workspaceId !== null) return workspaces.get(workspaceId, { signal });
  return workspaces.getByName(provider.organizationName(organization), workspaceName ?? "", { signal });
}

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
