import type { TaskResultStatus } from "../../model";
import { transition } from "./status-change";
import type { TaskResultRecord, TaskStageRecord } from "./records";
import type { Cause } from "./transitions";
import { isFinal, TASK_RESULT } from "./transitions";
import type { Store } from "./store";

/** A result times out when its run task says nothing for this long, in seconds (facts, section 6.2). */
export const PROGRESS_TIMEOUT_SECONDS = 10 * 60;

/** A result times out when its run task has not come to an end after this long, in seconds, whatever it says (facts, section 6.2). */
export const TOTAL_TIMEOUT_SECONDS = 60 * 60;

/**
 * How long a task's access token lives after the run came to its stage, or after its last report, in seconds. Documented are 10 minutes of
 * life and a demand for reports during 60 (facts, section 6.3); that a report prolongs it is the emulator's choice.
 */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 10 * 60;

/** What a run task says of its progress. */
export interface TaskResultReport {
  readonly status: TaskResultStatus;
  /** What is undefined stays as it is. */
  readonly message?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/** Takes down how a result stands. Its stage is to follow. */
export function recordReport(
  store: Store,
  result: TaskResultRecord,
  report: TaskResultReport,
  cause: Cause,
  at = store.clock.now(),
): TaskResultRecord {
  const isHeard = cause === "report" || cause === "control";
  const heardAt = isHeard ? at : result.heardAt;
  const isOpen = !isFinal(TASK_RESULT, report.status);
  const stage = store.taskStages.expect(result.taskStageId);
  return store.taskResults.put({
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

/** The run comes to the result's stage: from now on its task may report, must not take too long, and is called if it can be. */
export function startResult(
  store: Store,
  result: TaskResultRecord,
  stage: TaskStageRecord,
  callable: boolean,
  at: number,
): void {
  if (isFinal(TASK_RESULT, result.status)) return;
  const callDue = callable && result.status === "pending";
  store.taskResults.put({ ...result, callDue, heardAt: at, timesOutAt: deadline(stage, at) });
}

/** What is to be said of a result that waited for too long. */
export function timeoutReport(store: Store, result: TaskResultRecord, at: number): TaskResultReport {
  const { turnAt } = store.taskStages.expect(result.taskStageId);
  const isTotal = turnAt !== null && at >= turnAt + TOTAL_TIMEOUT_SECONDS * 1000;
  const message = isTotal
    ? `Timed out: the run task did not end within ${TOTAL_TIMEOUT_SECONDS / 60} minutes.`
    : `Timed out: the run task reported no progress within ${PROGRESS_TIMEOUT_SECONDS / 60} minutes.`;
  return { status: "errored", message };
}

/** Whether the result's task may report now. */
export function hasAccess(store: Store, result: TaskResultRecord): boolean {
  return result.heardAt !== null && store.clock.now() < result.heardAt + ACCESS_TOKEN_LIFETIME_SECONDS * 1000;
}

function deadline({ turnAt }: TaskStageRecord, heardAt: number | null): number | null {
  if (turnAt === null || heardAt === null) return null;
  const end = turnAt + TOTAL_TIMEOUT_SECONDS * 1000;
  const silence = heardAt + PROGRESS_TIMEOUT_SECONDS * 1000;
  // Control may take back a final word when the end is already past.
  return end > heardAt ? Math.min(silence, end) : silence;
}
