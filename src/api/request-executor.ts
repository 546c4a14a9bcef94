import { setTimeout as sleep } from "node:timers/promises";
import { anySignal } from "../any-signal";
import { Attempt } from "./attempt";
import type { ApiRequest, AttemptOptions, Outcome } from "./attempt";
import { Deadline } from "./deadline";
import type { Document } from "./document";
import { AbortedError } from "./errors/aborted-error";
import { RateLimitedError } from "./errors/rate-limited-error";
import type { RequestError } from "./errors/request-error";
import { redactToken } from "./redact";
import { delayBeforeRetry } from "./retry-policy";
import type { RetryPolicy } from "./retry-policy";

/** What every operation takes as its last argument. */
export interface CallOptions {
  /** Ends the operation, also while it waits; it then rejects with an AbortedError. */
  readonly signal?: AbortSignal | undefined;
}

/** The options of what belongs to a call that has begun, and shares its deadline. */
export interface CallContext extends CallOptions {
  readonly deadline: Deadline;
}

export interface RequestExecutorOptions extends AttemptOptions {
  readonly retryPolicy: RetryPolicy;
  /** Milliseconds that each call may take. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  /** Ends waits, but no request that is under way. */
  readonly shutdownSignal: AbortSignal | undefined;
}

/**
 * Sends requests one way: through the limiter, with further attempts, until the deadline, observed, and with every failure as an error of this
 * client.
 */
export class RequestExecutor {
  readonly #parts: RequestExecutorOptions;

  constructor(options: RequestExecutorOptions) {
    this.#parts = options;
  }

  /** @throws AbortedError when a signal has ended what reads this path: for work between requests. */
  throwIfAborted(path: string, options: CallOptions | undefined): void {
    const aborted = [this.#parts.signal, options?.signal].find((each) => each?.aborted);
    if (aborted === undefined) return;
    const request = {
      method: "GET",
      path: redactToken(`/api/v2${path}`, this.#parts.credentials.token),
      outcomeUnknown: false,
      attempts: 0,
    } as const;
    throw new AbortedError(request, aborted.reason);
  }

  /** An operation of several requests, which have one deadline together. Within another it is a part of that one. */
  async call<T>(options: CallOptions | undefined, work: (ongoing: CallContext) => Promise<T>): Promise<T> {
    if (isCallContext(options)) return work(options);
    const deadline = new Deadline(this.#parts.deadlineMs);
    try {
      return await work({ signal: options?.signal, deadline });
    } finally {
      deadline.clear();
    }
  }

  /** Sends the request and gives what `read` makes of the document; for an answer without a body, of an empty one. */
  async request<T>(request: ApiRequest, options: CallOptions | undefined, read: (document: Document) => T): Promise<T> {
    return this.call(options, (ongoing) => this.#send(request, ongoing, read));
  }

  async #send<T>(request: ApiRequest, { signal, deadline }: CallContext, read: (document: Document) => T): Promise<T> {
    const ending = anyOf(deadline.signal, this.#parts.signal, signal);
    const waitSignal = anyOf(ending, this.#parts.shutdownSignal);
    const ends = { deadline, signal: ending, waitSignal };
    const failures = new Map<string, number>();
    let last: RequestError | undefined;
    for (let attempts = 1; ; attempts++) {
      const outcome: Outcome<T> = await new Attempt(this.#parts, request, ends, attempts, last).run(read);
      if ("value" in outcome) return outcome.value;
      const { error } = outcome;
      last = error;
      const alike = (failures.get(error.code) ?? 0) + 1;
      failures.set(error.code, alike);
      const { idempotent } = request;
      const failed = { error, attempts: alike, idempotent, retryAfterMs: outcome.retryAfterMs };
      const delay = delayBeforeRetry(this.#parts.retryPolicy, failed, Math.random());
      if (delay === undefined) throw error;
      if (error instanceof RateLimitedError) this.#parts.limiter.pause(delay);
      else
        await sleep(delay, undefined, { signal: waitSignal }).catch(() =>
          Promise.reject(new Attempt(this.#parts, request, ends, attempts + 1, error).abortedBeforeSend()),
        );
    }
  }
}

function isCallContext(options: CallOptions | undefined): options is CallContext {
  return options !== undefined && "deadline" in options && options.deadline instanceof Deadline;
}

/**
 * One signal for this call, aborted with the first of these. Of those that others may share, another is made also where it is the only one:
 * Node warns of a signal that many listen to.
 */
function anyOf(ofThisCall: AbortSignal, ...shared: readonly (AbortSignal | undefined)[]): AbortSignal {
  const given = shared.filter((signal) => signal !== undefined);
  return given.length === 0 ? ofThisCall : anySignal([ofThisCall, ...given]);
}
