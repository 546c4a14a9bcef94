import type { ServiceAddress } from "./address";
import type { Credentials } from "./credentials";
import type { Deadline } from "./deadline";
import { IncompleteResourceError, MalformedDocumentError, parseDocument } from "./document";
import type { Document } from "./document";
import { errorFromResponse, failedResponse } from "./error-from-response";
import { AbortedError, ConnectionError, DeadlineExceededError, ResponseTooLargeError, TimeoutError } from "./errors";
import type { ErrorCode, FailedRequest, Method, RequestError } from "./errors";
import type { Proxy } from "./proxy";
import { rateLimitStatus, retryAfterMs } from "./rate-limiter";
import type { RateLimiter, RateLimitStatus } from "./rate-limiter";
import { redactToken } from "./redact";
import { queryString } from "./request-path";
import type { Query } from "./request-path";
import { RateLimitedError, ServerError, truncate, UnexpectedResponseError } from "./response-errors";
import type { HttpResponse, RequestHeaders, Transport } from "./transport";
import { TransportFailure } from "./transport-failure";

/** A request to the API. */
export interface ApiRequest {
  readonly method: Method;
  /** Below `/api/v2`, encoded; see `requestPath`. */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** False for requests that must not be repeated: create, override. */
  readonly idempotent: boolean;
  /**
   * Whether only 204 means success: for delete and move, whose response contains no document that confirms the change.
   */
  readonly expectsNoContent?: boolean;
  /** Headers that differ from those of every request; null for one that is not sent. */
  readonly headers?: RequestHeaders;
}

export interface AttemptOptions {
  readonly address: ServiceAddress;
  readonly proxy: Proxy | undefined;
  readonly credentials: Credentials;
  readonly transport: Transport;
  readonly limiter: RateLimiter;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly observer: RequestObserver | undefined;
}

/** One attempt to send a request, reported when it has ended. Contains no secrets. */
export interface ObservedRequest {
  readonly method: Method;
  /** From `/api/v2` on, with the query. */
  readonly path: string;
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** From sending to the end of the response, excluding the wait for the rate limit. */
  readonly durationMs: number;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** `X-Request-Id` of the response, which identifies the request in the service's logs. */
  readonly requestId: string | undefined;
  /** The rate limit after this request; undefined where the response has none. */
  readonly rateLimit: RateLimitStatus | undefined;
  /** Error code of this attempt; undefined when it succeeded. */
  readonly error: ErrorCode | undefined;
}

/** Called after every request; exceptions it throws are ignored. */
export type RequestObserver = (request: ObservedRequest) => void;

/** What can end a call early. */
interface CallSignals {
  readonly deadline: Deadline;
  /** Aborts waits and requests. */
  readonly signal: AbortSignal;
  /** Aborts waits; follows `signal` and others. */
  readonly waitSignal: AbortSignal;
}

export type Outcome<T> = { readonly value: T } | Failure;

interface Failure {
  readonly error: RequestError;
  /** Milliseconds that the response asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** One attempt to send a request. */
export class Attempt {
  readonly #path: string;

  /** @param lastFailure - The error of the attempt before this one. */
  constructor(
    private readonly options: AttemptOptions,
    private readonly request: ApiRequest,
    private readonly signals: CallSignals,
    private readonly number: number,
    private readonly lastFailure: RequestError | undefined,
  ) {
    this.#path = `/api/v2${request.path}`;
  }

  /** Sends the request and applies `read` to the document in the response. */
  run<T>(read: (document: Document) => T): Promise<Outcome<T>> {
    return this.#send((response) => this.#readResponse(response, read));
  }

  /** Sends the request. The value is the response, unless its status is one that a retry may change. */
  exchange(): Promise<Outcome<HttpResponse>> {
    return this.#send((response) => {
      const failure = this.#responseError(response);
      const { error } = failure;
      return error instanceof RateLimitedError || error instanceof ServerError ? failure : { value: response };
    });
  }

  async #send<T>(outcomeOf: (response: HttpResponse) => Outcome<T>): Promise<Outcome<T>> {
    const { limiter, transport } = this.options;
    const permit = await limiter.acquire(this.signals.waitSignal).catch(() => undefined);
    if (permit === undefined) return { error: this.abortedBeforeSend() };
    const begin = performance.now();
    let response: HttpResponse | undefined;
    let outcome: Outcome<T>;
    try {
      const { method, query, body, headers, idempotent } = this.request;
      const target = `${this.#path}${queryString(query ?? {})}`;
      const request = { method, target, body, headers, mayReuseConnection: idempotent };
      response = await transport.send(request, this.signals.signal);
      permit.updateFromHeaders(response);
      outcome = outcomeOf(response);
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error;
      outcome = { error: this.#transportError(error) };
    } finally {
      permit.release();
    }
    this.#notify(response, performance.now() - begin, "error" in outcome ? outcome.error : undefined);
    return outcome;
  }

  /** The error of a call that ended while this attempt was waiting to be sent. */
  abortedBeforeSend(): RequestError {
    return this.#abortError(this.signals.waitSignal, { ...this.#failedRequest(false), attempts: this.number - 1 });
  }

  #abortError(signal: AbortSignal, failed: FailedRequest): RequestError {
    const { deadline } = this.signals;
    if (!deadline.hasAborted(signal)) return new AbortedError(failed, signal.reason);
    return new DeadlineExceededError(failed, this.options.address.url, deadline.durationMs, this.lastFailure);
  }

  #readResponse<T>(response: HttpResponse, read: (document: Document) => T): Outcome<T> {
    if (response.status < 200 || response.status > 299) return this.#responseError(response);
    let body: unknown;
    try {
      body = response.body === "" ? undefined : JSON.parse(response.body);
    } catch {
      return { error: this.#notJson(response) };
    }
    if (this.request.expectsNoContent === true && response.status !== 204)
      return { error: this.#unexpected("expected status 204", response) };
    try {
      return { value: read(parseDocument(body)) };
    } catch (error) {
      if (!(error instanceof MalformedDocumentError)) throw error;
      return { error: this.#unexpected(error.message, response, adviceFor(error, response)) };
    }
  }

  #responseError(response: HttpResponse): Failure {
    const { credentials, address } = this.options;
    const context = {
      credentials: { source: credentials.source, host: address.host },
      address: address.url,
      redact: (text: string) => this.#redact(text),
      retryAfterMs: retryAfterMs(response),
    };
    // Only a 4xx confirms that the request was not executed.
    const uncertain = response.status < 400 || response.status >= 500;
    const error = errorFromResponse(response, this.#failedRequest(uncertain), context);
    return { error, retryAfterMs: context.retryAfterMs };
  }

  /** Invalid JSON with a JSON media type was cut short; anything else comes from another kind of server. */
  #notJson(response: HttpResponse): RequestError {
    if (!/\bjson\b/.test(response.header("content-type") ?? ""))
      return this.#unexpected("not a JSON document", response);
    return this.#connectionError({ reason: "broken", cause: new Error("the response was cut short") });
  }

  /** @param advice - What to do if it is an API document that lacks something. */
  #unexpected(reason: string, response: HttpResponse, advice?: string): UnexpectedResponseError {
    const failed = failedResponse(response, (text) => this.#redact(text));
    const incomplete = advice === undefined ? undefined : { advice: this.#redact(advice) };
    return new UnexpectedResponseError(this.#redact(reason), this.#failedRequest(true), failed, incomplete);
  }

  #transportError(failure: TransportFailure): RequestError {
    const { address, timeoutMs, maxResponseBytes } = this.options;
    switch (failure.kind) {
      case "aborted":
        return this.#abortError(this.signals.signal, this.#failedRequest(true));
      case "timeout":
        return new TimeoutError(this.#failedRequest(true), address.url, timeoutMs);
      case "too-large":
        return new ResponseTooLargeError(this.#failedRequest(true), address.url, maxResponseBytes);
      default:
        return this.#connectionError({ reason: failure.kind, cause: failure });
    }
  }

  #connectionError(failure: ConstructorParameters<typeof ConnectionError>[2]): ConnectionError {
    const { address, proxy } = this.options;
    const service = { address: address.url, source: address.source, proxy };
    return new ConnectionError(this.#failedRequest(failure.reason === "broken"), service, failure);
  }

  /**
   * @param uncertain - Whether this attempt may have reached the service without a response that confirms the outcome.
   */
  #failedRequest(uncertain: boolean): FailedRequest {
    const { method } = this.request;
    const outcomeUnknown = method !== "GET" && (uncertain || this.lastFailure?.outcomeUnknown === true);
    return { method, path: this.#redact(this.#path), outcomeUnknown, attempts: this.number };
  }

  #notify(response: HttpResponse | undefined, durationMs: number, error: RequestError | undefined): void {
    const { method, query } = this.request;
    try {
      this.options.observer?.({
        method,
        path: this.#redact(this.#path + queryString(query ?? {})),
        status: response?.status,
        durationMs,
        attempt: this.number,
        requestId: response?.header("x-request-id"),
        rateLimit: response === undefined ? undefined : rateLimitStatus(response),
        error: error?.code,
      });
    } catch {
      // A failing observer must not turn a successful request into a failed one.
    }
  }

  #redact(text: string): string {
    return redactToken(text, this.options.credentials.token);
  }
}

/** What to do about a document that lacks something, with the release of a Terraform Enterprise, which names it. */
function adviceFor(error: MalformedDocumentError, response: HttpResponse): string | undefined {
  if (!(error instanceof IncompleteResourceError)) return undefined;
  const release = response.header("x-tfe-version");
  return release === undefined ? error.advice : `${error.advice} The service's release is ${truncate(release, 50)}.`;
}
