import { afterAttempts, outcomeHint } from "./request-error";
import { ResponseError, describeResponse } from "./response-error";
import type { FailedRequest } from "./request-error";
import type { FailedResponse } from "./response-error";

/** 5xx: the service, or something on the way to it, failed. */
export class ServerError extends ResponseError {
  static override readonly kind: string = "ServiceError";
  override readonly name = "ServiceError";
  readonly code = "service";

  constructor(request: FailedRequest, response: FailedResponse) {
    super(
      `the service failed${afterAttempts(request)} (${describeResponse(response)}).${outcomeHint(request)} Try again later, or see the service's status page.`,
      request,
      response,
    );
  }
}
