import { asObject, getString } from "./document";
import { ConflictError } from "./errors/conflict-error";
import { ForbiddenError } from "./errors/forbidden-error";
import { UnprocessableEntityError } from "./errors/invalid-request-error";
import { NotFoundError } from "./errors/not-found-error";
import { RateLimitedError } from "./errors/rate-limited-error";
import { BadRequestError } from "./errors/refused-error";
import { ServerError } from "./errors/service-error";
import { UnauthorizedError } from "./errors/unauthorized-error";
import { UnexpectedResponseError } from "./errors/unexpected-response-error";
import type { FailedRequest } from "./errors/request-error";
import type { FailedResponse, ResponseError, ServiceProblem } from "./errors/response-error";
import { redactRedirect } from "./redact-address";
import type { HttpResponse } from "./transport";

/** The error that an answer without success stands for, by its status alone: titles differ from release to release. */
export function errorFromResponse(
  answer: HttpResponse,
  request: FailedRequest,
  context: {
    readonly credentials: { readonly source: string; readonly host: string };
    /** Of the service. */
    readonly address: string;
    readonly redact: (text: string) => string;
    /** Milliseconds the answer asked to wait. */
    readonly askedToWait: number | undefined;
  },
): ResponseError {
  const response = failedResponse(answer, context.redact);
  switch (answer.status) {
    case 401:
      return new UnauthorizedError(request, response, context.credentials);
    case 403:
      return new ForbiddenError(request, response);
    case 404:
      return new NotFoundError(request, response);
    case 409:
      return new ConflictError(request, response);
    case 422:
      return new UnprocessableEntityError(request, response);
    case 425:
      return new ServerError(request, response);
    case 429:
      return new RateLimitedError(request, response, context.askedToWait);
  }
  if (answer.status >= 500) return new ServerError(request, response);
  if (answer.status >= 400) return new BadRequestError(request, response);
  const location = answer.header("location");
  const reason =
    location === undefined ? "it is no success" : `it leads to ${redactRedirect(location, context.address)}`;
  return new UnexpectedResponseError(reason, request, response);
}

/** What an answer that is to become an error says. */
export function failedResponse(answer: HttpResponse, redact: (text: string) => string): FailedResponse {
  const problems = problemsIn(answer).map((problem) => redacted(problem, redact));
  return { status: answer.status, problems, requestId: answer.header("x-request-id") };
}

/** In JSON a text can be written in many ways, so what the service repeats is looked for in what was read. */
function redacted(problem: ServiceProblem, redact: (text: string) => string): ServiceProblem {
  const one = (text: string | undefined): string | undefined => (text === undefined ? undefined : redact(text));
  const { status, title, detail, pointer } = problem;
  return { status: one(status), title: one(title), detail: one(detail), pointer: one(pointer) };
}

/**
 * What the service said, however it said it (service-api.md section 2.5; facts: error envelope): `status` may be a number, `detail` and
 * `title` may be missing, an entry may be a plain text, the body may be no JSON.
 */
function problemsIn(answer: HttpResponse): readonly ServiceProblem[] {
  const body = parsed(answer.body);
  if (body === undefined) return plainText(answer);
  const { errors } = asObject(body);
  return (Array.isArray(errors) ? errors : errors === undefined ? [] : [errors]).map(problem);
}

function problem(entry: unknown): ServiceProblem {
  if (typeof entry === "string") return detailOnly(entry);
  const members = asObject(entry);
  const { status } = members;
  return {
    status: typeof status === "number" ? String(status) : getString(members, "status"),
    title: getString(members, "title"),
    detail: getString(members, "detail"),
    pointer: getString(asObject(members["source"]), "pointer"),
  };
}

/** The first line of a plain text; of a web page, as proxies send it, nothing. */
function plainText(answer: HttpResponse): readonly ServiceProblem[] {
  const line = answer.body.trim().split("\n", 1)[0] ?? "";
  return line === "" || line.startsWith("<") ? [] : [detailOnly(line)];
}

function detailOnly(detail: string): ServiceProblem {
  return { status: undefined, title: undefined, detail, pointer: undefined };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
