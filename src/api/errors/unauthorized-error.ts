import { earlierOutcomeHint } from "./request-error";
import { ResponseError, describeResponse } from "./response-error";
import type { FailedRequest } from "./request-error";
import type { FailedResponse } from "./response-error";

/** 401: the service did not accept the token (service-api.md section 5). */
export class UnauthorizedError extends ResponseError {
  static override readonly kind: string = "UnauthorizedError";
  override readonly name = "UnauthorizedError";
  readonly code = "unauthorized";

  constructor(
    request: FailedRequest,
    response: FailedResponse,
    /** Where the token came from, and the host it was sent to. */
    credentials: { readonly source: string; readonly host: string },
  ) {
    super(
      `the service at ${credentials.host} did not accept the token from ${credentials.source} (${describeResponse(response)}).${earlierOutcomeHint(request)} ` +
        `It may be mistyped, expired, revoked or of another host: check TFE_TOKEN, or run \`terraform login ${credentials.host}\`.`,
      request,
      response,
    );
  }
}
