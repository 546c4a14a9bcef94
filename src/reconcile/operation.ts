import { setTimeout as sleep } from "node:timers/promises";
import { anySignal } from "../any-signal";
import type { ErrorCode } from "../api";
import { isOutcomeUnknown, OutcomeUnknownError, type UnconfirmedWrite } from "./errors";
import type { OrganizationView } from "./view";

/** Delay between two probes of a write's outcome, in milliseconds: doubles from the initial to the maximum value. */
const INITIAL_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;

/** Codes of transient client errors: probes that fail with them are retried until the time limit. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  "server",
  "connection",
  "timeout",
  "deadline-exceeded",
  "rate-limited",
  "unexpected-response",
]);
/**
 * How many probes are sent if the service rejects them, because of an outage or of a missing permission.
 */
const MAX_REJECTED_PROBES = 5;

/** Reads the result of a write; undefined while it has had no effect. */
export type Probe<T> = (options: { readonly signal: AbortSignal }) => Promise<T | undefined>;

const DEFAULT_VERIFY_MS = 120_000;
/** How long a verification takes before it is reported. */
const NOTICE_MS = 5_000;

/** One operation with all its writes, which share one time limit for verification. */
export class Operation {
  readonly #view: OrganizationView;
  /** Undefined until a response is lost. */
  #deadline: number | undefined;

  constructor(view: OrganizationView) {
    this.#view = view;
  }

  /** Whether the time limit for verification has passed. */
  get hasExpired(): boolean {
    return this.#deadline !== undefined && performance.now() >= this.#deadline;
  }

  /**
   * Verifies the outcome of a write whose response was lost. Retries failed probes, with growing delays, until the time
   * limit, or until the client is stopped.
   *
   * @param error - The error of the write.
   * @returns the result of the probe.
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
        // Keep the error of an earlier probe: it says more than that the time limit has passed.
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
   * Confirms with a probe that a failed write took effect nevertheless: see {@link verify}.
   *
   * @returns what the probe returned.
   * @throws the write's error if it certainly had no effect; OutcomeUnknownError if it had none at the time of the
   *   probe, or if that is unknown.
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

/** Rejects when the signal is aborted. The caller handles the rejection before it awaits anything else. */
function rejectOnAbort(signal: AbortSignal, stopped: AbortSignal | undefined): Promise<never> {
  return new Promise<never>((_, reject) => {
    const onAbort = (): void =>
      reject(new Error(stopped?.aborted === true ? "it was interrupted" : "no read completed in time"));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}
