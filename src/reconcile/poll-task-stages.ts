import { setTimeout as sleep } from "node:timers/promises";
import { DeadlineExceededError, type CallOptions, type TaskStageWithIncluded } from "../api";
import { verdictOf, type AdvisoryFailures } from "../model";
import { NotReadInTimeError } from "./errors";

type Stages = readonly TaskStageWithIncluded[];

/** Time between two reads, in milliseconds: grows from the initial to the maximum value. */
const INITIAL_INTERVAL_MS = 500;
const MAX_INTERVAL_MS = 10_000;

export interface PollOptions {
  /** Whether failed advisory results affect the verdict. @default "block" */
  readonly advisoryFailures?: AdvisoryFailures | undefined;
  /**
   * How long to poll, in milliseconds, including a read in progress; the last read is then returned.
   * @default no limit
   */
  readonly timeoutMs?: number | undefined;
  /** When `timeoutMs` began, on the clock of `performance.now()`. @default now */
  readonly begin?: number | undefined;
  /** Stops polling. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Called with the stages after each read. */
  readonly onPoll?: ((stages: Stages) => void) | undefined;
}

/**
 * Reads the task stages of a run until their verdict is not `pending`. A stage that awaits an override ends polling,
 * because a person has to decide.
 *
 * @param read - Receives the remaining time.
 * @returns the last read; still pending after a timeout.
 * @throws NotReadInTimeError when no read completed before the timeout.
 */
export async function pollTaskStages(
  read: (options: CallOptions) => Promise<Stages>,
  options: PollOptions = {},
): Promise<Stages> {
  const { timeoutMs = Infinity, begin = performance.now(), signal, onPoll, advisoryFailures } = options;
  const deadline = begin + timeoutMs;
  const left = (): number => deadline - performance.now();
  let last: Stages | undefined;
  for (let intervalMs = INITIAL_INTERVAL_MS; ; intervalMs = Math.min(intervalMs * 1.5, MAX_INTERVAL_MS)) {
    const deadlineMs = Math.max(left(), 1);
    try {
      last = await read({ signal, deadlineMs });
    } catch (error) {
      // An ordinary error if the client's own deadline is shorter.
      if (!(error instanceof DeadlineExceededError) || error.deadlineMs !== deadlineMs) throw error;
      if (last === undefined) throw new NotReadInTimeError("The task stages", timeoutMs, error);
      return last;
    }
    onPoll?.(last);
    if (verdictOf(last, advisoryFailures) !== "pending") return last;
    // Poll more often towards the end, because the last read decides.
    await sleep(Math.min(intervalMs, Math.max(left() / 2, INITIAL_INTERVAL_MS), Math.max(left(), 0)), undefined, {
      signal,
    });
    if (left() <= 0) return last;
  }
}
