import { setTimeout as sleep } from "node:timers/promises";
import { anySignal } from "../any-signal";
import type { ErrorCode } from "../api";
import { isOutcomeUnknown, OutcomeUnknownError, type UnconfirmedWrite } from "./errors";
import type { OrganizationView } from "./view";

/** Delay between two probes of a write's outcome, in milliseconds: doubles from the first to the last. */
const INITIAL_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;

/** Codes of the client's errors that may pass: their probes are retried until the time is over. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  "server",
  "connection",
  "timeout",
  "deadline-exceeded",
  "rate-limited",
  "unexpected-response",
]);
/**
 * How many probes are sent when the service rejects them: an outage may cause that, but so does a missing permission.
 */
const MAX_REJECTED_PROBES = 5;

/** Reads whether a write was done: returns its result, or undefined when it is not done, or not yet. */
export type Probe<T> = (options: { readonly signal: AbortSignal }) => Promise<T | undefined>;

const DEFAULT_VERIFY_MS = 120_000;
/** After this time a verification is reported. */
const NOTICE_MS = 5_000;

/** One operation with all its writes. What happened to them is verified with one time limit. */
export class Operation {
  readonly #view: OrganizationView;
  /** Undefined until a response is lost. */
  #deadline: number | undefined;

  constructor(view: OrganizationView) {
    this.#view = view;
  }

  /** Whether the time for verifying is over. */
  get hasExpired(): boolean {
    return this.#deadline !== undefined && performance.now() >= this.#deadline;
  }

  /**
   * Finds out whether a write was done whose response was lost. Failing probes are retried, with growing delays, until
   * the time for it is over or the client is stopped.
   *
   * @param error - Of the write.
   * @returns what the probe returned.
   * @throws OutcomeUnknownError when no probe succeeded.
   */
  async verify<T>(write: UnconfirmedWrite, error: unknown, probe: Probe<T>): Promise<T | undefined> {
    const { client, verification } = this.#view;
    const { verifyMs = Math.min(DEFAULT_VERIFY_MS, client.deadlineMs), onVerifying } = verification;
    const begin = performance.now();
    this.#deadline ??= begin + verifyMs;
    const left = Math.max(0, Math.floor(this.#deadline - begin));
    const until = new Date(Date.now() + left);
    // Not AbortSignal.timeout, which cannot be cleared.
    const expiry = new AbortController();
    const timer = setTimeout(() => expiry.abort(), left);
    const notice = left > NOTICE_MS ? setTimeout(() => onVerifying?.(write, until), NOTICE_MS) : undefined;
    const signal = anySignal([expiry.signal, ...(client.stopped === undefined ? [] : [client.stopped])]);
    try {
      return await this.#probeUntil(signal, write, error, probe);
    } finally {
      clearTimeout(timer);
      clearTimeout(notice);
    }
  }

  async #probeUntil<T>(
    signal: AbortSignal,
    write: UnconfirmedWrite,
    error: unknown,
    probe: Probe<T>,
  ): Promise<T | undefined> {
    const aborted = rejectOnAbort(signal, this.#view.client.stopped);
    const isAborted = (): boolean => signal.aborted;
    let failure: unknown;
    for (let probes = 1, delayMs = INITIAL_DELAY_MS; !isAborted(); probes += 1) {
      try {
        return await Promise.race([probe({ signal }), aborted]);
      } catch (reason) {
        // The error of an earlier probe says more than that the time is over.
        if (isAborted()) break;
        failure = reason;
        if (!shouldRetry(reason, probes)) break;
      }
      await sleep(delayMs, undefined, { signal }).catch(() => undefined);
      delayMs = Math.min(2 * delayMs, MAX_DELAY_MS);
    }
    throw new OutcomeUnknownError(write, error, failure ?? (await aborted.catch((reason: unknown) => reason)));
  }

  /**
   * Confirms with a probe that a write which failed was done all the same; see {@link verify}.
   *
   * @returns what the probe returned.
   * @throws the write's error when it is certain that nothing was done; OutcomeUnknownError when the write was not done
   *   at the time of the probe, or that is not known.
   */
  async confirm<T>(write: UnconfirmedWrite, error: unknown, probe: Probe<T>): Promise<T> {
    if (!isOutcomeUnknown(error)) throw error;
    const found = await this.verify(write, error, probe);
    if (found === undefined) throw new OutcomeUnknownError(write, error, undefined);
    return found;
  }
}

function shouldRetry(error: unknown, probes: number): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  if (code === "aborted" || typeof code !== "string") return false;
  return TRANSIENT_CODES.has(code) || probes < MAX_REJECTED_PROBES;
}

/** Rejects when the signal is aborted; the error says why. */
function rejectOnAbort(signal: AbortSignal, stopped: AbortSignal | undefined): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = (): void =>
      reject(new Error(stopped?.aborted === true ? "it was interrupted" : "no read ended in time"));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  // There may be no listener when it rejects.
  aborted.catch(() => undefined);
  return aborted;
}
