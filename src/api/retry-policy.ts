import { MAX_TIMER_MS } from "./deadline";
import { InvalidArgumentError } from "./errors/argument-error";
import { ConnectionError } from "./errors/connection-error";
import { RateLimitedError } from "./errors/rate-limited-error";
import { ServerError } from "./errors/service-error";
import { TimeoutError } from "./errors/timeout-error";
import type { ApiError } from "./errors/api-error";

/** How often and after how long a failed request is sent again. Times are in milliseconds. */
export interface RetryPolicy {
  /**
   * Attempts when the service cannot be reached, breaks the connection, or answers 5xx or 425; the first included.
   * @default 5
   */
  readonly attempts: number;
  /**
   * Attempts when the service does not answer in time; the first included.
   * @default 2
   */
  readonly timeoutAttempts: number;
  /**
   * Attempts when the service answers 429; the first included. Higher, because it is other programs that the wait is for.
   * @default 30
   */
  readonly rateLimitedAttempts: number;
  /**
   * Delay before the second attempt; doubles with each further one.
   * @default 250
   */
  readonly initialDelayMs: number;
  /**
   * Ceiling of the doubling.
   * @default 10_000
   */
  readonly maxDelayMs: number;
}

/** With these a service that is down is given up after less than four seconds. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  attempts: 5,
  timeoutAttempts: 2,
  rateLimitedAttempts: 30,
  initialDelayMs: 250,
  maxDelayMs: 10_000,
};

/**
 * The policy that holds: what is left out is as in DEFAULT_RETRY_POLICY.
 *
 * @throws ArgumentError for a number of attempts below one, a negative delay, or what is no number: with such, attempts would not end.
 */
export function resolveRetryPolicy(overrides: Partial<RetryPolicy> = {}): RetryPolicy {
  const resolve = (name: keyof RetryPolicy, least: number): number => {
    const value = overrides[name] ?? DEFAULT_RETRY_POLICY[name];
    if (Number.isFinite(value) && value >= least && value <= MAX_TIMER_MS) return value;
    throw new InvalidArgumentError(
      `retryPolicy.${name} is a number from ${least} to ${MAX_TIMER_MS}; ${value} is not.`,
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

/** The least and the most added to what a 429 asks to wait, so that programs that wait for the same moment do not all come at once. */
const RATE_LIMIT_JITTER_MS = { least: 50, most: 300 };

/** What is to be known about a failed attempt to judge whether another makes sense. */
export interface FailedAttempt {
  readonly error: ApiError;
  /** How many attempts failed in this way, this one included. */
  readonly attempts: number;
  /** Whether doing the work twice is the same as doing it once: reads, updates, deletes, moves. */
  readonly idempotent: boolean;
  /** Milliseconds the answer asked to wait. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Milliseconds until the next attempt; undefined when there is none. A create or an override is tried again only where it is certain that
 * nothing was done.
 *
 * @param random - From 0 up to, but not including, 1.
 */
export function delayBeforeRetry(policy: RetryPolicy, failed: FailedAttempt, random: number): number | undefined {
  if (failed.attempts >= attemptsFor(policy, failed.error)) return undefined;
  if (failed.error.outcomeUnknown && !failed.idempotent) return undefined;
  const doubled = Math.min(policy.initialDelayMs * 2 ** (failed.attempts - 1), policy.maxDelayMs);
  // Half of it fixed, half of it by chance.
  const backoff = doubled * (0.5 + random / 2);
  if (failed.retryAfterMs === undefined) return backoff;
  if (failed.error instanceof RateLimitedError) {
    return (
      failed.retryAfterMs +
      RATE_LIMIT_JITTER_MS.least +
      random * (RATE_LIMIT_JITTER_MS.most - RATE_LIMIT_JITTER_MS.least)
    );
  }
  return Math.max(failed.retryAfterMs, backoff);
}

function attemptsFor(policy: RetryPolicy, error: ApiError): number {
  if (error instanceof RateLimitedError) return policy.rateLimitedAttempts;
  if (error instanceof TimeoutError) return policy.timeoutAttempts;
  if (error instanceof ServerError) return policy.attempts;
  if (error instanceof ConnectionError && error.reason !== "untrusted" && error.reason !== "proxy")
    return policy.attempts;
  return 1;
}
