import { earlierOutcomeHint } from "./request-error";
import { ResponseError, describeResponse } from "./response-error";
import type { FailedRequest } from "./request-error";
import type { FailedResponse } from "./response-error";

/** Any other 4xx: the service, or something on the way to it, does not take this request. */
export class BadRequestError extends ResponseError {
  static override readonly kind: string = "RefusedError";
  override readonly name = "RefusedError";
  readonly code = "refused";

  constructor(request: FailedRequest, response: FailedResponse) {
    super(
      `the service does not take this request (${describeResponse(response)}).${earlierOutcomeHint(request)} Check that the address is the right service, in a version that has this operation.`,
      request,
      response,
    );
  }
}
