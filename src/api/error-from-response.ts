import type { FailedRequest } from "./errors";
import { asObject, getString } from "../json";
import { redactRedirect } from "./redact";
import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  UnexpectedResponseError,
  UnprocessableEntityError,
} from "./response-errors";
import type { FailedResponse, ResponseError, ServiceProblem } from "./response-errors";
import type { HttpResponse } from "./transport";

/** The error for an unsuccessful response. Only its status decides, since titles differ between releases. */
export function errorFromResponse(
  response: HttpResponse,
  request: FailedRequest,
  context: {
    readonly credentials: { readonly source: string; readonly host: string };
    /** The service's address. */
    readonly address: string;
    readonly redact: (text: string) => string;
    /** Milliseconds that the response asks to wait. */
    readonly retryAfterMs: number | undefined;
  },
): ResponseError {
  const failed = failedResponse(response, context.redact);
  switch (response.status) {
    case 401:
      return new UnauthorizedError(request, failed, context.credentials);
    case 403:
      return new ForbiddenError(request, failed);
    case 404:
      return new NotFoundError(request, failed);
    case 409:
      return new ConflictError(request, failed);
    case 422:
      return new UnprocessableEntityError(request, failed);
    case 425:
      return new ServerError(request, failed);
    case 429:
      return new RateLimitedError(request, failed, context.retryAfterMs);
  }
  if (response.status >= 500) return new ServerError(request, failed);
  if (response.status >= 400) return new BadRequestError(request, failed);
  const location = response.header("location");
  const reason =
    location === undefined ? "unexpected status" : `redirect to ${redactRedirect(location, context.address)}`;
  return new UnexpectedResponseError(reason, request, failed);
}

/** The parts of a response that errors report. */
export function failedResponse(response: HttpResponse, redact: (text: string) => string): FailedResponse {
  const problems = problemsIn(response).map((problem) => redactProblem(problem, redact));
  return { status: response.status, problems, requestId: response.header("x-request-id") };
}

/** Redacts parsed texts, since JSON can escape the same text in many ways. */
function redactProblem(problem: ServiceProblem, redact: (text: string) => string): ServiceProblem {
  const one = (text: string | undefined): string | undefined => (text === undefined ? undefined : redact(text));
  const { status, title, detail, pointer } = problem;
  return { status: one(status), title: one(title), detail: one(detail), pointer: one(pointer) };
}

/**
 * The errors in a response, in any form that services and proxies send: `status` may be a number, `detail` and `title`
 * may be missing, an entry may be a string, the body may be plain text.
 */
function problemsIn(response: HttpResponse): readonly ServiceProblem[] {
  const body = parseJson(response.body);
  if (body === undefined) return problemInText(response.body);
  const { errors } = asObject(body);
  return (Array.isArray(errors) ? errors : errors === undefined ? [] : [errors]).map(parseProblem);
}

function parseProblem(entry: unknown): ServiceProblem {
  if (typeof entry === "string") return detailOnly(entry);
  const error = asObject(entry);
  const { status } = error;
  return {
    status: typeof status === "number" ? String(status) : getString(error, "status"),
    title: getString(error, "title"),
    detail: getString(error, "detail"),
    pointer: getString(asObject(error["source"]), "pointer"),
  };
}

/** The first line of plain text; empty for a web page, which proxies may send. */
function problemInText(body: string): readonly ServiceProblem[] {
  const line = body.trim().split("\n", 1)[0] ?? "";
  return line === "" || line.startsWith("<") ? [] : [detailOnly(line)];
}

function detailOnly(detail: string): ServiceProblem {
  return { status: undefined, title: undefined, detail, pointer: undefined };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
