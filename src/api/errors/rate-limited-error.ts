import { afterAttempts, earlierOutcomeHint } from "./request-error";
import { ResponseError, describeResponse } from "./response-error";
import type { FailedRequest } from "./request-error";
import type { FailedResponse } from "./response-error";

/** 429: more requests a second than the service allows, and waiting did not help. */
export class RateLimitedError extends ResponseError {
  static override readonly kind: string = "RateLimitedError";
  override readonly name = "RateLimitedError";
  readonly code = "rate-limited";
  /** Milliseconds the service asked to wait; undefined when it did not say. */
  readonly retryAfterMs: number | undefined;

  constructor(request: FailedRequest, response: FailedResponse, retryAfter: number | undefined) {
    super(
      `the service's rate limit was exceeded${afterAttempts(request)} (${describeResponse(response)}).${earlierOutcomeHint(request)} ` +
        `The limit is per user: lower requestsPerSecond, or let fewer programs use it at once.`,
      request,
      response,
    );
    this.retryAfterMs = retryAfter;
  }
}
