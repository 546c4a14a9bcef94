import { RequestError } from "./request-error";
import type { FailedRequest } from "./request-error";
import { truncate } from "./shortened";

/** How many of the service's errors a message tells, and how many characters of each part; `problems` has all of them whole. */
const MAX_PROBLEMS_SHOWN = 10;
const MAX_DETAIL_LENGTH = 2000;
const MAX_TITLE_LENGTH = 200;

/** One entry of the service's `errors` (service-api.md section 2.5); what it did not say is undefined. */
export interface ServiceProblem {
  readonly status: string | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  /** JSON pointer into the request's body, such as `/data/attributes/name`. */
  readonly pointer: string | undefined;
}

/** An answer that says no, as far as errors tell of it. */
export interface FailedResponse {
  readonly status: number;
  readonly problems: readonly ServiceProblem[];
  /** `X-Request-Id`, by which the service's operators find the request in their logs. */
  readonly requestId: string | undefined;
}

/** The service answered, and not with success. */
export abstract class ResponseError extends RequestError {
  static override readonly kind: string = "ResponseError";
  /** HTTP status. */
  readonly status: number;
  /** All that the service said, whole and in its order; empty when it said nothing. The message tells at most ten of them. */
  readonly problems: readonly ServiceProblem[];
  readonly requestId: string | undefined;

  protected constructor(what: string, request: FailedRequest, response: FailedResponse) {
    const { requestId } = response;
    super(requestId === undefined ? what : `${what} (request id ${truncate(requestId, MAX_TITLE_LENGTH)})`, request);
    this.status = response.status;
    this.problems = response.problems;
    this.requestId = response.requestId;
  }
}

/**
 * The status and what the service said: `422 invalid attribute: Name has already been taken (/data/attributes/name)`. What is too long or too
 * much for a message is left out, and that is said.
 */
export function describeResponse(response: FailedResponse): string {
  const texts = response.problems.map(problemText).filter((text) => text !== "");
  const more = texts.length - MAX_PROBLEMS_SHOWN;
  const told = texts.slice(0, MAX_PROBLEMS_SHOWN);
  if (more > 0) told.push(`… (${more.toLocaleString("en-US")} more ${more === 1 ? "error" : "errors"})`);
  return [String(response.status), told.join("; ")].filter((text) => text !== "").join(" ");
}

function problemText({ title = "", detail = "", pointer }: ServiceProblem): string {
  const parts = [truncate(title, MAX_TITLE_LENGTH), truncate(detail, MAX_DETAIL_LENGTH)];
  const text = parts.filter((part) => part !== "").join(": ");
  return pointer === undefined ? text : `${text} (${truncate(pointer, MAX_TITLE_LENGTH)})`.trim();
}

/** What is wrong with an answer, which may quote it. */
export function truncateReason(reason: string): string {
  return truncate(reason, MAX_DETAIL_LENGTH);
}
