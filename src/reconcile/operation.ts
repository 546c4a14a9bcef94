import { setTimeout as sleep } from "node:timers/promises";
import { anySignal } from "../any-signal";
import type { ErrorCode } from "../api";
import { isOutcomeUnknown, OutcomeUnknownError, type UnconfirmedWrite } from "./errors";
import type { OrganizationView } from "./view";

/** Time between two looks at what became of a write, in milliseconds: doubles from the first to the last. */
const INITIAL_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;

/** Failures that pass by themselves, by the codes of the client's errors: they are waited out for as long as the operation may take. */
const TRANSIENT_CODES = new Set<string>([
  "server",
  "connection",
  "timeout",
  "deadline-exceeded",
  "rate-limited",
  "unexpected-response",
] satisfies ErrorCode[]);
/** How often in all it is looked where the service says no: an outage may look like that, and a right that was taken away does not come back. */
const MAX_REJECTED_PROBES = 5;

/** One operation with all its requests and waits: together they may take as long as one call of the client, `deadlineMs`. */
export class Operation {
  readonly #view: OrganizationView;
  readonly #end: number;

  /** Its time begins now. */
  constructor(view: OrganizationView) {
    this.#view = view;
    this.#end = performance.now() + view.client.deadlineMs;
  }

  /** Whether its time is over. */
  get hasExpired(): boolean {
    return performance.now() >= this.#end;
  }

  /**
   * Finds out what became of a write whose answer was lost: looks, with growing pauses while looking fails, until the operation's time is over or
   * the client is stopped.
   *
   * @param error - Of the write.
   * @param probe - Gives what the write made of the world; undefined when it is not, or not yet, done.
   * @returns what `look` gave.
   * @throws OutcomeUnknownError when looking failed to the end.
   */
  async verify<T>(write: UnconfirmedWrite, error: unknown, probe: Probe<T>): Promise<T | undefined> {
    const left = Math.max(0, Math.floor(this.#end - performance.now()));
    const { stopped } = this.#view.client;
    // Not AbortSignal.timeout, which cannot be cleared.
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), left);
    const signal = anySignal([over.signal, ...(stopped === undefined ? [] : [stopped])]);
    try {
      return await this.#lookUntil(signal, write, error, probe);
    } finally {
      clearTimeout(timer);
    }
  }

  async #lookUntil<T>(
    signal: AbortSignal,
    write: UnconfirmedWrite,
    error: unknown,
    look: Probe<T>,
  ): Promise<T | undefined> {
    const ended = rejectOnAbort(signal, this.#view.client.stopped);
    const isEnded = (): boolean => signal.aborted;
    let failure: unknown;
    for (let looks = 1, pause = INITIAL_DELAY_MS; !isEnded(); looks += 1, pause = Math.min(2 * pause, MAX_DELAY_MS)) {
      try {
        return await Promise.race([look({ signal }), ended]);
      } catch (reason) {
        // That the time was over tells less than why the look before failed.
        if (isEnded()) break;
        failure = reason;
        if (!shouldRetry(reason, looks)) break;
      }
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
    throw new OutcomeUnknownError(write, error, failure ?? (await ended.catch((reason: unknown) => reason)));
  }

  /**
   * Finds out, as {@link verify}, whether a write that ended with an error was done all the same.
   *
   * @returns what `look` gave.
   * @throws the error itself when it is certain that nothing was done; OutcomeUnknownError when it was not done when it was looked up, or that
   *   could not be told.
   */
  async confirm<T>(write: UnconfirmedWrite, error: unknown, probe: Probe<T>): Promise<T> {
    if (!isOutcomeUnknown(error)) throw error;
    const found = await this.verify(write, error, probe);
    if (found === undefined) throw new OutcomeUnknownError(write, error, undefined);
    return found;
  }
}

/** Looks at the world as it is now. */
export type Probe<T> = (options: { readonly signal: AbortSignal }) => Promise<T | undefined>;

function shouldRetry(error: unknown, attempts: number): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  if (code === "aborted" || typeof code !== "string") return false;
  return TRANSIENT_CODES.has(code) || attempts < MAX_REJECTED_PROBES;
}

/** Rejects with the reason in words when the signal is aborted. */
function rejectOnAbort(signal: AbortSignal, stopped: AbortSignal | undefined): Promise<never> {
  const end = new Promise<never>((_, reject) => {
    const tell = (): void =>
      reject(new Error(stopped?.aborted === true ? "it was stopped" : "the time for the operation was over"));
    if (signal.aborted) tell();
    else signal.addEventListener("abort", tell, { once: true });
  });
  // Nobody may be waiting for it when it comes.
  end.catch(() => undefined);
  return end;
}
