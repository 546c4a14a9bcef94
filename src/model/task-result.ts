import type { RunStage } from "./task-stage";

/** All statuses of a run task result (service-api.md section 3.2). */
export const TASK_RESULT_STATUSES = [
  "pending",
  "running",
  "passed",
  "failed",
  "errored",
  "canceled",
  "unreachable",
] as const;
export type TaskResultStatus = (typeof TASK_RESULT_STATUSES)[number];

/** How a failing result bears on its stage: `mandatory` fails it, `advisory` does not. */
export const ENFORCEMENT_LEVELS = ["advisory", "mandatory"] as const;
export type EnforcementLevel = (typeof ENFORCEMENT_LEVELS)[number];

/** What one run task said in one stage of a run (service-api.md section 2.3). */
export interface TaskResult {
  /** Identifier, prefix `taskrs-`. */
  readonly id: string;
  /** One of {@link TASK_RESULT_STATUSES}; a text for what a later service may add. */
  readonly status: TaskResultStatus | (string & {});
  /** Free text from the task; may contain line breaks. Null before the task said anything. */
  readonly message: string | null;
  /** `<status>-at` → ISO 8601 timestamp. */
  readonly statusTimestamps: Readonly<Record<string, string>>;
  /** Address of the task's detail for this result; null when the task gave none. */
  readonly url: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Prefix `task-`. */
  readonly taskId: string;
  readonly taskName: string;
  /** Address of the task. */
  readonly taskUrl: string | null;
  readonly stage: RunStage | (string & {});
  readonly isSpeculative: boolean;
  /** Prefix `wstask-`; null when the task is not bound to a workspace. */
  readonly workspaceTaskId: string | null;
  readonly workspaceTaskEnforcementLevel: EnforcementLevel | (string & {}) | null;
  /** The stage it belongs to, prefix `ts-`. */
  readonly taskStageId: string;
}

/** Statuses in which a result stays (facts: terminal result states). */
export function isFinalResultStatus(status: string): boolean {
  return status !== "pending" && status !== "running";
}
