import { earlierOutcomeHint } from "./request-error";
import { ResponseError, describeResponse } from "./response-error";
import type { FailedRequest } from "./request-error";
import type { FailedResponse } from "./response-error";

/** 403: the token is good, but its owner may not do this; or one of the workspaces to move does not exist (service-api.md section 7). */
export class ForbiddenError extends ResponseError {
  static override readonly kind: string = "ForbiddenError";
  override readonly name = "ForbiddenError";
  readonly code = "forbidden";

  constructor(request: FailedRequest, response: FailedResponse) {
    super(
      `the service forbids it (${describeResponse(response)}).${earlierOutcomeHint(request)} Check what the token's owner is permitted to do.`,
      request,
      response,
    );
  }
}
