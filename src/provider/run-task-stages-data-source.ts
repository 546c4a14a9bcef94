import {
  NotFoundError,
  type CallOptions,
  type ListWithRunOptions,
  type RunWithTaskStages,
  type TaskStageWithIncluded,
} from "../api";
import {
  ADVISORY_FAILURES,
  DATA_SOURCES,
  DEFAULT_TIMEOUT_SECONDS,
  policyEvaluationJson,
  stagesNotPassed,
  verdictOf,
  verdictOfRun,
  verdictOfStage,
  wasOverridden,
  type TaskResult,
  type TaskResultState,
  type TaskStageState,
  type Verdict,
  type VerdictOptions,
} from "../model";
import { DiagnosticError, type DataSource } from "../plugin";
import {
  checkWaitsForOther,
  currentRunId,
  missingRun,
  NoCurrentRunError,
  OrganizationNotFoundError,
  OwnRunError,
  pluralize,
  pollTaskStages,
  WorkspacesNotFoundError,
} from "../reconcile";
import { DESTROY_HINT, quote, withDiagnostics } from "./diagnostics";
import { shortenMissing } from "./missing-organization";
import type { ProviderData } from "./provider-data";
import { validatorOf, validateIds } from "./validation";

const definition = DATA_SOURCES.tfprojects_run_task_stages;

/** data `tfprojects_run_task_stages` */
export const runTaskStagesDataSource: DataSource<typeof definition, ProviderData> = {
  type: definition.type,
  schema: definition,

  validate: validatorOf(definition),

  async read(config, { provider, signal, diagnostics }) {
    const { wait_for_completion: wait, timeout_seconds: timeout } = config;
    const { run_id: ownId, workspace_id: workspaceId, workspace_name: workspaceName, organization } = config;
    validateIds(definition, config);
    const begin = performance.now();
    const timeoutMs = wait === true ? Number(timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000 : undefined;
    if (ownId !== null && wait === true) checkWaits(ownId, provider);
    const workspace = { workspaceId, workspaceName, organization };
    const call = { signal, deadlineMs: timeoutMs };
    const runId = ownId ?? (await shortenMissing(provider, () => readCurrentRun(workspace, provider, call)));
    return withDiagnostics(
      { summary: readFailed(runId), attribute: ownId === null ? undefined : ["run_id"] },
      async () => {
        const read = (options: ListWithRunOptions): Promise<RunWithTaskStages> =>
          provider.client.taskStages.listWithRun(runId, options);
        const options = verdictOptions(config);
        const found =
          timeoutMs === undefined
            ? await read({ signal })
            : await waitForVerdict(runId, read, { begin, timeoutMs, signal, ...options });
        const warning = missingRun(runId, found);
        if (warning !== undefined) diagnostics.warning("Run not found", warning);
        const { run, taskStages } = found;
        return {
          ...config,
          id: runId,
          run_id: runId,
          verdict: verdictOf(found, options),
          run_status: run?.status ?? null,
          run_verdict: run === undefined ? null : verdictOfRun(run),
          stages: taskStages.map((stage) =>
            stageAttributes(stage, verdictOfStage(stage, run, options.advisoryFailures)),
          ),
        };
      },
    );
  },
};

function readFailed(runId: string): string {
  return `Cannot read the task stages of run ${runId}`;
}

function verdictOptions(config: {
  readonly advisory_failures: string | null;
  readonly required_stages: readonly string[] | null;
}): VerdictOptions {
  return {
    advisoryFailures: ADVISORY_FAILURES.find((known) => known === config.advisory_failures),
    requiredStages: config.required_stages ?? undefined,
  };
}

/** @throws DiagnosticError if Terraform would wait for the run that it runs in. */
function checkWaits(runId: string, { ownRunId }: ProviderData): void {
  try {
    checkWaitsForOther(runId, ownRunId);
  } catch (error) {
    if (!(error instanceof OwnRunError)) throw error;
    throw DiagnosticError.of(readFailed(runId), error.message + DESTROY_HINT, ["run_id"], error);
  }
}

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
      const isExpected = NOT_READABLE.some((known) => error instanceof known);
      if (!isExpected || !(error instanceof Error)) throw error;
      throw DiagnosticError.of(summary, error.message + DESTROY_HINT, [attribute], error);
    }
  });
}

/** Errors of a workspace without a current run that Terraform can read. */
const NOT_READABLE = [
  NotFoundError,
  WorkspacesNotFoundError,
  OrganizationNotFoundError,
  NoCurrentRunError,
  OwnRunError,
] as const;

interface ConfiguredWorkspace {
  readonly workspaceId: string | null;
  readonly workspaceName: string | null;
  readonly organization: string | null;
}

interface Wait extends VerdictOptions {
  readonly begin: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

async function waitForVerdict(
  runId: string,
  read: (options: ListWithRunOptions) => Promise<RunWithTaskStages>,
  wait: Wait,
): Promise<RunWithTaskStages> {
  const found = await pollTaskStages(read, wait);
  if (verdictOf(found, wait) === "pending") throw timedOut(runId, found, wait);
  return found;
}

function timedOut(runId: string, found: RunWithTaskStages, wait: Wait): DiagnosticError {
  const status = found.run === undefined ? [] : [`- run ${runId} is ${found.run.status}`];
  const open = stagesNotPassed(found, wait).map((stage) => `- ${stage}`);
  return DiagnosticError.of(
    `The run did not complete within ${pluralize(wait.timeoutMs / 1000, "second")}`,
    `${[...status, ...open].join("\n")}\n\nIncrease timeout_seconds, or read the run without wait_for_completion.`,
    ["timeout_seconds"],
  );
}

function stageAttributes(stage: TaskStageWithIncluded, verdict: Verdict): TaskStageState {
  const { permissions } = stage;
  return {
    id: stage.id,
    status: stage.status,
    verdict,
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
