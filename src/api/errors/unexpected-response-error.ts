import { outcomeHint } from "./request-error";
import { ResponseError, truncateReason } from "./response-error";
import type { FailedRequest } from "./request-error";
import type { FailedResponse } from "./response-error";

/** The answer is not what `service-api.md` says it is: a redirect, a web page, a document without what must be in it. */
export class UnexpectedResponseError extends ResponseError {
  static override readonly kind: string = "UnexpectedResponseError";
  override readonly name = "UnexpectedResponseError";
  readonly code = "unexpected-response";

  constructor(reason: string, request: FailedRequest, response: FailedResponse) {
    super(
      `the answer (status ${response.status}) cannot be used: ${truncateReason(reason)}.${outcomeHint(request)} Check that the address is the right service.`,
      request,
      response,
    );
  }
}
