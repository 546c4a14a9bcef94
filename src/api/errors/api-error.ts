/** Every code an error of this client can have, once each; a test holds it together with the classes. */
export const ERROR_CODES = [
  "configuration",
  "argument",
  "unauthorized",
  "forbidden",
  "not-found",
  "conflict",
  "invalid-request",
  "rate-limited",
  "refused",
  "service",
  "unexpected-response",
  "connection",
  "timeout",
  "deadline-exceeded",
  "response-too-large",
  "aborted",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** What all errors of this client have in common. The token is in none of them, nor in their causes. */
export abstract class ApiError extends Error {
  /** One for each cause; stays the same from version to version. */
  abstract readonly code: ErrorCode;
  /**
   * Whether the service may have done what was asked although no answer says so. False for reads, for what was never sent, and for what the
   * service refused. When true, look before asking again.
   */
  abstract readonly mayHaveBeenDone: boolean;
}
