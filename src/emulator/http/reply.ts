import { createHash, randomUUID } from "node:crypto";
import { EMULATOR_SERVER, MEDIA_TYPE } from "../../model";
import { StorageError, HttpError } from "../errors";
import type { DocumentsOption } from "../engine/documents-option";
import type { RouteResult } from "./route";

/** A response as plain data, so that faults can be applied before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for no content. */
  readonly body: string | undefined;
}

type Headers = Readonly<Record<string, string>>;

/** Headers of every response of the service. */
function standardHeaders(): Headers {
  return {
    "cache-control": "no-cache",
    vary: "Accept-Encoding, Origin",
    "tfp-api-version": "2.6",
    "tfp-appname": "HCP Terraform",
    server: EMULATOR_SERVER,
    "x-request-id": randomUUID(),
  };
}

/** Headers of a successful response with a body. */
function cacheHeaders(text: string): Headers {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 32);
  return { "cache-control": "max-age=0, private, must-revalidate", etag: `W/"${hash}"` };
}

/** A reply with a JSON body. */
export function jsonReply(status: number, document: object, headers: Headers = {}, type = MEDIA_TYPE): Reply {
  return {
    status,
    headers: { ...standardHeaders(), ...headers, "content-type": `${type}; charset=utf-8` },
    body: JSON.stringify(document),
  };
}

export function resultReply(result: RouteResult, headers: Headers): Reply {
  const all = { ...standardHeaders(), ...headers };
  if (!("text" in result)) return { status: result.status, headers: all, body: undefined };
  const type = `${result.type ?? MEDIA_TYPE}; charset=utf-8`;
  const { status, text } = result;
  return { status, headers: { ...all, ...cacheHeaders(text), "content-type": type }, body: text };
}

/**
 * The error document for a thrown error. Any error but HttpError is 500: the state file cannot be written, or the
 * emulator has a bug.
 */
export function errorReply(error: unknown, documents: DocumentsOption, headers: Headers = {}): Reply {
  if (!(error instanceof HttpError)) {
    const detail =
      error instanceof StorageError
        ? error.message
        : `This is a bug in the emulator: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    return jsonReply(500, { errors: [{ status: "500", title: "internal server error", detail }] }, headers);
  }
  const bare = documents === "full" && error.omitsDetailInFull;
  const errors = bare ? error.errors.map(({ status, title }) => ({ status, title })) : error.errors;
  return jsonReply(error.status, { errors }, headers);
}
