import { earlierOutcomeHint } from "./request-error";
import { ResponseError, describeResponse } from "./response-error";
import type { FailedRequest } from "./request-error";
import type { FailedResponse } from "./response-error";

/**
 * 404: there is no such thing, or the token's owner may not see or change it; the service answers both alike (service-api.md section 7).
 * With `outcomeUnknown`, an attempt before, whose answer was lost, may have deleted it.
 */
export class NotFoundError extends ResponseError {
  static override readonly kind: string = "NotFoundError";
  override readonly name = "NotFoundError";
  readonly code = "not-found";

  constructor(request: FailedRequest, response: FailedResponse) {
    super(
      `not found, or not permitted; the service does not tell which (${describeResponse(response)}).${earlierOutcomeHint(request)} ` +
        `Check the id or name, and that the token's owner has access.`,
      request,
      response,
    );
  }
}
