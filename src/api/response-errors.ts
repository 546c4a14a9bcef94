import { rejectedTokenAdvice } from "./credentials";
import { afterAttempts, outcomeHint, RequestError, retryAdvice } from "./errors";
import type { FailedRequest } from "./errors";

/** One entry of the `errors` in a response; members that the service omitted are undefined. */
export interface ServiceProblem {
  readonly status: string | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  /** JSON pointer into the request's body, such as `/data/attributes/name`. */
  readonly pointer: string | undefined;
}

/** The response of a failed request. */
export interface FailedResponse {
  readonly status: number;
  readonly problems: readonly ServiceProblem[];
  /** `X-Request-Id`, which identifies the request in the service's logs. */
  readonly requestId: string | undefined;
}

/** The service responded, but not with success. */
export abstract class ResponseError extends RequestError {
  static override readonly kind: string = "ResponseError";
  /** HTTP status. */
  readonly status: number;
  /**
   * All errors in the response, complete and in its order; empty when there are none. The message shows at most ten.
   */
  readonly problems: readonly ServiceProblem[];
  /** `X-Request-Id`, which identifies the request in the service's logs. */
  readonly requestId: string | undefined;

  protected constructor(what: string, request: FailedRequest, response: FailedResponse) {
    const { requestId } = response;
    super(requestId === undefined ? what : `${what} (request ID ${truncate(requestId, MAX_TITLE_LENGTH)})`, request);
    this.status = response.status;
    this.problems = response.problems;
    this.requestId = response.requestId;
  }
}

/** The service rejected the request. */
abstract class RejectionError extends ResponseError {
  /**
   * @param what - What was rejected.
   * @param advice - What to do next, as sentences.
   */
  protected constructor(what: string, advice: string, request: FailedRequest, response: FailedResponse) {
    super(`${what} (${describeResponse(response)}).${earlierOutcomeHint(request)} ${advice}`, request, response);
  }
}

/** 401: the service rejected the token. */
export class UnauthorizedError extends RejectionError {
  static override readonly kind: string = "UnauthorizedError";
  override readonly name = "UnauthorizedError";
  readonly code = "unauthorized";

  /** @param credentials - Where the token comes from, and the host it was sent to. */
  constructor(
    request: FailedRequest,
    response: FailedResponse,
    credentials: { readonly source: string; readonly host: string },
  ) {
    super(
      `the service at ${credentials.host} rejected the token from ${credentials.source}`,
      `It may be mistyped, expired, revoked or issued for another host: ${rejectedTokenAdvice(credentials)}`,
      request,
      response,
    );
  }
}

/** 403: the token is valid, but its owner lacks permission; or one of the workspaces to move does not exist. */
export class ForbiddenError extends RejectionError {
  static override readonly kind: string = "ForbiddenError";
  override readonly name = "ForbiddenError";
  readonly code = "forbidden";

  constructor(request: FailedRequest, response: FailedResponse) {
    super("permission denied", "Check the permissions of the token's owner.", request, response);
  }
}

/**
 * 404: the object does not exist, or the token's owner may not see or change it; the service does not distinguish the
 * two. With `outcomeUnknown`, an earlier attempt, whose response was lost, may have deleted it.
 */
export class NotFoundError extends RejectionError {
  static override readonly kind: string = "NotFoundError";
  override readonly name = "NotFoundError";
  readonly code = "not-found";

  constructor(request: FailedRequest, response: FailedResponse) {
    super(
      "not found, or not permitted; the service does not distinguish the two",
      "Check the ID or name, and that the token's owner has access.",
      request,
      response,
    );
  }
}

/** 409: the object's current state does not allow the request, such as overriding a stage that has passed. */
export class ConflictError extends RejectionError {
  static override readonly kind: string = "ConflictError";
  override readonly name = "ConflictError";
  readonly code = "conflict";

  constructor(request: FailedRequest, response: FailedResponse) {
    super(
      "the object's current state does not allow it",
      "Read the object again to see its current state.",
      request,
      response,
    );
  }
}

/** 422: an attribute violates one of the service's rules. */
export class UnprocessableEntityError extends RejectionError {
  static override readonly kind: string = "UnprocessableEntityError";
  override readonly name = "UnprocessableEntityError";
  readonly code = "unprocessable-entity";

  constructor(request: FailedRequest, response: FailedResponse) {
    super("invalid request", "Correct the attributes it names.", request, response);
  }

  /** Whether the name is taken by another object of the organization (names are case-insensitive). */
  get isNameTaken(): boolean {
    return this.problems.some(
      ({ detail, pointer }) =>
        detail !== undefined &&
        /already been taken/i.test(detail) &&
        (pointer === undefined ? /^name\b/i.test(detail) : pointer === "/data/attributes/name"),
    );
  }
}

/** 429: the rate limit was exceeded, and waiting did not help. */
export class RateLimitedError extends RejectionError {
  static override readonly kind: string = "RateLimitedError";
  override readonly name = "RateLimitedError";
  readonly code = "rate-limited";
  /** Milliseconds that the service asked to wait; undefined when it did not say. */
  readonly retryAfterMs: number | undefined;

  constructor(request: FailedRequest, response: FailedResponse, retryAfterMs: number | undefined) {
    super(
      `rate limit exceeded${afterAttempts(request)}`,
      "The limit applies per user: lower `requestsPerSecond`, or run fewer clients at the same time.",
      request,
      response,
    );
    this.retryAfterMs = retryAfterMs;
  }
}

/** Any other 4xx: the service, or a proxy in front of it, rejected the request. */
export class BadRequestError extends RejectionError {
  static override readonly kind: string = "BadRequestError";
  override readonly name = "BadRequestError";
  readonly code = "bad-request";

  constructor(request: FailedRequest, response: FailedResponse) {
    super(
      "the service rejected the request",
      "Check the service's address, and that its version supports this operation.",
      request,
      response,
    );
  }
}

/** 5xx (or 425): the service, or a proxy in front of it, failed. */
export class ServerError extends ResponseError {
  static override readonly kind: string = "ServerError";
  override readonly name = "ServerError";
  readonly code = "server";

  constructor(request: FailedRequest, response: FailedResponse) {
    super(
      `server error${afterAttempts(request)} (${describeResponse(response)}).${outcomeHint(request)}` +
        retryAdvice(request, "Try again later, or see the service's status page.", "See the service's status page."),
      request,
      response,
    );
  }
}

/** The response does not match the API documentation: a redirect, a web page, a document without a required member. */
export class UnexpectedResponseError extends ResponseError {
  static override readonly kind: string = "UnexpectedResponseError";
  override readonly name = "UnexpectedResponseError";
  readonly code = "unexpected-response";
  /** Whether it is an API document in which a resource lacks an attribute or a relationship. */
  readonly isIncomplete: boolean;

  /** @param incomplete - The advice for a resource that lacks a member; undefined for any other response. */
  constructor(
    reason: string,
    request: FailedRequest,
    response: FailedResponse,
    incomplete?: { readonly advice: string },
  ) {
    super(
      `unexpected response (status ${response.status}): ${truncate(reason, MAX_DETAIL_LENGTH)}.` +
        `${outcomeHint(request)} ${incomplete?.advice ?? "Check the service's address."}`,
      request,
      response,
    );
    this.isIncomplete = incomplete !== undefined;
  }
}

/** Maximum number of the service's errors in a message, and of characters of each part; `problems` is complete. */
const MAX_PROBLEMS_SHOWN = 10;
const MAX_DETAIL_LENGTH = 2000;
const MAX_TITLE_LENGTH = 200;

/**
 * Status and errors of a response: `422 invalid attribute: Name has already been taken (/data/attributes/name)`. Long
 * texts and long lists are truncated, with a note.
 */
function describeResponse({ status, problems }: FailedResponse): string {
  const texts = problems.map(describeProblem).filter((text) => text !== "");
  const more = texts.length - MAX_PROBLEMS_SHOWN;
  const shown = texts.slice(0, MAX_PROBLEMS_SHOWN);
  if (more > 0) shown.push(`… (${more.toLocaleString("en-US")} more ${more === 1 ? "error" : "errors"})`);
  return [String(status), shown.join("; ")].filter((text) => text !== "").join(" ");
}

function describeProblem({ title = "", detail = "", pointer }: ServiceProblem): string {
  const parts = [truncate(title, MAX_TITLE_LENGTH), truncate(detail, MAX_DETAIL_LENGTH)];
  const text = parts.filter((part) => part !== "").join(": ");
  return pointer === undefined ? text : `${text} (${truncate(pointer, MAX_TITLE_LENGTH)})`.trim();
}

/** A rejection does not settle the outcome where an earlier attempt got no response. */
function earlierOutcomeHint(request: FailedRequest): string {
  return request.outcomeUnknown
    ? " An earlier attempt, whose response was lost, may have succeeded; verify before retrying."
    : "";
}

/** Truncates a text, with the number of omitted characters: `Name is … (1,234 more characters)`. */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // Never splits a surrogate pair.
  const end = /[\uD800-\uDBFF]$/.test(text.slice(0, limit)) ? limit - 1 : limit;
  const rest = text.length - end;
  return `${text.slice(0, end)}… (${rest.toLocaleString("en-US")} more ${rest === 1 ? "character" : "characters"})`;
}
