import { setTimeout as sleep } from "node:timers/promises";
import { DeadlineExceededError, type ListWithRunOptions, type RunWithTaskStages } from "../api";
import { verdictOf, type VerdictOptions } from "../model";
import { NotReadInTimeError } from "./errors";

/** The warning about a read that found the stages of a run, but not the run itself; undefined if it found both. */
export function missingRun(runId: string, { run }: Pick<RunWithTaskStages, "run">): string | undefined {
  if (run !== undefined) return undefined;
  return `Run ${runId} was not found, although its task stages are listed: whether they have passed decides alone.`;
}

/** Time between two reads, in milliseconds: grows from the initial to the maximum value. */
const INITIAL_INTERVAL_MS = 500;
const MAX_INTERVAL_MS = 10_000;

export interface PollOptions extends VerdictOptions {
  /**
   * How long to poll, in milliseconds, including a read in progress; the last read is then returned.
   * @default no limit
   */
  readonly timeoutMs?: number | undefined;
  /** When `timeoutMs` began, on the clock of `performance.now()`. @default now */
  readonly begin?: number | undefined;
  /** Stops polling. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Called after each read. */
  readonly onPoll?: ((read: RunWithTaskStages) => void) | undefined;
}

/**
 * Reads a run with its task stages until its verdict is not `pending`. A run that awaits an override ends polling,
 * because a person has to decide.
 *
 * @param read - Receives the remaining time, and whether to read the run first: it did not come with its stages before.
 * @returns the last read; still pending after a timeout.
 * @throws NotReadInTimeError when no read completed before the timeout.
 */
export async function pollTaskStages(
  read: (options: ListWithRunOptions) => Promise<RunWithTaskStages>,
  options: PollOptions = {},
): Promise<RunWithTaskStages> {
  const { timeoutMs = Infinity, begin = performance.now(), signal, onPoll } = options;
  const deadline = begin + timeoutMs;
  const left = (): number => deadline - performance.now();
  let last: RunWithTaskStages | undefined;
  for (let intervalMs = INITIAL_INTERVAL_MS; ; intervalMs = Math.min(intervalMs * 1.5, MAX_INTERVAL_MS)) {
    const deadlineMs = Math.max(left(), 1);
    try {
      last = await read({ signal, deadlineMs, readsRunFirst: last?.isRunIncluded === false });
    } catch (error) {
      // An ordinary error if the client's own deadline is shorter.
      if (!(error instanceof DeadlineExceededError) || error.deadlineMs !== deadlineMs) throw error;
      if (last === undefined) throw new NotReadInTimeError("The task stages", timeoutMs, error);
      return last;
    }
    onPoll?.(last);
    if (verdictOf(last, options) !== "pending") return last;
    // Poll more often towards the end, because the last read decides.
    await sleep(Math.min(intervalMs, Math.max(left() / 2, INITIAL_INTERVAL_MS), Math.max(left(), 0)), undefined, {
      signal,
    });
    if (left() <= 0) return last;
  }
}
