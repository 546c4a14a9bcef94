import type { TaskStageWithIncluded } from "../api";
import {
  ADVISORY_FAILURES,
  DATA_SOURCES,
  DEFAULT_ADVISORY_FAILURES,
  verdictOf,
  verdictOfStage,
  VERDICTS,
  type AdvisoryFailures,
  type TaskResult,
} from "../model";
import {
  bool,
  computed,
  DiagnosticError,
  isKnown,
  list,
  map,
  nullable,
  number,
  object,
  optional,
  required,
  string,
  type ConfigOf,
  type ConfiguredContext,
  type DataSource,
  type ValueOf,
} from "../plugin";
import { untilVerdict } from "../reconcile";
import { checkConfig, requireIds } from "./check";
import { explained } from "./explain";
import type { Session } from "./session";

const resultType = object({
  id: string,
  status: string,
  message: nullable(string),
  status_timestamps: map(string),
  url: nullable(string),
  created_at: string,
  updated_at: string,
  task_id: string,
  task_name: string,
  task_url: nullable(string),
  stage: string,
  is_speculative: bool,
  workspace_task_id: nullable(string),
  workspace_task_enforcement_level: nullable(string),
  task_stage_id: string,
});

const stageType = object({
  id: string,
  status: string,
  verdict: string,
  stage: string,
  status_timestamps: map(string),
  created_at: string,
  updated_at: string,
  is_overridable: nullable(bool),
  permissions: object({
    can_override_policy: nullable(bool),
    can_override_tasks: nullable(bool),
    can_override: nullable(bool),
  }),
  run_id: string,
  policy_evaluation_ids: list(string),
  results: list(resultType),
});

const DEFAULT_TIMEOUT_SECONDS = 600;

const schema = {
  description: "The task stages of a run, each with its results, and what they mean together.",
  attributes: {
    id: computed(string, { description: "The run's identifier." }),
    run_id: required(string, { description: "Identifier of the run, prefix `run-`." }),
    wait_for_completion: optional(bool, {
      description:
        "Whether to wait until no stage is pending or running. A stage that awaits an override is not waited for: that is for a person to decide. Default: false.",
    }),
    timeout_seconds: optional(number, {
      description: `How long to wait at the most, in seconds; then it is an error. Default: ${DEFAULT_TIMEOUT_SECONDS}.`,
    }),
    advisory_failures: optional(string, {
      description:
        "What failed advisory results mean for the verdict: `block` has a stage with one fail, `allow` lets a stage pass in which nothing else failed. " +
        `Either way, whatever status the service gives such a stage. Default: \`${DEFAULT_ADVISORY_FAILURES}\`.`,
    }),
    verdict: computed(string, {
      description: `What the stages mean together, one of ${VERDICTS.map((verdict) => `\`${verdict}\``).join(", ")}: \`failed\` when any stage failed, errored, was canceled or unreachable; else \`awaiting_override\` when any awaits one; else \`pending\` when any has not ended; else \`passed\`, as for a run without task stages. Of failed advisory results, see \`advisory_failures\`.`,
    }),
    stages: computed(list(stageType), {
      description:
        "The task stages, in the order in which the service lists them. `status` is what the service says, `verdict` what it means here.",
    }),
  },
};

type Config = ConfigOf<typeof schema>;
type Stages = readonly TaskStageWithIncluded[];

/** data `tfprojects_run_task_stages` */
export const runTaskStagesDataSource: DataSource<typeof schema, Session> = {
  type: "tfprojects_run_task_stages",
  schema,

  validate(config: Config, { diagnostics }) {
    checkConfig(DATA_SOURCES.tfprojects_run_task_stages, config, diagnostics);
  },

  async read(config: Config, { provider, signal }: ConfiguredContext<Session>) {
    const { run_id: runId, wait_for_completion: wait, timeout_seconds: timeout, advisory_failures: advisory } = config;
    if (!isKnown(runId) || !isKnown(wait) || !isKnown(timeout) || !isKnown(advisory))
      throw new Error("Terraform asked to read a run that is not known.");
    requireIds(DATA_SOURCES.tfprojects_run_task_stages, config);
    return explained({ summary: `Cannot read the task stages of run ${runId}`, attribute: ["run_id"] }, async () => {
      const read = (): Promise<Stages> => provider.client.taskStages.listWithResults(runId, { signal });
      const advisoryFailures = ADVISORY_FAILURES.find((known) => known === advisory) ?? DEFAULT_ADVISORY_FAILURES;
      const timeoutMs = Number(timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
      const stages = wait === true ? await untilEnded(read, { timeoutMs, signal, advisoryFailures }) : await read();
      return {
        id: runId,
        run_id: runId,
        wait_for_completion: wait,
        timeout_seconds: timeout,
        advisory_failures: advisory,
        verdict: verdictOf(stages, advisoryFailures),
        stages: stages.map((stage) => stageDocument(stage, advisoryFailures)),
      };
    });
  },
};

interface Wait {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly advisoryFailures: AdvisoryFailures;
}

async function untilEnded(read: () => Promise<Stages>, wait: Wait): Promise<Stages> {
  const { timeoutMs, signal, advisoryFailures } = wait;
  const stages = await untilVerdict(read, { timeout: timeoutMs, signal, advisoryFailures });
  if (verdictOf(stages, advisoryFailures) === "pending") throw timedOut(stages, wait);
  return stages;
}

function timedOut(stages: Stages, { timeoutMs, advisoryFailures }: Wait): DiagnosticError {
  const open = stages
    .filter((stage) => verdictOfStage(stage, advisoryFailures) === "pending")
    .map(({ stage, id, status }) => `- ${stage} (${id}) is ${status}`);
  return DiagnosticError.of(
    `The run's task stages did not end within ${timeoutMs / 1000} seconds`,
    `${open.join("\n")}\n\nWait longer with timeout_seconds, or read them without wait_for_completion.`,
    ["timeout_seconds"],
  );
}

function stageDocument(stage: Stages[number], advisoryFailures: AdvisoryFailures): ValueOf<typeof stageType> {
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
    results: stage.taskResults.map(resultDocument),
  };
}

function resultDocument(result: TaskResult): ValueOf<typeof resultType> {
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
