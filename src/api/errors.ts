import { sanitize } from "../sanitize";

/** Every code that an error of this client can have. */
export const ERROR_CODES = [
  "configuration",
  "invalid-argument",
  "unauthorized",
  "forbidden",
  "not-found",
  "conflict",
  "unprocessable-entity",
  "rate-limited",
  "bad-request",
  "server",
  "unexpected-response",
  "connection",
  "timeout",
  "deadline-exceeded",
  "response-too-large",
  "aborted",
] as const;
/** The code of an error: one per cause, stable across versions. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Symbol shared by all copies of this package, under which an error lists the kinds of its classes. */
const KINDS = Symbol.for("tfprojects/client/error-kinds");

/**
 * Base class of all errors of this client. Neither they nor their causes contain the token.
 *
 * `instanceof` also recognizes errors from another copy of this package, which exists when an app and one of its
 * libraries depend on different versions.
 */
export abstract class ApiError extends Error {
  /** The class name, even where a bundler shortens names; stable across versions. */
  static readonly kind: string = "ApiError";

  /** @internal */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
    // A class derived outside this package has no kind of its own.
    return Object.hasOwn(this, "kind") && kindsOfError(value).includes(this.kind);
  }

  /** One per cause; stable across versions. */
  abstract readonly code: ErrorCode;
  /**
   * Whether a write may have succeeded although no response confirms it. False for reads, for requests that were never
   * sent, and for requests that the service rejected. When true, verify before retrying.
   */
  abstract readonly outcomeUnknown: boolean;

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    Object.defineProperty(this, KINDS, { value: kindsOfClass(new.target) });
  }
}

/** The kinds of a class and of its base classes. */
function kindsOfClass(errorClass: object): readonly unknown[] {
  const kinds: unknown[] = [];
  for (let each: unknown = errorClass; typeof each === "function"; each = Object.getPrototypeOf(each))
    if (Object.hasOwn(each, "kind") && "kind" in each) kinds.push(each.kind);
  return kinds;
}

function kindsOfError(value: unknown): readonly unknown[] {
  const kinds: unknown = typeof value === "object" && value !== null && KINDS in value ? value[KINDS] : undefined;
  return Array.isArray(kinds) ? kinds : [];
}

/** The address or the token is missing or invalid, or axios cannot be loaded; nothing was sent. */
export class ConfigurationError extends ApiError {
  static override readonly kind: string = "ConfigurationError";
  override readonly name = "ConfigurationError";
  readonly code = "configuration";
  readonly outcomeUnknown = false;
}

/** An argument is invalid, such as an empty ID; nothing was sent. */
export class InvalidArgumentError extends ApiError {
  static override readonly kind: string = "InvalidArgumentError";
  override readonly name = "InvalidArgumentError";
  readonly code = "invalid-argument";
  readonly outcomeUnknown = false;
}

/** The method of a request. */
export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The request that failed. */
export interface FailedRequest {
  readonly method: Method;
  /** With the prefix `/api/v2`, without the query. */
  readonly path: string;
  /** Always false for GET. */
  readonly outcomeUnknown: boolean;
  /** Number of times it was sent, including this one. */
  readonly attempts: number;
}

/** A request failed. The message is a single line, in which text from the service cannot control a terminal. */
export abstract class RequestError extends ApiError {
  static override readonly kind: string = "RequestError";
  readonly method: Method;
  /** With the prefix `/api/v2`, without the query. */
  readonly path: string;
  readonly outcomeUnknown: boolean;
  /** Number of times the request was sent. */
  readonly attempts: number;

  protected constructor(what: string, request: FailedRequest, options?: { readonly cause?: unknown }) {
    // The message quotes the service: titles and details, redirects, request IDs.
    super(sanitize(`${request.method} ${request.path}: ${what}`), options);
    this.method = request.method;
    this.path = request.path;
    this.outcomeUnknown = request.outcomeUnknown;
    this.attempts = request.attempts;
  }
}

/** " after 3 attempts", or nothing when there was one. */
export function afterAttempts(request: FailedRequest): string {
  return request.attempts > 1 ? ` after ${request.attempts} attempts` : "";
}

/** What is known about the outcome of a request without a response. */
export function outcomeHint(request: FailedRequest): string {
  if (request.method === "GET") return "";
  return request.outcomeUnknown ? " The request may have succeeded; verify before retrying." : " Nothing was changed.";
}

/** Advice to retry, without "Try again" where the outcome must be verified first. @param others - Other advice. */
export function retryAdvice(request: FailedRequest, retry: string, others: string): string {
  const advice = request.outcomeUnknown ? others : retry;
  return advice === "" ? "" : ` ${advice}`;
}

/** The caller's signal aborted the request. */
export class AbortedError extends RequestError {
  static override readonly kind: string = "AbortedError";
  override readonly name = "AbortedError";
  readonly code = "aborted";

  /** @param reason - The signal's reason. */
  constructor(request: FailedRequest, reason: unknown) {
    super(`aborted by the caller.${outcomeHint(request)}`, request, { cause: reason });
  }
}

/** The service did not respond in time. */
export class TimeoutError extends RequestError {
  static override readonly kind: string = "TimeoutError";
  override readonly name = "TimeoutError";
  readonly code = "timeout";
  /** The service's address. */
  readonly address: string;
  /** Time limit of each attempt, in milliseconds. */
  readonly timeoutMs: number;

  constructor(request: FailedRequest, address: string, timeoutMs: number) {
    super(
      `no response from ${address} within ${timeoutMs / 1000} s${afterAttempts(request)}.${outcomeHint(request)}` +
        retryAdvice(request, "Try again, or raise `timeoutMs`.", "If the service is slow, raise `timeoutMs`."),
      request,
    );
    this.address = address;
    this.timeoutMs = timeoutMs;
  }
}

/**
 * The whole call exceeded `deadlineMs`: all attempts, the waits between them and for the rate limit, and reading
 * responses.
 */
export class DeadlineExceededError extends RequestError {
  static override readonly kind: string = "DeadlineExceededError";
  override readonly name = "DeadlineExceededError";
  readonly code = "deadline-exceeded";
  /** The service's address. */
  readonly address: string;
  /** Time limit of the call, in milliseconds. */
  readonly deadlineMs: number;

  /** @param lastFailure - The error of the previous attempt; becomes the cause. */
  constructor(request: FailedRequest, address: string, deadlineMs: number, lastFailure: RequestError | undefined) {
    super(
      `the call to ${address} exceeded its deadline of ${deadlineMs / 1000} s` +
        `${sentHint(request)}${lastFailureHint(lastFailure)}.${outcomeHint(request)}` +
        retryAdvice(
          request,
          "Try again when the service responds faster, or raise `deadlineMs`.",
          "If the service is slow, raise `deadlineMs`.",
        ),
      request,
      lastFailure === undefined ? undefined : { cause: lastFailure },
    );
    this.address = address;
    this.deadlineMs = deadlineMs;
  }
}

function sentHint(request: FailedRequest): string {
  return request.attempts === 0 ? " before it could be sent" : afterAttempts(request);
}

function lastFailureHint(error: RequestError | undefined): string {
  if (error === undefined) return "";
  const status = "status" in error ? ` (status ${String(error.status)})` : "";
  return `; the last failure was a ${error.name}${status}`;
}

/** The response is larger than `maxResponseBytes`; the rest of it was not read. */
export class ResponseTooLargeError extends RequestError {
  static override readonly kind: string = "ResponseTooLargeError";
  override readonly name = "ResponseTooLargeError";
  readonly code = "response-too-large";
  /** The service's address. */
  readonly address: string;
  /** Size limit of a response, in bytes, decompressed. */
  readonly maxResponseBytes: number;

  constructor(request: FailedRequest, address: string, maxResponseBytes: number) {
    super(
      `the response from ${address} is larger than ${maxResponseBytes} bytes, decompressed.${outcomeHint(request)} ` +
        "Check the service's address; for lists, request smaller pages; or raise `maxResponseBytes`.",
      request,
    );
    this.address = address;
    this.maxResponseBytes = maxResponseBytes;
  }
}

/**
 * - `unreachable`: no connection: name not found, connection refused, no route;
 * - `proxy`: the proxy rejected the request: it requires authentication, or does not allow the host;
 * - `untrusted`: the service's certificate is not trusted;
 * - `not-tls`: the server speaks plain HTTP at this port, and the address has `https`;
 * - `broken`: the connection was closed, or the response was cut short.
 */
export type ConnectionFailure = "unreachable" | "proxy" | "untrusted" | "not-tls" | "broken";

/** The service could not be reached, or the connection was lost before the whole response had arrived. */
export class ConnectionError extends RequestError {
  static override readonly kind: string = "ConnectionError";
  override readonly name = "ConnectionError";
  readonly code = "connection";
  readonly reason: ConnectionFailure;
  /** The service's address. */
  readonly address: string;

  constructor(
    request: FailedRequest,
    service: {
      readonly address: string;
      /** The setting that the address comes from. */
      readonly source: string;
      /** The proxy in use, and the setting that it comes from. */
      readonly proxy?: { readonly url: string; readonly source: string } | undefined;
    },
    failure: {
      readonly reason: ConnectionFailure;
      /** Contains no headers, unlike the HTTP library's error, which has the request's. */
      readonly cause: Error;
    },
  ) {
    const { address, source, proxy } = service;
    const viaProxy = proxy === undefined ? "" : ` via the proxy ${proxy.url} (from ${proxy.source})`;
    super(
      `no response from ${address} (from ${source})${viaProxy}${afterAttempts(request)}: ${failure.cause.message}.` +
        outcomeHint(request) +
        retryAdvice(request, ADVICE[failure.reason], failure.reason === "broken" ? "" : ADVICE[failure.reason]),
      request,
      { cause: failure.cause },
    );
    this.reason = failure.reason;
    this.address = address;
  }
}

const ADVICE: Readonly<Record<ConnectionFailure, string>> = {
  unreachable: "Check the address, and that the service is running and reachable from this machine (proxy, firewall).",
  proxy: "Check the proxy's address, user name and password, or exclude the service from it with NO_PROXY.",
  untrusted:
    "Check the address; if its certificate is issued by your own authority, set NODE_EXTRA_CA_CERTS or SSL_CERT_FILE " +
    "to the authority's certificate file.",
  "not-tls": "Check the port of the address. On this machine, a service may speak plain HTTP: http://127.0.0.1:PORT.",
  broken: "Try again.",
};
