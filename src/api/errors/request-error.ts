import { sanitize } from "../../sanitize";
import { ApiError } from "./api-error";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** The request that failed, as far as errors tell of it. */
export interface FailedRequest {
  readonly method: Method;
  /** With the prefix `/api/v2`, without the query. */
  readonly path: string;
  readonly outcomeUnknown: boolean;
  /** How often it was sent, this time included. */
  readonly attempts: number;
}

/** A request that did not come to its end as it should. Its message is one line, in which what the service said commands no terminal. */
export abstract class RequestError extends ApiError {
  static override readonly kind: string = "RequestError";
  readonly method: Method;
  /** With the prefix `/api/v2`, without the query. */
  readonly path: string;
  readonly outcomeUnknown: boolean;
  /** How often the request was sent. */
  readonly attempts: number;

  protected constructor(what: string, request: FailedRequest, options?: { readonly cause?: unknown }) {
    // What the service says is in it: titles and details, addresses it leads to, request ids.
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

/** What is known about the work behind a request without an answer. */
export function outcomeHint(request: FailedRequest): string {
  if (request.method === "GET") return "";
  return request.outcomeUnknown
    ? " The service may have done what was asked: look before asking again."
    : " Nothing was changed.";
}

/** What else is to be known of a refusal: an attempt before it, whose answer was lost, may have done the work all the same. */
export function earlierOutcomeHint(request: FailedRequest): string {
  return request.outcomeUnknown
    ? " An earlier attempt, whose answer was lost, may have done what was asked: look before asking again."
    : "";
}
