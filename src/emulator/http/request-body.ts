import type { Readable } from "node:stream";
import { badRequest, payloadTooLarge } from "../errors";

/** Default limit of a request body, in bytes: a run task can report 5 MB for each outcome. */
export const DEFAULT_MAX_REQUEST_BYTES = 10 * 1024 * 1024;

/** @throws RangeError unless it is undefined or an integer of at least 1 */
export function checkMaxRequestBytes(maxBytes: number | undefined): void {
  if (maxBytes === undefined || (Number.isSafeInteger(maxBytes) && maxBytes > 0)) return;
  throw new RangeError(`maxRequestBytes must be an integer of at least 1, not ${maxBytes}.`);
}

/**
 * Maximum nesting of objects and arrays in a request body: the default of Ruby's JSON parser (our choice:
 * undocumented). Unknown attributes are serialized again in each response, which fails at some thousand levels.
 */
const MAX_NESTING = 100;

/** The text of the request body. @throws HttpError 413 when it is too long; IncompleteBodyError */
export type ReadBody = () => Promise<string>;

/** The client left before it had sent the whole body: the request must not be executed. */
export class IncompleteBodyError extends Error {
  override readonly name = "IncompleteBodyError";

  constructor() {
    super("The connection closed before the end of the request body.");
  }
}

/** The parts of a request needed to read its body. */
export type IncomingBody = Pick<Readable, "on" | "off" | "resume"> & {
  readonly headers: {
    readonly "content-length"?: string | undefined;
    readonly "transfer-encoding"?: string | undefined;
  };
};

/**
 * Reads a body up to a limit. The rest of a longer body is discarded as it arrives, so that the client can read the
 * response.
 *
 * @throws HttpError 413 when it is too long; IncompleteBodyError when the connection closes before the end
 */
export async function readText(incoming: IncomingBody, maxBytes: number): Promise<string> {
  const { "content-length": announced, "transfer-encoding": encoding } = incoming.headers;
  if (announced === undefined && encoding === undefined) return "";
  if (Number(announced ?? 0) > maxBytes) throw payloadTooLarge(maxBytes);
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    const done = (): void => {
      incoming.off("data", onData).off("end", onEnd).off("close", onClose);
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
      reject(new IncompleteBodyError());
    };
    // An error comes with "close". The listener stays, since an error without one ends the process.
    incoming
      .on("data", onData)
      .on("end", onEnd)
      .on("close", onClose)
      .on("error", () => undefined);
  });
}

/**
 * Parses a request body. The nesting is checked first, so that recursive code never gets a value that is too deep.
 *
 * @throws HttpError 400 when it is not JSON (our choice: undocumented) or nested too deep
 */
export function parseJson(text: string): unknown {
  if (isDeeperThan(MAX_NESTING, text)) {
    throw badRequest(`The request body is nested deeper than ${MAX_NESTING} levels.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw badRequest(`The request body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Whether brackets outside of strings are nested deeper. A single pass over any text. */
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
