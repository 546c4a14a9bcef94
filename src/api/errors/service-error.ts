import { afterAttempts, whetherDone } from "./request-error";
import { ResponseError, said } from "./response-error";
import type { FailedRequest } from "./request-error";
import type { FailedResponse } from "./response-error";

/** 5xx: the service, or something on the way to it, failed. */
export class ServiceError extends ResponseError {
  static override readonly kind: string = "ServiceError";
  override readonly name = "ServiceError";
  readonly code = "service";

  constructor(request: FailedRequest, response: FailedResponse) {
    super(
      `the service failed${afterAttempts(request)} (${said(response)}).${whetherDone(request)} Try again later, or see the service's status page.`,
      request,
      response,
    );
  }
}
