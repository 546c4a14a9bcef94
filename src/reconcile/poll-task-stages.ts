import { setTimeout as sleep } from "node:timers/promises";
import type { TaskStageWithIncluded } from "../api";
import { verdictOf, type AdvisoryFailures } from "../model";

type Stages = readonly TaskStageWithIncluded[];

/** Time between two looks at a run that is waited for, in milliseconds: grows from the first to the last. */
const INITIAL_INTERVAL_MS = 500;
const MAX_INTERVAL_MS = 10_000;

/** How a run is waited for. */
export interface PollOptions {
  /** What failed advisory results mean for the verdict. @default "block" */
  readonly advisoryFailures?: AdvisoryFailures | undefined;
  /** Milliseconds; after them the wait ends with what there is then. @default without end */
  readonly timeoutMs?: number | undefined;
  /** Ends the wait with its reason. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Told what was seen at each look. */
  readonly onPoll?: ((stages: Stages) => void) | undefined;
}

/**
 * Looks at the task stages of a run until the verdict over them is not `pending`. A stage that awaits an override is not waited for: that is
 * for a person to decide.
 *
 * @returns what was seen last; still pending when the time was over.
 */
export async function pollTaskStages(read: () => Promise<Stages>, options: PollOptions = {}): Promise<Stages> {
  const { timeoutMs: timeout = Infinity, signal, onPoll: onLook, advisoryFailures } = options;
  const deadline = Date.now() + timeout;
  for (let intervalMs = INITIAL_INTERVAL_MS; ; intervalMs = Math.min(intervalMs * 1.5, MAX_INTERVAL_MS)) {
    const stages = await read();
    onLook?.(stages);
    const left = deadline - Date.now();
    if (verdictOf(stages, advisoryFailures) !== "pending" || left <= 0) return stages;
    await sleep(Math.min(intervalMs, left), undefined, { signal });
  }
}
