import type { TaskResultStatus } from "../../model";
import type { Cause } from "./transitions";
import { isFinal, TASK_RESULT, transition } from "./transitions";
import type { Store } from "../engine/kind";
import { create } from "../engine/write";
import type { TaskResultRecord } from "../kinds/task-result";
import type { TaskResultOutcomeRecord } from "../kinds/task-result-outcome";
import type { TaskStageRecord } from "../kinds/task-stage";
import { taskStages } from "../kinds/task-stage";
import { taskResults } from "../kinds/task-result";
import { taskResultOutcomes } from "../kinds/task-result-outcome";

/** Documented time without a report after which a result times out, in seconds. */
const PROGRESS_TIMEOUT_SECONDS = 10 * 60;

/** Documented time after which a result times out in any case, in seconds. */
const TOTAL_TIMEOUT_SECONDS = 60 * 60;

/**
 * How long a run task's access token is valid after the run reached the stage, or after its last report, in seconds.
 * HashiCorp documents 10 minutes, and that a task can report for 60; that a report extends the time is our choice.
 */
const ACCESS_TOKEN_LIFETIME_SECONDS = 10 * 60;

/** A report on a task result. */
export interface TaskResultReport {
  readonly status: TaskResultStatus;
  /** Undefined keeps the current value. */
  readonly message?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/** Records a report. What follows for the stage is in `progress.ts`. */
export function recordReport(
  store: Store,
  result: TaskResultRecord,
  report: TaskResultReport,
  cause: Cause,
  at: number,
): TaskResultRecord {
  const isHeard = cause === "report" || cause === "control";
  const heardAt = isHeard ? at : result.heardAt;
  const isOpen = !isFinal(TASK_RESULT, report.status);
  const stage = store.table(taskStages).expect(result.taskStageId);
  return store.table(taskResults).put({
    ...result,
    ...transition(store, TASK_RESULT, result, report.status, cause, at),
    updatedAt: store.clock.timestamp(at),
    message: report.message === undefined ? result.message : report.message,
    url: report.url === undefined ? result.url : report.url,
    callDue: false,
    heardAt,
    timesOutAt: isOpen ? deadline(stage, heardAt) : null,
  });
}

/**
 * Starts a result when the run reaches its stage: the task can report, can time out, and is sent a request if possible.
 */
export function startResult(
  store: Store,
  result: TaskResultRecord,
  stage: TaskStageRecord,
  callable: boolean,
  at: number,
): void {
  if (isFinal(TASK_RESULT, result.status)) return;
  const callDue = callable && result.status === "pending";
  store.table(taskResults).put({ ...result, callDue, heardAt: at, timesOutAt: deadline(stage, at) });
}

/** The report for a result that timed out. */
export const TIMEOUT_REPORT: TaskResultReport = { status: "errored", message: "Task result timed out." };

/** Whether the result's task can report now. */
export function hasAccess(store: Store, result: TaskResultRecord): boolean {
  return result.heardAt !== null && store.clock.now() < result.heardAt + ACCESS_TOKEN_LIFETIME_SECONDS * 1000;
}

function deadline({ turnAt }: TaskStageRecord, heardAt: number | null): number | null {
  if (turnAt === null || heardAt === null) return null;
  const end = turnAt + TOTAL_TIMEOUT_SECONDS * 1000;
  const silence = heardAt + PROGRESS_TIMEOUT_SECONDS * 1000;
  // A final status can be revised out of band after the deadline.
  return end > heardAt ? Math.min(silence, end) : silence;
}

/** An outcome as a run task reports it. */
export type NewOutcome = Pick<TaskResultOutcomeRecord, "outcomeId" | "description" | "body" | "url" | "labels">;

/**
 * Adds outcomes to a result. An outcome replaces an earlier one with the same `outcome-id` (our choice: undocumented).
 */
export function putOutcomes(store: Store, result: TaskResultRecord, outcomes: readonly NewOutcome[]): void {
  const table = store.table(taskResultOutcomes);
  for (const outcome of outcomes) {
    const earlier = table
      .where("taskResultId", result.id)
      .all()
      .find((it) => it.outcomeId === outcome.outcomeId);
    if (earlier === undefined) create(store, taskResultOutcomes, { ...outcome, taskResultId: result.id });
    else table.put({ ...earlier, ...outcome });
  }
}
