import { ApiError } from "./api-error";

/** The address or the token is missing or cannot be used; nothing was sent. */
export class ConfigurationError extends ApiError {
  static override readonly kind: string = "ConfigurationError";
  override readonly name = "ConfigurationError";
  readonly code = "configuration";
  readonly outcomeUnknown = false;
}
