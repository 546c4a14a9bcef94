import { LONGEST_TIMER } from "./deadline";
import { ArgumentError } from "./errors/argument-error";
import { ConnectionError } from "./errors/connection-error";
import { RateLimitedError } from "./errors/rate-limited-error";
import { ServiceError } from "./errors/service-error";
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
  readonly firstDelay: number;
  /**
   * Ceiling of the doubling.
   * @default 10_000
   */
  readonly maxDelay: number;
}

/** With these a service that is down is given up after less than four seconds. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  attempts: 5,
  timeoutAttempts: 2,
  rateLimitedAttempts: 30,
  firstDelay: 250,
  maxDelay: 10_000,
};

/**
 * The policy that holds: what is left out is as in DEFAULT_RETRY_POLICY.
 *
 * @throws ArgumentError for a number of attempts below one, a negative delay, or what is no number: with such, attempts would not end.
 */
export function resolveRetryPolicy(given: Partial<RetryPolicy> = {}): RetryPolicy {
  const chosen = (name: keyof RetryPolicy, least: number): number => {
    const value = given[name] ?? DEFAULT_RETRY_POLICY[name];
    if (Number.isFinite(value) && value >= least && value <= LONGEST_TIMER) return value;
    throw new ArgumentError(`retryPolicy.${name} is a number from ${least} to ${LONGEST_TIMER}; ${value} is not.`);
  };
  return {
    attempts: chosen("attempts", 1),
    timeoutAttempts: chosen("timeoutAttempts", 1),
    rateLimitedAttempts: chosen("rateLimitedAttempts", 1),
    firstDelay: chosen("firstDelay", 0),
    maxDelay: chosen("maxDelay", 0),
  };
}

/** The least and the most added to what a 429 asks to wait, so that programs that wait for the same moment do not all come at once. */
const RATE_LIMIT_MARGIN = { least: 50, most: 300 };

/** What is to be known about a failed attempt to judge whether another makes sense. */
export interface FailedAttempt {
  readonly error: ApiError;
  /** How many attempts failed in this way, this one included. */
  readonly attempts: number;
  /** Whether doing the work twice is the same as doing it once: reads, updates, deletes, moves. */
  readonly repeatable: boolean;
  /** Milliseconds the answer asked to wait. */
  readonly askedToWait: number | undefined;
}

/**
 * Milliseconds until the next attempt; undefined when there is none. A create or an override is tried again only where it is certain that
 * nothing was done.
 *
 * @param random - From 0 up to, but not including, 1.
 */
export function delayBeforeRetry(policy: RetryPolicy, failed: FailedAttempt, random: number): number | undefined {
  if (failed.attempts >= attemptsFor(policy, failed.error)) return undefined;
  if (failed.error.mayHaveBeenDone && !failed.repeatable) return undefined;
  const doubled = Math.min(policy.firstDelay * 2 ** (failed.attempts - 1), policy.maxDelay);
  // Half of it fixed, half of it by chance.
  const backoff = doubled * (0.5 + random / 2);
  if (failed.askedToWait === undefined) return backoff;
  if (failed.error instanceof RateLimitedError) {
    return failed.askedToWait + RATE_LIMIT_MARGIN.least + random * (RATE_LIMIT_MARGIN.most - RATE_LIMIT_MARGIN.least);
  }
  return Math.max(failed.askedToWait, backoff);
}

function attemptsFor(policy: RetryPolicy, error: ApiError): number {
  if (error instanceof RateLimitedError) return policy.rateLimitedAttempts;
  if (error instanceof TimeoutError) return policy.timeoutAttempts;
  if (error instanceof ServiceError) return policy.attempts;
  if (error instanceof ConnectionError && error.reason !== "untrusted" && error.reason !== "proxy")
    return policy.attempts;
  return 1;
}
