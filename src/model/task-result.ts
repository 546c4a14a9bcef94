import type { RunStage } from "./task-stage";

/** All statuses of a run task result. */
export const TASK_RESULT_STATUSES = [
  "pending",
  "running",
  "passed",
  "failed",
  "errored",
  "canceled",
  "unreachable",
] as const;
/** The status of the result of a run task. */
export type TaskResultStatus = (typeof TASK_RESULT_STATUSES)[number];

/** How a failed result affects its stage: `mandatory` fails it, `advisory` does not. */
export const ENFORCEMENT_LEVELS = ["advisory", "mandatory"] as const;
/** How a failed result affects its stage: `mandatory` fails it, `advisory` does not. */
export type EnforcementLevel = (typeof ENFORCEMENT_LEVELS)[number];

/**
 * The result of one run task in one stage of a run.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run-tasks/run-task-stages-and-results
 */
export interface TaskResult {
  /** Identifier, prefix `taskrs-`. */
  readonly id: string;
  /** One of {@link TaskResultStatus}, or a status that the service adds later. */
  readonly status: TaskResultStatus | (string & {});
  /** Text from the run task; may contain line breaks. Null until the task reports. */
  readonly message: string | null;
  /** `<status>-at` → ISO 8601 timestamp. */
  readonly statusTimestamps: Readonly<Record<string, string>>;
  /** URL of the run task's details of this result; null when the task reports none. */
  readonly url: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Prefix `task-`. */
  readonly taskId: string;
  readonly taskName: string;
  /** URL of the task. */
  readonly taskUrl: string | null;
  readonly stage: RunStage | (string & {});
  readonly isSpeculative: boolean;
  /** Prefix `wstask-`; null when the task is not attached to a workspace. */
  readonly workspaceTaskId: string | null;
  readonly workspaceTaskEnforcementLevel: EnforcementLevel | (string & {}) | null;
  /** The stage it belongs to, prefix `ts-`. */
  readonly taskStageId: string;
}

/** Whether the status of a result is final. */
export function isFinalResultStatus(status: string): boolean {
  return status !== "pending" && status !== "running";
}
