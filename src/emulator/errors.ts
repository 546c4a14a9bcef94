import { firstLines, MEDIA_TYPE } from "../model";

/* All errors of the emulator: first of its controls and its state file, then the service's error responses. */

/** A value of the wrong type or shape, or one that a rule forbids. */
export interface DecodeProblem {
  /** JSON path, such as `$.organizations[0].name`. */
  readonly path: string;
  /** The rest of a sentence that begins with the value. */
  readonly problem: string;
  /** What a value of the wrong type should be, such as `a string`. */
  readonly expected?: string | undefined;
}

/**
 * Values of the wrong type or shape. `path` and `problem` are those of the first one; the message has the first ten.
 */
export class DecodeError extends Error implements DecodeProblem {
  override readonly name = "DecodeError";
  /** All problems, in document order; never empty. */
  readonly problems: readonly DecodeProblem[];

  constructor(
    readonly path: string,
    readonly problem: string,
    others: readonly DecodeProblem[] = [],
    readonly expected?: string,
  ) {
    const problems = [{ path, problem, expected }, ...others];
    super(firstLines(problems.map((it) => `${it.path}: ${it.problem}`)).join("\n"));
    this.problems = problems;
  }

  /** Does nothing if there are no problems. @throws DecodeError with these problems */
  static throwIfAny([first, ...others]: readonly DecodeProblem[]): void {
    if (first !== undefined) throw new DecodeError(first.path, first.problem, others, first.expected);
  }
}

/** An out-of-band change that the emulator rejects: an unknown ID, or a change that the service itself would reject. */
export class ControlError extends Error {
  override readonly name = "ControlError";
}

/** Changes could not be made durable and must not be acknowledged. */
export class StorageError extends Error {
  override readonly name = "StorageError";

  constructor(path: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `The state file ${path} could not be written: ${why}. The latest changes may be lost when the emulator stops; ` +
        "the next request tries to write them again.",
      { cause },
    );
  }
}

/** A damaged line of a state file. */
export class DamagedLineError extends Error {
  override readonly name = "DamagedLineError";

  constructor(
    /** Counted from 1. */
    readonly line: number,
    readonly problem: string,
  ) {
    super(`line ${line}: ${problem}`);
  }
}

/** An invalid attribute; `detail` is the service's error message. */
export interface AttributeProblem {
  /** The attribute's key, such as `auto-destroy-at`. */
  readonly attribute: string;
  readonly detail: string;
  /** JSON pointer of the invalid value. @default the attribute of the document's resource */
  readonly pointer?: string;
}

/** One item of an `errors` array; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs#error-documents */
export interface ErrorObject {
  /** A string, except in the documented response to too many requests (429), which has a number. */
  readonly status: string | number;
  readonly title: string;
  readonly detail: string;
  readonly source?: { readonly pointer: string };
}

/** An error response. Thrown anywhere in a route, and turned into a response in one place. */
export class HttpError extends Error {
  override readonly name = "HttpError";

  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429,
    readonly errors: readonly ErrorObject[],
    /** The service sends these errors without `detail`; clients of the documented API expect one. */
    readonly omitsDetailInFull = false,
  ) {
    super(errors.map((error) => `${error.title}: ${error.detail}`).join("\n"));
  }
}

/** The same for missing and invalid tokens. */
export function unauthorized(): HttpError {
  const detail = "The Authorization header is missing, or its bearer token is invalid.";
  return new HttpError(401, [{ status: "401", title: "unauthorized", detail }], true);
}

/** The same for objects that do not exist and objects that the principal cannot read. */
export function notFound(what = "The requested resource"): HttpError {
  const detail = `${what} was not found, or you are not authorized to perform this operation on it.`;
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

/** The status of a run or task stage does not permit the operation. */
export function transitionNotAllowed(detail: string): HttpError {
  return new HttpError(409, [{ status: "409", title: "transition not allowed", detail }]);
}

export function invalidContentType(): HttpError {
  const detail = `content-type must be ${MEDIA_TYPE}`;
  return new HttpError(415, [{ status: "415", title: "invalid content type", detail }]);
}

/** Neither the service's limit nor its response above it is documented. */
export function payloadTooLarge(maxBytes: number): HttpError {
  const detail = `The request body is longer than ${maxBytes} bytes.`;
  return new HttpError(413, [{ status: "413", title: "payload too large", detail }]);
}

/** An invalid document; `pointer` is the JSON pointer of the invalid part. */
export function invalidAt(pointer: string, detail: string): HttpError {
  return new HttpError(422, [{ status: "422", title: "invalid attribute", detail, source: { pointer } }]);
}

/** The service's other error for an invalid attribute, which clients know by its text. */
export function validationFailed(detail: string): HttpError {
  return new HttpError(422, [{ status: "422", title: "invalid attributes", detail: `Validation failed: ${detail}` }]);
}

/** What the request asks for cannot be done; without a pointer. */
export function unprocessable(detail: string): HttpError {
  return new HttpError(422, [{ status: "422", title: "unprocessable entity", detail }]);
}

/** Invalid query parameters; without a pointer, since there is no document. */
export function invalidParameters(details: readonly string[]): HttpError {
  const errors = details.map((detail) => ({ status: "422", title: "invalid attribute", detail }));
  return new HttpError(422, errors);
}

/** The JSON pointer of the invalid value. */
export function pointerOf({ attribute, pointer = `/data/attributes/${attribute}` }: AttributeProblem): string {
  return pointer;
}

/** Invalid attributes, one error object for each problem. */
function invalidAttributes(problems: readonly AttributeProblem[]): HttpError {
  const errors = problems.map((problem) => ({
    status: "422",
    title: "invalid attribute",
    detail: problem.detail,
    source: { pointer: pointerOf(problem) },
  }));
  return new HttpError(422, errors);
}

/** @throws HttpError 422 when there are any problems */
export function rejectInvalid(problems: readonly AttributeProblem[]): void {
  if (problems.length > 0) throw invalidAttributes(problems);
}

/** The documented body, including its numeric `status`. */
export function rateLimitExceeded(): HttpError {
  const detail = "You have exceeded the API's rate limit.";
  return new HttpError(429, [{ status: 429, title: "Too many requests", detail }]);
}

/**
 * An operation of the service that the emulator does not have. A client error, since clients retry 500 and above for
 * minutes, and treat 404 as "deleted".
 *
 * @param what the operation or the parameter; begins the detail
 */
export function notEmulated(what: string): HttpError {
  const detail = `${what} is not emulated, though the service has it: docs/emulator.md says what the emulator lacks.`;
  return new HttpError(400, [{ status: "400", title: "not emulated", detail }]);
}
