import type { ServiceAddress } from "./address";
import type { Credentials } from "./credentials";
import type { Deadline } from "./deadline";
import { MalformedDocumentError, parseDocument } from "./document";
import type { Document } from "./document";
import { errorFromResponse, failedResponse } from "./error-from-response";
import { AbortedError } from "./errors/aborted-error";
import { ConnectionError } from "./errors/connection-error";
import { DeadlineExceededError } from "./errors/deadline-exceeded-error";
import type { FailedRequest, Method, RequestError } from "./errors/request-error";
import { ResponseTooLargeError } from "./errors/response-too-large-error";
import { TimeoutError } from "./errors/timeout-error";
import { UnexpectedResponseError } from "./errors/unexpected-response-error";
import type { Proxy } from "./proxy";
import { redactToken } from "./redact";
import { retryAfterMs } from "./rate-limiter";
import type { RateLimiter } from "./rate-limiter";
import type { RequestObserver } from "./request-observer";
import { queryString } from "./request-path";
import type { Query } from "./request-path";
import type { HttpResponse, Transport } from "./transport";
import { TransportFailure } from "./transport-failure";

/** One request of the interface. */
export interface ApiRequest {
  readonly method: Method;
  /** Below `/api/v2`, encoded; see `requestPath`. */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** False for what must not be done twice: a create, an override. */
  readonly idempotent: boolean;
  /** Whether 204 is the only success: with a delete and a move, whose answer has no document that could show what was done. */
  readonly expectsNoContent?: boolean;
}

/** What a request is sent with. */
export interface AttemptOptions {
  readonly address: ServiceAddress;
  readonly proxy: Proxy | undefined;
  readonly credentials: Credentials;
  readonly transport: Transport;
  readonly limiter: RateLimiter;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly observer: RequestObserver | undefined;
}

/** What can end a call before its answer. */
export interface CallSignals {
  readonly deadline: Deadline;
  /** Ends waits and requests. */
  readonly signal: AbortSignal;
  /** Ends waits; `signal` among others. */
  readonly waitSignal: AbortSignal;
}

export type Outcome<T> =
  | { readonly value: T }
  | {
      readonly error: RequestError;
      /** Milliseconds. */
      readonly retryAfterMs: number | undefined;
    };

/** One sending of a request. */
export class Attempt {
  readonly #parts: AttemptOptions;
  readonly #request: ApiRequest;
  readonly #ends: CallSignals;
  readonly #number: number;
  readonly #path: string;
  readonly #lastFailure: RequestError | undefined;
  readonly #redact = (text: string): string => redactToken(text, this.#parts.credentials.token);

  /** @param lastFailure - What the attempt before this one ended in. */
  constructor(
    parts: AttemptOptions,
    request: ApiRequest,
    ends: CallSignals,
    number: number,
    lastFailure: RequestError | undefined,
  ) {
    this.#parts = parts;
    this.#request = request;
    this.#ends = ends;
    this.#number = number;
    this.#path = `/api/v2${request.path}`;
    this.#lastFailure = lastFailure;
  }

  async run<T>(read: (document: Document) => T): Promise<Outcome<T>> {
    const { signal, waitSignal } = this.#ends;
    const place = await this.#parts.limiter.acquire(waitSignal).catch(() => undefined);
    if (place === undefined) return { error: this.abortedBeforeSend(), retryAfterMs: undefined };
    const begin = performance.now();
    let answer: HttpResponse | undefined;
    let outcome: Outcome<T>;
    try {
      const { method, query, body, idempotent: repeatable } = this.#request;
      const target = `${this.#path}${queryString(query ?? {})}`;
      const message = { method, target, body, mayReuseConnection: repeatable };
      answer = await this.#parts.transport.send(message, signal);
      this.#parts.limiter.updateFromHeaders(answer);
      outcome = this.#read(answer, read);
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      outcome = { error: this.#transportError(error), retryAfterMs: undefined };
    } finally {
      place.release();
    }
    this.#observe(answer, performance.now() - begin, "error" in outcome ? outcome.error : undefined);
    return outcome;
  }

  /** The error of a call that was ended while this attempt waited to be sent. */
  abortedBeforeSend(): RequestError {
    return this.#ended(this.#ends.waitSignal, { ...this.#failed(false), attempts: this.#number - 1 });
  }

  #ended(signal: AbortSignal, failed: FailedRequest): RequestError {
    const { deadline } = this.#ends;
    if (!deadline.hasAborted(signal)) return new AbortedError(failed, signal.reason);
    return new DeadlineExceededError(failed, this.#parts.address.url, deadline.durationMs, this.#lastFailure);
  }

  #read<T>(answer: HttpResponse, read: (document: Document) => T): Outcome<T> {
    if (answer.status < 200 || answer.status > 299) {
      const wait = retryAfterMs(answer);
      const { credentials, address } = this.#parts;
      const context = {
        credentials: { source: credentials.source, host: address.host },
        address: address.url,
        redact: this.#redact,
        askedToWait: wait,
      };
      // A refusal of the request, and nothing else, says that it was not done.
      const uncertain = answer.status < 400 || answer.status >= 500;
      return { error: errorFromResponse(answer, this.#failed(uncertain), context), retryAfterMs: wait };
    }
    let body: unknown;
    try {
      body = answer.body === "" ? undefined : JSON.parse(answer.body);
    } catch {
      return { error: this.#notJson(answer), retryAfterMs: undefined };
    }
    if (this.#request.expectsNoContent === true && answer.status !== 204)
      return { error: this.#unexpected("only 204 says that it was done", answer), retryAfterMs: undefined };
    try {
      return { value: read(parseDocument(body)) };
    } catch (error) {
      if (!(error instanceof MalformedDocumentError)) throw error;
      return { error: this.#unexpected(error.message, answer), retryAfterMs: undefined };
    }
  }

  /** What claims to be JSON and is not was cut short on its way; anything else comes from another kind of server. */
  #notJson(answer: HttpResponse): RequestError {
    if (!/\bjson\b/.test(answer.header("content-type") ?? ""))
      return this.#unexpected("it is no JSON document", answer);
    return this.#connectionError({ reason: "broken", cause: new Error("the answer was cut short") });
  }

  #unexpected(reason: string, answer: HttpResponse): UnexpectedResponseError {
    const response = failedResponse(answer, this.#redact);
    return new UnexpectedResponseError(this.#redact(reason), this.#failed(true), response);
  }

  #transportError(failure: TransportFailure): RequestError {
    const { address, timeoutMs: timeout, maxResponseBytes } = this.#parts;
    switch (failure.kind) {
      case "aborted":
        return this.#ended(this.#ends.signal, this.#failed(true));
      case "timeout":
        return new TimeoutError(this.#failed(true), address.url, timeout);
      case "too-large":
        return new ResponseTooLargeError(this.#failed(true), address.url, maxResponseBytes);
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
    const outcomeUnknown = method !== "GET" && (uncertain || this.#lastFailure?.outcomeUnknown === true);
    return { method, path: this.#redact(this.#path), outcomeUnknown, attempts: this.#number };
  }

  #observe(answer: HttpResponse | undefined, milliseconds: number, error: RequestError | undefined): void {
    const { method, query } = this.#request;
    try {
      this.#parts.observer?.({
        method,
        path: this.#redact(this.#path + queryString(query ?? {})),
        status: answer?.status,
        durationMs: milliseconds,
        attempt: this.#number,
        requestId: answer?.header("x-request-id"),
        error: error?.code,
      });
    } catch {
      // An observer that fails must not make a request that succeeded look as if it had not.
    }
  }
}
