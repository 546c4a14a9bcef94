import { randomUUID } from "node:crypto";
import type { DocumentsOption } from "../documents/document";
import { ServiceError } from "./errors";
import type { ServiceAnswer } from "./route";

export const MEDIA_TYPE = "application/vnd.api+json";

type Headers = Readonly<Record<string, string>>;

/** Headers that every response has (facts, section 3). */
function standardHeaders(): Record<string, string> {
  return {
    "cache-control": "no-cache",
    "tfp-api-version": "2.6",
    "tfp-appname": "HCP Terraform",
    "x-request-id": randomUUID(),
  };
}

/** Any response of the service whose body is JSON. */
export function jsonResponse(status: number, document: object, headers: Headers = {}, type = MEDIA_TYPE): Response {
  const body = JSON.stringify(document);
  return new Response(body, {
    status,
    headers: { ...standardHeaders(), ...headers, "content-type": `${type}; charset=utf-8` },
  });
}

export function answerResponse(answer: ServiceAnswer, headers: Headers): Response {
  if ("document" in answer) return jsonResponse(answer.status, answer.document, headers);
  return new Response(null, { status: answer.status, headers: { ...standardHeaders(), ...headers } });
}

/** The error document for whatever was thrown; what is not a ServiceError is a defect of the emulator and says so. */
export function errorResponse(error: unknown, documents: DocumentsOption, headers: Headers = {}): Response {
  if (!(error instanceof ServiceError)) {
    const detail = `The emulator failed, which it never should: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    return jsonResponse(500, { errors: [{ status: "500", title: "internal server error", detail }] }, headers);
  }
  const bare = documents === "full" && error.withoutDetailInFull;
  const errors = bare ? error.errors.map(({ status, title }) => ({ status, title })) : error.errors;
  return jsonResponse(error.status, { errors }, headers);
}
