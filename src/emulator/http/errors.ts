import type { AttributeProblem } from "../store/problem";

/** One item of an `errors` array (service-api.md section 2.5). */
export interface ErrorObject {
  /** A text as the contract says, but a number where the real service is documented to send one (429). */
  readonly status: string | number;
  readonly title: string;
  readonly detail: string;
  readonly source?: { readonly pointer: string };
}

/** An answer that is not a success; thrown by whatever finds out, turned into a response in one place. */
export class HttpError extends Error {
  override readonly name = "ServiceError";

  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429,
    readonly errors: readonly ErrorObject[],
    /** The real service sends these without `detail`; the contract promises one. */
    readonly omitsDetailInFull = false,
  ) {
    super(errors.map((error) => `${error.title}: ${error.detail}`).join("\n"));
  }
}

/** Missing and wrong tokens are told the same. */
export function unauthorized(): HttpError {
  const detail = "The Authorization header is missing, or its bearer token is not one of this service.";
  return new HttpError(401, [{ status: "401", title: "unauthorized", detail }], true);
}

/** Not there, or not for this caller to know about: the service does not tell which. */
export function notFound(what = "The requested resource"): HttpError {
  const detail = `${what} was not found, or you are not authorized to do this with it.`;
  return new HttpError(404, [{ status: "404", title: "not found", detail }], true);
}

export function badRequest(detail: string): HttpError {
  return new HttpError(400, [{ status: "400", title: "bad request", detail }]);
}

export function forbidden(detail: string): HttpError {
  return new HttpError(403, [{ status: "403", title: "forbidden", detail }]);
}

export function conflict(detail: string): HttpError {
  return new HttpError(409, [{ status: "409", title: "conflict", detail }]);
}

/** What was asked of a run or a stage is not possible in the status it has. */
export function transitionNotAllowed(detail: string): HttpError {
  return new HttpError(409, [{ status: "409", title: "transition not allowed", detail }]);
}

export function invalidContentType(): HttpError {
  const detail = "content-type must be application/vnd.api+json";
  return new HttpError(415, [{ status: "415", title: "invalid content type", detail }]);
}

/** The service's own limit is not public, nor what it answers above it. */
export function payloadTooLarge(maxBytes: number): HttpError {
  const detail = `The request's body is longer than ${maxBytes} bytes.`;
  return new HttpError(413, [{ status: "413", title: "payload too large", detail }]);
}

/** A document that breaks a rule at a place of its own, given as a JSON pointer. */
export function invalidAt(pointer: string, detail: string): HttpError {
  return new HttpError(422, [{ status: "422", title: "invalid attribute", detail, source: { pointer } }]);
}

/** Query parameters out of their limits; without a pointer, since there is no document to point into. */
export function invalidParameters(details: readonly string[]): HttpError {
  const errors = details.map((detail) => ({ status: "422", title: "invalid attribute", detail }));
  return new HttpError(422, errors);
}

/** Attributes that break rules, one error object for each. */
export function invalidAttributes(problems: readonly AttributeProblem[]): HttpError {
  const errors = problems.map(({ attribute, detail, pointer = `/data/attributes/${attribute}` }) => ({
    status: "422",
    title: "invalid attribute",
    detail,
    source: { pointer },
  }));
  return new HttpError(422, errors);
}

/** @throws ServiceError 422 when there is any problem. */
export function rejectInvalid(problems: readonly AttributeProblem[]): void {
  if (problems.length > 0) throw invalidAttributes(problems);
}

/** The documented body, numeric `status` and all. */
export function rateLimitExceeded(): HttpError {
  const detail = "You have exceeded the API's rate limit.";
  return new HttpError(429, [{ status: 429, title: "Too many requests", detail }]);
}

/**
 * What the real service does and this emulator does not. A client error, since clients of the service send again for minutes whatever is
 * answered with 500 and above, and take a 404 for something that is gone.
 *
 * @param what begins the detail: the operation, or the parameter.
 */
export function notEmulated(what: string): HttpError {
  const detail = `${what} is known to the real service, but this emulator does not emulate it. It emulates organizations, projects, workspaces, their tags and agent pools, run tasks, configuration versions, runs, task stages and task results.`;
  return new HttpError(400, [{ status: "400", title: "not emulated", detail }]);
}
