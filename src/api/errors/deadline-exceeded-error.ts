import { afterAttempts, RequestError, outcomeHint } from "./request-error";
import type { FailedRequest } from "./request-error";
import { ResponseError } from "./response-error";

/** The whole call (all attempts, the waits between them and for the rate limit, and reading the answer) took longer than `deadlineMs`. */
export class DeadlineExceededError extends RequestError {
  static override readonly kind: string = "DeadlineExceededError";
  override readonly name = "DeadlineExceededError";
  readonly code = "deadline-exceeded";
  /** The service's address. */
  readonly address: string;
  /** Milliseconds that the call was given. */
  readonly deadlineMs: number;

  /** @param lastFailure - What the last attempt before ended in; it becomes the cause. */
  constructor(request: FailedRequest, address: string, deadlineMs: number, lastFailure: RequestError | undefined) {
    super(
      `the call to ${address} did not end within its deadline of ${deadlineMs / 1000} s` +
        `${sentHint(request)}${lastFailureHint(lastFailure)}.${outcomeHint(request)} ` +
        `Try again when the service answers faster, or raise \`deadlineMs\`.`,
      request,
      lastFailure === undefined ? undefined : { cause: lastFailure },
    );
    this.address = address;
    this.deadlineMs = deadlineMs;
  }
}

function sentHint(request: FailedRequest): string {
  return request.attempts === 0 ? ", before it could be sent" : afterAttempts(request);
}

function lastFailureHint(error: RequestError | undefined): string {
  if (error === undefined) return "";
  return `; the last failure was a ${error.name}${error instanceof ResponseError ? ` (status ${error.status})` : ""}`;
}
