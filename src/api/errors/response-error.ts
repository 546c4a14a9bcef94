import { RequestError } from "./request-error";
import type { FailedRequest } from "./request-error";
import { shortened } from "./shortened";

/** How many of the service's errors a message tells, and how many characters of each part; `problems` has all of them whole. */
const PROBLEMS_TOLD = 10;
const DETAIL_TOLD = 2000;
const SHORT_PART_TOLD = 200;

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
    super(requestId === undefined ? what : `${what} (request id ${shortened(requestId, SHORT_PART_TOLD)})`, request);
    this.status = response.status;
    this.problems = response.problems;
    this.requestId = response.requestId;
  }
}

/**
 * The status and what the service said: `422 invalid attribute: Name has already been taken (/data/attributes/name)`. What is too long or too
 * much for a message is left out, and that is said.
 */
export function said(response: FailedResponse): string {
  const texts = response.problems.map(problemText).filter((text) => text !== "");
  const more = texts.length - PROBLEMS_TOLD;
  const told = texts.slice(0, PROBLEMS_TOLD);
  if (more > 0) told.push(`… (${more.toLocaleString("en-US")} more ${more === 1 ? "error" : "errors"})`);
  return [String(response.status), told.join("; ")].filter((text) => text !== "").join(" ");
}

function problemText({ title = "", detail = "", pointer }: ServiceProblem): string {
  const parts = [shortened(title, SHORT_PART_TOLD), shortened(detail, DETAIL_TOLD)];
  const text = parts.filter((part) => part !== "").join(": ");
  return pointer === undefined ? text : `${text} (${shortened(pointer, SHORT_PART_TOLD)})`.trim();
}

/** What is wrong with an answer, which may quote it. */
export function shortReason(reason: string): string {
  return shortened(reason, DETAIL_TOLD);
}
