import { setTimeout as sleep } from "node:timers/promises";
import { anySignal } from "../any-signal";
import { Attempt } from "./attempt";
import type { ApiRequest, AttemptOptions, Outcome } from "./attempt";
import { Deadline } from "./deadline";
import type { Document } from "./document";
import { AbortedError, InvalidArgumentError } from "./errors";
import type { RequestError } from "./errors";
import { redactToken } from "./redact";
import { RateLimitedError } from "./response-errors";
import { delayBeforeRetry } from "./retry-policy";
import type { RetryPolicy } from "./retry-policy";
import type { HttpResponse } from "./transport";

/** Options of every operation, its last argument. */
export interface CallOptions {
  /** Aborts the operation, also while it waits; it then rejects with an AbortedError. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Time limit for the whole operation, in milliseconds; cannot extend the client's.
   * @default - `deadlineMs` of the client
   */
  readonly deadlineMs?: number | undefined;
}

/** Options for a request within a call, whose deadline it shares. */
export interface CallContext extends CallOptions {
  readonly deadline: Deadline;
}

interface RequestExecutorOptions extends AttemptOptions {
  readonly retryPolicy: RetryPolicy;
  /** Time limit of each call, in milliseconds. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  /** Aborts waits, but not requests in flight. */
  readonly shutdownSignal: AbortSignal | undefined;
}

/**
 * Executes requests: applies the rate limit, retries and deadline, calls the observer, and converts failures to errors.
 */
export class RequestExecutor {
  readonly #options: RequestExecutorOptions;

  constructor(options: RequestExecutorOptions) {
    this.#options = options;
  }

  /** For work between requests. @throws AbortedError, for this path, when a signal was aborted. */
  throwIfAborted(path: string, options: CallOptions | undefined): void {
    const aborted = [this.#options.signal, options?.signal].find((signal) => signal?.aborted);
    if (aborted === undefined) return;
    const request = {
      method: "GET",
      path: redactToken(`/api/v2${path}`, this.#options.credentials.token),
      outcomeUnknown: false,
      attempts: 0,
    } as const;
    throw new AbortedError(request, aborted.reason);
  }

  /**
   * Runs several requests as one operation with one deadline. Within another call, it shares that call's deadline.
   *
   * @throws InvalidArgumentError when `deadlineMs` is not greater than 0.
   */
  async call<T>(options: CallOptions | undefined, work: (context: CallContext) => Promise<T>): Promise<T> {
    if (isCallContext(options)) return work(options);
    const { deadlineMs = Infinity } = options ?? {};
    if (!(deadlineMs > 0)) throw new InvalidArgumentError(`deadlineMs must be greater than 0, got ${deadlineMs}.`);
    const deadline = new Deadline(Math.min(deadlineMs, this.#options.deadlineMs));
    try {
      return await work({ signal: options?.signal, deadline });
    } finally {
      deadline.clear();
    }
  }

  /** Sends the request and applies `read` to the document in the response (empty without a body). */
  async request<T>(request: ApiRequest, options: CallOptions | undefined, read: (document: Document) => T): Promise<T> {
    return this.call(options, (context) => this.#send(request, context, (attempt) => attempt.run(read)));
  }

  /** Sends the request, and returns the response whatever its status. @throws ServerError after the last retry */
  async exchange(request: ApiRequest, options: CallOptions | undefined): Promise<HttpResponse> {
    return this.call(options, (context) => this.#send(request, context, (attempt) => attempt.exchange()));
  }

  async #send<T>(
    request: ApiRequest,
    context: CallContext,
    run: (attempt: Attempt) => Promise<Outcome<T>>,
  ): Promise<T> {
    const { limiter, retryPolicy } = this.#options;
    const { deadline } = context;
    const signal = combine(deadline.signal, this.#options.signal, context.signal);
    const waitSignal = combine(signal, this.#options.shutdownSignal);
    const signals = { deadline, signal, waitSignal };
    const failuresByCode = new Map<string, number>();
    let lastFailure: RequestError | undefined;
    for (let number = 1; ; number++) {
      const outcome = await run(new Attempt(this.#options, request, signals, number, lastFailure));
      if ("value" in outcome) return outcome.value;
      const { error, retryAfterMs } = outcome;
      lastFailure = error;
      const attempts = (failuresByCode.get(error.code) ?? 0) + 1;
      failuresByCode.set(error.code, attempts);
      const failed = { error, attempts, idempotent: request.idempotent, retryAfterMs };
      const delayMs = delayBeforeRetry(retryPolicy, failed, Math.random());
      if (delayMs === undefined) throw error;
      if (error instanceof RateLimitedError) limiter.pause(delayMs);
      else
        await sleep(delayMs, undefined, { signal: waitSignal }).catch(() =>
          Promise.reject(new Attempt(this.#options, request, signals, number + 1, error).abortedBeforeSend()),
        );
    }
  }
}

function isCallContext(options: CallOptions | undefined): options is CallContext {
  return options !== undefined && "deadline" in options && options.deadline instanceof Deadline;
}

/**
 * A signal for one call, aborted with the first of these. Wraps even a single shared signal, since Node.js warns about
 * signals with many listeners.
 */
function combine(ofThisCall: AbortSignal, ...shared: readonly (AbortSignal | undefined)[]): AbortSignal {
  const set = shared.filter((signal) => signal !== undefined);
  return set.length === 0 ? ofThisCall : anySignal([ofThisCall, ...set]);
}
