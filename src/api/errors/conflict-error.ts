import { earlierOutcomeHint } from "./request-error";
import { ResponseError, describeResponse } from "./response-error";
import type { FailedRequest } from "./request-error";
import type { FailedResponse } from "./response-error";

/** 409: what the object is now does not allow it, such as overriding a stage that has passed. */
export class ConflictError extends ResponseError {
  static override readonly kind: string = "ConflictError";
  override readonly name = "ConflictError";
  readonly code = "conflict";

  constructor(request: FailedRequest, response: FailedResponse) {
    super(
      `the object's present state does not allow it (${describeResponse(response)}).${earlierOutcomeHint(request)} Read it again to see what it is now.`,
      request,
      response,
    );
  }
}
