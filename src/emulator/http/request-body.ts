import type { Readable } from "node:stream";
import { badRequest, payloadTooLarge } from "./errors";

/** How long a body may be unless an option says otherwise, in bytes: the public limit of what a run task reports is 5 MB for each outcome. */
export const DEFAULT_MAX_REQUEST_BYTES = 10 * 1024 * 1024;

/** @throws RangeError when it is given, and is no number of bytes that a body can have. */
export function checkMaxRequestBytes(maxBytes: number | undefined): void {
  if (maxBytes === undefined || (Number.isSafeInteger(maxBytes) && maxBytes > 0)) return;
  throw new RangeError(`maxRequestBytes is ${maxBytes}; it must be a whole number of bytes above 0.`);
}

/**
 * How many objects and arrays a request's body may hold one in the other; that of Ruby's JSON, with which the service is written
 * (emulator's choice: nothing public is said of it). What is kept of a request is written as JSON again for every answer that shows it,
 * and that fails for what is nested some thousand times.
 */
const MAX_NESTING = 100;

/** The text of a request's body, read when it is asked for, once. @throws ServiceError 413 when it is too long. */
export type ReadBody = () => Promise<string>;

/** What is needed of a request to read its body. */
export type IncomingBody = Pick<Readable, "on" | "off" | "resume"> & {
  readonly headers: { readonly "content-length"?: string | undefined };
};

/**
 * Reads a body that is no longer than a limit. Of a longer one nothing is kept: what still comes is thrown away as it comes, so that the
 * client gets to read the answer.
 *
 * @throws ServiceError 413 when it is too long; Error when the connection closes amid it.
 */
export async function readText(incoming: IncomingBody, maxBytes: number): Promise<string> {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) throw payloadTooLarge(maxBytes);
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    const done = (): void => {
      incoming.off("data", onData).off("end", onEnd).off("error", reject).off("close", onClose);
      chunks = [];
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      done();
      incoming.resume();
      reject(payloadTooLarge(maxBytes));
    };
    const onEnd = (): void => {
      const bytes = Buffer.concat(chunks);
      done();
      resolve(new TextDecoder().decode(bytes));
    };
    const onClose = (): void => {
      done();
      reject(new Error("The connection was closed before the request's body had come."));
    };
    incoming.on("data", onData).on("end", onEnd).on("error", reject).on("close", onClose);
  });
}

/**
 * The JSON of a request's body. It is looked at before it is parsed: nothing that goes down into values ever meets one that is too deep.
 *
 * @throws ServiceError 400 when it is none, of which the service's public documentation does not speak, or is nested too deep.
 */
export function parseJson(text: string): unknown {
  if (isDeeperThan(MAX_NESTING, text)) {
    throw badRequest(`The request's body is nested deeper than ${MAX_NESTING} objects and arrays.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`The request's body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Whether objects and arrays, by the brackets outside of strings, are nested deeper. One pass, whatever the text is. */
function isDeeperThan(levels: number, json: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isInString) {
      if (character === "\\") at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}
