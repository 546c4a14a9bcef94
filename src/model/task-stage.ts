/** The stages of a run that can start run tasks, in order. */
export const RUN_STAGES = ["pre_plan", "post_plan", "pre_apply", "post_apply"] as const;
/** A stage of a run that can start run tasks. */
export type RunStage = (typeof RUN_STAGES)[number];

/** All statuses of a run task stage. */
export const TASK_STAGE_STATUSES = [
  "pending",
  "running",
  "passed",
  "failed",
  "awaiting_override",
  "errored",
  "canceled",
  "unreachable",
] as const;
/** The status of a run task stage. */
export type TaskStageStatus = (typeof TASK_STAGE_STATUSES)[number];

/**
 * The run tasks of one stage of a run.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-task-stages-and-results
 */
export interface TaskStage {
  /** Identifier, prefix `ts-`. */
  readonly id: string;
  /** One of {@link TaskStageStatus}, or a status that the service adds later. */
  readonly status: TaskStageStatus | (string & {});
  readonly stage: RunStage | (string & {});
  /** `<status>-at` → ISO 8601 timestamp. */
  readonly statusTimestamps: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly permissions: TaskStagePermissions;
  /** `actions.is-overridable`; undefined where the response does not contain it. */
  readonly isOverridable: boolean | undefined;
  /** Prefix `run-`. */
  readonly runId: string;
  /** Prefix `taskrs-`; may be empty. */
  readonly taskResultIds: readonly string[];
  /** Prefix `poleval-`; may be empty. */
  readonly policyEvaluationIds: readonly string[];
}

/** The caller's permissions to override a stage; undefined where the response does not contain them. */
export interface TaskStagePermissions {
  readonly canOverridePolicy: boolean | undefined;
  readonly canOverrideTasks: boolean | undefined;
  readonly canOverride: boolean | undefined;
}
