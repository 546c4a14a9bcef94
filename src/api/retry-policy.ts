import { MAX_TIMER_MS } from "../timer";
import { ConnectionError, InvalidArgumentError, TimeoutError } from "./errors";
import type { ApiError, ConnectionFailure } from "./errors";
import { RateLimitedError, ServerError } from "./response-errors";

/** How often and after which delay a failed request is retried. */
export interface RetryPolicy {
  /**
   * Attempts, including the first, when the service cannot be reached, breaks the connection, or responds with 5xx or
   * 425.
   * @default 5
   */
  readonly attempts: number;
  /**
   * Attempts, including the first, when the service does not respond in time.
   * @default 2
   */
  readonly timeoutAttempts: number;
  /**
   * Attempts, including the first, when the service responds with 429. High, since other programs share the limit.
   * @default 30
   */
  readonly rateLimitedAttempts: number;
  /**
   * Delay before the second attempt, in milliseconds; doubles with each further one.
   * @default 250
   */
  readonly initialDelayMs: number;
  /**
   * Upper limit of the delay, in milliseconds.
   * @default 10_000
   */
  readonly maxDelayMs: number;
}

/** With these values, a call to a service that is down fails in less than four seconds. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  attempts: 5,
  timeoutAttempts: 2,
  rateLimitedAttempts: 30,
  initialDelayMs: 250,
  maxDelayMs: 10_000,
};

/**
 * The policy with defaults for omitted values.
 *
 * @throws InvalidArgumentError for attempts below one, a negative delay or NaN, with which retries would not end.
 */
export function resolveRetryPolicy(overrides: Partial<RetryPolicy> = {}): RetryPolicy {
  const resolve = (name: keyof RetryPolicy, min: number): number => {
    const value = overrides[name] ?? DEFAULT_RETRY_POLICY[name];
    if (Number.isFinite(value) && value >= min && value <= MAX_TIMER_MS) return value;
    throw new InvalidArgumentError(
      `retryPolicy.${name} must be a number from ${min} to ${MAX_TIMER_MS}, got ${value}.`,
    );
  };
  return {
    attempts: resolve("attempts", 1),
    timeoutAttempts: resolve("timeoutAttempts", 1),
    rateLimitedAttempts: resolve("rateLimitedAttempts", 1),
    initialDelayMs: resolve("initialDelayMs", 0),
    maxDelayMs: resolve("maxDelayMs", 0),
  };
}

/** Added to the wait that a 429 asks for, so that programs that wait for the same moment do not retry all at once. */
const RATE_LIMIT_JITTER_MS = { min: 50, max: 300 };

/** A failed attempt, as the retry decision sees it. */
interface FailedAttempt {
  readonly error: ApiError;
  /** Number of attempts that failed with this kind of error, this one included. */
  readonly attempts: number;
  /** Whether executing the request twice has the same effect as once: read, update, delete, move. */
  readonly idempotent: boolean;
  /** Milliseconds that the response asks to wait. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Milliseconds until the next attempt; undefined when there is none. A create or an override is repeated only when it
 * certainly was not executed.
 *
 * @param random - In the range [0, 1).
 */
export function delayBeforeRetry(policy: RetryPolicy, failed: FailedAttempt, random: number): number | undefined {
  const { error, attempts, idempotent, retryAfterMs } = failed;
  if (attempts >= maxAttempts(policy, error)) return undefined;
  if (error.outcomeUnknown && !idempotent) return undefined;
  const doubled = Math.min(policy.initialDelayMs * 2 ** (attempts - 1), policy.maxDelayMs);
  // Half of the delay is fixed, half is random.
  const backoff = doubled * (0.5 + random / 2);
  if (retryAfterMs === undefined) return backoff;
  if (error instanceof RateLimitedError) {
    const { min, max } = RATE_LIMIT_JITTER_MS;
    return retryAfterMs + min + random * (max - min);
  }
  return Math.max(retryAfterMs, backoff);
}

function maxAttempts(policy: RetryPolicy, error: ApiError): number {
  if (error instanceof RateLimitedError) return policy.rateLimitedAttempts;
  if (error instanceof TimeoutError) return policy.timeoutAttempts;
  if (error instanceof ServerError) return policy.attempts;
  if (error instanceof ConnectionError && !PERMANENT.has(error.reason)) return policy.attempts;
  return 1;
}

/** Failures that a retry does not fix. */
const PERMANENT: ReadonlySet<ConnectionFailure> = new Set(["untrusted", "not-tls", "proxy"]);
