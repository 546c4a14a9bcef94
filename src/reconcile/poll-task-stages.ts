import { setTimeout as sleep } from "node:timers/promises";
import type { TaskStageWithIncluded } from "../api";
import { verdictOf, type AdvisoryFailures } from "../model";

type Stages = readonly TaskStageWithIncluded[];

/** Time between two reads, in milliseconds: grows from the first to the last. */
const INITIAL_INTERVAL_MS = 500;
const MAX_INTERVAL_MS = 10_000;

export interface PollOptions {
  /** What failed advisory results mean for the verdict. @default "block" */
  readonly advisoryFailures?: AdvisoryFailures | undefined;
  /** How long to poll, in milliseconds; afterwards the last read is returned. @default no limit */
  readonly timeoutMs?: number | undefined;
  /** Stops polling. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Called with the stages after each read. */
  readonly onPoll?: ((stages: Stages) => void) | undefined;
}

/**
 * Reads the task stages of a run until their verdict is not `pending`. A stage that awaits an override ends polling:
 * that is for a person to decide.
 *
 * @returns the last read; still pending after a timeout.
 */
export async function pollTaskStages(read: () => Promise<Stages>, options: PollOptions = {}): Promise<Stages> {
  const { timeoutMs = Infinity, signal, onPoll, advisoryFailures } = options;
  const deadline = Date.now() + timeoutMs;
  for (let intervalMs = INITIAL_INTERVAL_MS; ; intervalMs = Math.min(intervalMs * 1.5, MAX_INTERVAL_MS)) {
    const stages = await read();
    onPoll?.(stages);
    const left = deadline - Date.now();
    if (verdictOf(stages, advisoryFailures) !== "pending" || left <= 0) return stages;
    await sleep(Math.min(intervalMs, left), undefined, { signal });
  }
}
