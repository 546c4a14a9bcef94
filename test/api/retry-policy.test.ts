import { DEFAULT_RETRY_POLICY, delayBeforeRetry, resolveRetryPolicy } from "../../src/api/retry-policy";
import { ConnectionError, UnprocessableEntityError, RateLimitedError, ServerError, TimeoutError } from "../../src/api";
import type { ApiError, ConnectionFailure } from "../../src/api";
import { FOR_CLIENTS, shows } from "../fidelity";

const request = (outcomeUnknown: boolean) =>
  ({ method: "POST", path: "/api/v2/x", outcomeUnknown, attempts: 1 }) as const;
const response = (status: number) => ({ status, problems: [], requestId: undefined });

const errors = {
  unreachable: connectionError("unreachable", false),
  untrusted: connectionError("untrusted", false),
  notTls: connectionError("not-tls", false),
  broken: connectionError("broken", true),
  timeout: new TimeoutError(request(true), "https://tfe.example.com", 60_000),
  service: new ServerError(request(true), response(502)),
  rateLimited: new RateLimitedError(request(false), response(429), 500),
  invalid: new UnprocessableEntityError(request(false), response(422)),
};

function connectionError(reason: ConnectionFailure, outcomeUnknown: boolean): ConnectionError {
  const service = { address: "https://tfe.example.com", source: "the default" };
  return new ConnectionError(request(outcomeUnknown), service, { reason, cause: new Error("x") });
}

/** How often a request is sent that fails in this way every time. */
function attempts(error: ApiError, idempotent: boolean): number {
  let attempts = 1;
  while (
    delayBeforeRetry(DEFAULT_RETRY_POLICY, { error, attempts, idempotent, retryAfterMs: undefined }, 0) !== undefined
  )
    attempts++;
  return attempts;
}

shows.ourChoice(
  "2026-11",
  "rate-limits: Attempts",
  "30 for 429, as in the Go client; 5 for other failures of the service, 1 for creates.",
  { emulator: FOR_CLIENTS, case: "rateLimited" },
);
shows.case("service", "rate-limits: Attempts");
test.each([
  ["unreachable", 5, 5],
  ["untrusted", 1, 1],
  ["notTls", 1, 1],
  ["broken", 5, 1],
  ["timeout", 2, 1],
  ["service", 5, 1],
  ["rateLimited", 30, 30],
  ["invalid", 1, 1],
] as const)(
  "attempts after %s errors, for what may be done twice, and for a create or an override",
  (kind, idempotent, once) => {
    expect(attempts(errors[kind], true)).toBe(idempotent);
    expect(attempts(errors[kind], false)).toBe(once);
  },
);

test("delays double from 250 ms, half of each random, so that a service that is down fails within four seconds", () => {
  const delays = (random: number) =>
    [1, 2, 3, 4].map((attempts) =>
      delayBeforeRetry(
        DEFAULT_RETRY_POLICY,
        { error: errors.unreachable, attempts, idempotent: true, retryAfterMs: undefined },
        random,
      ),
    );
  expect(delays(0)).toEqual([125, 250, 500, 1000]);
  expect(delays(1)).toEqual([250, 500, 1000, 2000]);
});

test("a policy may have each value from its least, 1 attempt and no delay, to the longest delay of a timer", () => {
  const max = 2 ** 31 - 1;
  const least = { attempts: 1, timeoutAttempts: 1, rateLimitedAttempts: 1, initialDelayMs: 0, maxDelayMs: 0 };
  const most = Object.fromEntries(Object.keys(least).map((name) => [name, max]));
  expect(resolveRetryPolicy(least)).toEqual(least);
  expect(resolveRetryPolicy(most)).toEqual(most);
  expect(() => resolveRetryPolicy({ attempts: 0 })).toThrow(
    "retryPolicy.attempts must be a number from 1 to 2147483647, got 0.",
  );
  expect(() => resolveRetryPolicy({ maxDelayMs: max + 1 })).toThrow(
    "retryPolicy.maxDelayMs must be a number from 0 to 2147483647, got 2147483648.",
  );
});

test("the delay has an upper limit", () => {
  const policy = { ...DEFAULT_RETRY_POLICY, attempts: 100 };
  const failed = { error: errors.service, attempts: 50, idempotent: true, retryAfterMs: undefined };
  expect(delayBeforeRetry(policy, failed, 1)).toBe(policy.maxDelayMs);
});

test("the requested wait is respected, after a 429 with jitter", () => {
  const failed = { attempts: 1, idempotent: true, retryAfterMs: 3000 };
  expect(delayBeforeRetry(DEFAULT_RETRY_POLICY, { error: errors.service, ...failed }, 0.5)).toBe(3000);
  expect(delayBeforeRetry(DEFAULT_RETRY_POLICY, { error: errors.rateLimited, ...failed }, 0)).toBe(3050);
  expect(delayBeforeRetry(DEFAULT_RETRY_POLICY, { error: errors.rateLimited, ...failed }, 1)).toBe(3300);
});
