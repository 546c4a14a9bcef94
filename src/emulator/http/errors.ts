import type { AttributeProblem } from "../world/problem";

/** One item of an `errors` array (service-api.md section 2.5). */
export interface ErrorObject {
  /** A text as the contract says, but a number where the real service is documented to send one (429). */
  readonly status: string | number;
  readonly title: string;
  readonly detail: string;
  readonly source?: { readonly pointer: string };
}

/** An answer that is not a success; thrown by whatever finds out, turned into a response in one place. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";

  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429,
    readonly errors: readonly ErrorObject[],
    /** The real service sends these without `detail`; the contract promises one. */
    readonly withoutDetailInFull = false,
  ) {
    super(errors.map((error) => `${error.title}: ${error.detail}`).join("\n"));
  }
}

/** Missing and wrong tokens are told the same. */
export function unauthorized(): ServiceError {
  const detail = "The Authorization header is missing, or its bearer token is not one of this service.";
  return new ServiceError(401, [{ status: "401", title: "unauthorized", detail }], true);
}

/** Not there, or not for this caller to know about: the service does not tell which. */
export function notFound(what = "The requested resource"): ServiceError {
  const detail = `${what} was not found, or you are not authorized to do this with it.`;
  return new ServiceError(404, [{ status: "404", title: "not found", detail }], true);
}

export function badRequest(detail: string): ServiceError {
  return new ServiceError(400, [{ status: "400", title: "bad request", detail }]);
}

export function forbidden(detail: string): ServiceError {
  return new ServiceError(403, [{ status: "403", title: "forbidden", detail }]);
}

export function conflict(detail: string): ServiceError {
  return new ServiceError(409, [{ status: "409", title: "conflict", detail }]);
}

/** What was asked of a run or a stage is not possible in the status it has. */
export function transitionNotAllowed(detail: string): ServiceError {
  return new ServiceError(409, [{ status: "409", title: "transition not allowed", detail }]);
}

export function invalidContentType(): ServiceError {
  const detail = "content-type must be application/vnd.api+json";
  return new ServiceError(415, [{ status: "415", title: "invalid content type", detail }]);
}

/** The service's own limit is not public, nor what it answers above it. */
export function bodyTooLarge(maxBytes: number): ServiceError {
  const detail = `The request's body is longer than ${maxBytes} bytes.`;
  return new ServiceError(413, [{ status: "413", title: "payload too large", detail }]);
}

/** A document that breaks a rule at a place of its own, given as a JSON pointer. */
export function invalidAt(pointer: string, detail: string): ServiceError {
  return new ServiceError(422, [{ status: "422", title: "invalid attribute", detail, source: { pointer } }]);
}

/** Query parameters out of their limits; without a pointer, since there is no document to point into. */
export function invalidParameters(details: readonly string[]): ServiceError {
  const errors = details.map((detail) => ({ status: "422", title: "invalid attribute", detail }));
  return new ServiceError(422, errors);
}

/** Attributes that break rules, one error object for each. */
export function invalidAttributes(problems: readonly AttributeProblem[]): ServiceError {
  const errors = problems.map(({ attribute, detail, pointer = `/data/attributes/${attribute}` }) => ({
    status: "422",
    title: "invalid attribute",
    detail,
    source: { pointer },
  }));
  return new ServiceError(422, errors);
}

/** @throws ServiceError 422 when there is any problem. */
export function refuseProblems(problems: readonly AttributeProblem[]): void {
  if (problems.length > 0) throw invalidAttributes(problems);
}

/** The documented body, numeric `status` and all. */
export function rateLimitExceeded(): ServiceError {
  const detail = "You have exceeded the API's rate limit.";
  return new ServiceError(429, [{ status: 429, title: "Too many requests", detail }]);
}

/**
 * What the real service does and this emulator does not. A client error, since clients of the service send again for minutes whatever is
 * answered with 500 and above, and take a 404 for something that is gone.
 *
 * @param what begins the detail: the operation, or the parameter.
 */
export function notEmulated(what: string): ServiceError {
  const detail = `${what} is known to the real service, but this emulator does not emulate it. It emulates organizations, projects, workspaces, their tags and agent pools, run tasks, configuration versions, runs, task stages and task results.`;
  return new ServiceError(400, [{ status: "400", title: "not emulated", detail }]);
}
