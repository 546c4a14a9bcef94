import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceAddress } from "./address";
import type { Credentials } from "./credentials";
import { MalformedDocument, parseDocument } from "./document";
import type { Document } from "./document";
import { errorFromAnswer, failedResponse } from "./error-from-answer";
import { AbortedError } from "./errors/aborted-error";
import { ConnectionError } from "./errors/connection-error";
import { NotFoundError } from "./errors/not-found-error";
import { RateLimitedError } from "./errors/rate-limited-error";
import type { FailedRequest, Method, RequestError } from "./errors/request-error";
import { TimeoutError } from "./errors/timeout-error";
import { UnexpectedResponseError } from "./errors/unexpected-response-error";
import type { Proxy } from "./proxy";
import { askedToWait } from "./rate-limiter";
import type { RateLimiter } from "./rate-limiter";
import type { RequestObserver } from "./request-observer";
import { queryText } from "./request-path";
import type { Query } from "./request-path";
import { delayBeforeRetry } from "./retry-policy";
import type { RetryPolicy } from "./retry-policy";
import type { Answer, Transport } from "./transport";
import { TransportFailure } from "./transport-failure";

/** What every operation takes as its last argument. */
export interface CallOptions {
  /** Ends the operation, also while it waits; it then rejects with an AbortedError. */
  readonly signal?: AbortSignal | undefined;
}

/** One request of the interface. */
export interface ApiRequest {
  readonly method: Method;
  /** Below `/api/v2`, encoded; see `requestPath`. */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** False for what must not be done twice: a create, an override. */
  readonly repeatable: boolean;
}

/** Sends requests one way: through the limiter, with further attempts, observed, and with every failure as an error of this client. */
export class Connection {
  readonly #parts: ConnectionParts;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  /** @throws AbortedError when a signal has ended what reads this path: for work between requests. */
  refuseIfAborted(path: string, options: CallOptions | undefined): void {
    const aborted = [this.#parts.signal, options?.signal].find((each) => each?.aborted);
    if (aborted === undefined) return;
    const request = {
      method: "GET",
      path: withoutToken(`/api/v2${path}`, this.#parts),
      mayHaveBeenDone: false,
      attempts: 0,
    } as const;
    throw new AbortedError(request, aborted.reason);
  }

  /** Sends the request and gives what `read` makes of the document; for an answer without a body, of an empty one. */
  async request<T>(request: ApiRequest, options: CallOptions | undefined, read: (document: Document) => T): Promise<T> {
    const signal = anyOf(this.#parts.signal, options?.signal);
    const waitSignal = anyOf(signal, this.#parts.stopSignal);
    const failures = new Map<string, number>();
    let mayHaveBeenDone = false;
    for (let attempts = 1; ; attempts++) {
      const attempt: Attempt = new Attempt(this.#parts, request, attempts, mayHaveBeenDone);
      const outcome: Outcome<T> = await attempt.run(signal, waitSignal, read);
      if ("value" in outcome) return outcome.value;
      const { error } = outcome;
      // The attempt whose answer was lost has deleted it: that is what was asked.
      if (request.method === "DELETE" && error instanceof NotFoundError && mayHaveBeenDone)
        return read(parseDocument(undefined));
      mayHaveBeenDone = error.mayHaveBeenDone;
      const alike = (failures.get(error.code) ?? 0) + 1;
      failures.set(error.code, alike);
      const { repeatable } = request;
      const failed = { error, attempts: alike, repeatable, askedToWait: outcome.askedToWait };
      const delay = delayBeforeRetry(this.#parts.retryPolicy, failed, Math.random());
      if (delay === undefined) throw error;
      if (error instanceof RateLimitedError) this.#parts.limiter.pause(delay);
      else
        await sleep(delay, undefined, { signal: waitSignal }).catch(() =>
          Promise.reject(attempt.aborted(waitSignal, error.mayHaveBeenDone)),
        );
    }
  }
}

/** Also of one signal another is made: Node warns of a signal that many listen to, and many requests may share one. */
function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length === 0 ? undefined : AbortSignal.any(given);
}

export interface ConnectionParts {
  readonly address: ServiceAddress;
  readonly proxy: Proxy | undefined;
  readonly credentials: Credentials;
  readonly transport: Transport;
  readonly limiter: RateLimiter;
  readonly retryPolicy: RetryPolicy;
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  /** Ends waits, but no request that is under way. */
  readonly stopSignal: AbortSignal | undefined;
  readonly observer: RequestObserver | undefined;
}

type Outcome<T> =
  | { readonly value: T }
  | {
      readonly error: RequestError;
      /** Milliseconds. */
      readonly askedToWait: number | undefined;
    };

/** One sending of a request. */
class Attempt {
  readonly #parts: ConnectionParts;
  readonly #request: ApiRequest;
  readonly #number: number;
  readonly #path: string;
  /** Whether an earlier attempt may have done the work. */
  readonly #mayHaveBeenDoneBefore: boolean;

  constructor(parts: ConnectionParts, request: ApiRequest, number: number, mayHaveBeenDoneBefore: boolean) {
    this.#parts = parts;
    this.#request = request;
    this.#number = number;
    this.#path = `/api/v2${request.path}`;
    this.#mayHaveBeenDoneBefore = mayHaveBeenDoneBefore;
  }

  async run<T>(
    signal: AbortSignal | undefined,
    waitSignal: AbortSignal | undefined,
    read: (document: Document) => T,
  ): Promise<Outcome<T>> {
    const place = await this.#parts.limiter.acquire(waitSignal).catch(() => undefined);
    if (place === undefined) return { error: this.aborted(waitSignal, false), askedToWait: undefined };
    const begin = performance.now();
    let answer: Answer | undefined;
    let outcome: Outcome<T>;
    try {
      const { method, query, body, repeatable } = this.#request;
      const target = `${this.#path}${queryText(query ?? {})}`;
      const message = { method, target, body, mayReuseConnection: repeatable };
      answer = await this.#parts.transport.exchange(message, signal);
      this.#parts.limiter.learn(answer);
      outcome = this.#read(answer, read);
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      outcome = { error: this.#transportError(error, signal), askedToWait: undefined };
    } finally {
      place.release();
    }
    this.#observe(answer, performance.now() - begin, "error" in outcome ? outcome.error : undefined);
    return outcome;
  }

  /** The caller's signal ended the work before this sending, or after it. */
  aborted(signal: AbortSignal | undefined, uncertain: boolean): AbortedError {
    return new AbortedError(this.#failed(uncertain), signal?.reason);
  }

  #read<T>(answer: Answer, read: (document: Document) => T): Outcome<T> {
    if (answer.status < 200 || answer.status > 299) {
      const wait = askedToWait(answer);
      const { credentials, address } = this.#parts;
      const context = { credentials: { source: credentials.source, host: address.host }, askedToWait: wait };
      const uncertain = answer.status >= 500;
      return { error: errorFromAnswer(answer, this.#failed(uncertain), context), askedToWait: wait };
    }
    let body: unknown;
    try {
      body = answer.body === "" ? undefined : JSON.parse(answer.body);
    } catch {
      return { error: this.#notJson(answer), askedToWait: undefined };
    }
    try {
      return { value: read(parseDocument(body)) };
    } catch (error) {
      if (!(error instanceof MalformedDocument)) throw error;
      return { error: this.#unexpected(error.message, answer), askedToWait: undefined };
    }
  }

  /** What claims to be JSON and is not was cut short on its way; anything else comes from another kind of server. */
  #notJson(answer: Answer): RequestError {
    if (!/\bjson\b/.test(answer.header("content-type") ?? ""))
      return this.#unexpected("it is no JSON document", answer);
    return this.#connectionError({ reason: "broken", cause: new Error("the answer was cut short") });
  }

  #unexpected(reason: string, answer: Answer): UnexpectedResponseError {
    return new UnexpectedResponseError(reason, this.#failed(true), failedResponse(answer));
  }

  #transportError(failure: TransportFailure, signal: AbortSignal | undefined): RequestError {
    switch (failure.kind) {
      case "aborted":
        return this.aborted(signal, true);
      case "timeout":
        return new TimeoutError(this.#failed(true), this.#parts.address.url, this.#parts.timeout);
      default:
        return this.#connectionError({ reason: failure.kind, cause: failure });
    }
  }

  #connectionError(failure: ConstructorParameters<typeof ConnectionError>[2]): ConnectionError {
    const { address, proxy } = this.#parts;
    const service = { address: address.url, source: address.source, proxy };
    return new ConnectionError(this.#failed(failure.reason === "broken"), service, failure);
  }

  /** @param uncertain - Whether this attempt may have reached the service without an answer that says what became of it. */
  #failed(uncertain: boolean): FailedRequest {
    const { method } = this.#request;
    const mayHaveBeenDone = method !== "GET" && (uncertain || this.#mayHaveBeenDoneBefore);
    return { method, path: withoutToken(this.#path, this.#parts), mayHaveBeenDone, attempts: this.#number };
  }

  #observe(answer: Answer | undefined, milliseconds: number, error: RequestError | undefined): void {
    const { method, query } = this.#request;
    try {
      this.#parts.observer?.({
        method,
        path: withoutToken(this.#path + queryText(query ?? {}), this.#parts),
        status: answer?.status,
        milliseconds,
        attempt: this.#number,
        requestId: answer?.header("x-request-id"),
        error: error?.code,
      });
    } catch {
      // An observer that fails must not make a request that succeeded look as if it had not.
    }
  }
}

/** A path as it may be shown: a token that was given for an id by mistake is taken out. */
function withoutToken(path: string, { credentials }: ConnectionParts): string {
  return path.replaceAll(encodeURIComponent(credentials.token), "[token]");
}
