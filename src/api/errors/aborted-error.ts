import { RequestError, outcomeHint } from "./request-error";
import type { FailedRequest } from "./request-error";

/** The caller's signal ended the request. */
export class AbortedError extends RequestError {
  static override readonly kind: string = "AbortedError";
  override readonly name = "AbortedError";
  readonly code = "aborted";

  constructor(
    request: FailedRequest,
    /** The reason that the signal was given. */
    reason: unknown,
  ) {
    super(`aborted by the caller.${outcomeHint(request)}`, request, { cause: reason });
  }
}
