import { ApiError } from "./api-error";

/** A value that the caller gave cannot be put into a request, such as an empty id; nothing was sent. */
export class InvalidArgumentError extends ApiError {
  static override readonly kind: string = "ArgumentError";
  override readonly name = "ArgumentError";
  readonly code = "argument";
  readonly outcomeUnknown = false;
}
