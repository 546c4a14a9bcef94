import { RequestError } from "./request-error";
import type { FailedRequest } from "./request-error";

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
  /** All that the service said, in its order; empty when it said nothing. */
  readonly problems: readonly ServiceProblem[];
  readonly requestId: string | undefined;

  protected constructor(what: string, request: FailedRequest, response: FailedResponse) {
    super(response.requestId === undefined ? what : `${what} (request id ${response.requestId})`, request);
    this.status = response.status;
    this.problems = response.problems;
    this.requestId = response.requestId;
  }
}

/** The status and everything the service said: `422 invalid attribute: Name has already been taken (/data/attributes/name)`. */
export function said(response: FailedResponse): string {
  const texts = response.problems.map(problemText).filter((text) => text !== "");
  return [String(response.status), texts.join("; ")].filter((text) => text !== "").join(" ");
}

function problemText(problem: ServiceProblem): string {
  const text = [problem.title, problem.detail].filter((part) => part !== undefined && part !== "").join(": ");
  return problem.pointer === undefined ? text : `${text} (${problem.pointer})`.trim();
}
