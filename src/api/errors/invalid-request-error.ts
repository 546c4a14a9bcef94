import { earlierOutcomeHint } from "./request-error";
import { ResponseError, describeResponse } from "./response-error";
import type { FailedRequest } from "./request-error";
import type { FailedResponse } from "./response-error";

/** 422: an attribute breaks one of the service's rules (service-api.md sections 4.1 and 8). */
export class UnprocessableEntityError extends ResponseError {
  static override readonly kind: string = "InvalidRequestError";
  override readonly name = "InvalidRequestError";
  readonly code = "invalid-request";

  constructor(request: FailedRequest, response: FailedResponse) {
    super(
      `the service found it invalid (${describeResponse(response)}).${earlierOutcomeHint(request)} Correct what it names.`,
      request,
      response,
    );
  }

  /** Whether the service refused the name because another object of the organization has it (case ignored). */
  get isNameTaken(): boolean {
    return this.problems.some(
      ({ detail, pointer }) =>
        detail !== undefined &&
        /already been taken/i.test(detail) &&
        (pointer === undefined ? /^name\b/i.test(detail) : pointer === "/data/attributes/name"),
    );
  }
}
