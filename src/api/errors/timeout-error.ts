import { afterAttempts, RequestError, outcomeHint } from "./request-error";
import type { FailedRequest } from "./request-error";

/** The service did not answer in time. */
export class TimeoutError extends RequestError {
  static override readonly kind: string = "TimeoutError";
  override readonly name = "TimeoutError";
  readonly code = "timeout";
  /** The service's address. */
  readonly address: string;
  /** Milliseconds that were waited for each attempt. */
  readonly timeoutMs: number;

  constructor(request: FailedRequest, address: string, timeout: number) {
    super(
      `no answer from ${address} within ${timeout / 1000} s${afterAttempts(request)}.${outcomeHint(request)} Try again, or give a longer timeout.`,
      request,
    );
    this.address = address;
    this.timeoutMs = timeout;
  }
}
