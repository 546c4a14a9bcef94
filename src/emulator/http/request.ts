import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Reply } from "./reply";
import type { ReadBody } from "./request-body";
import { readText } from "./request-body";

/** A request to the service or to the control API, as it was sent. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, or the whole URL if the client sent it. */
  readonly target: string;
  /** Without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Scheme and host by which the client addressed the emulator. */
  readonly origin: string;
  readonly headers: IncomingHttpHeaders;
  /** The network address of the client. */
  readonly remoteAddress: string;
  readonly readBody: ReadBody;
}

/** Handles a request. Rejects with an IncompleteBodyError when the client left before it had sent the body. */
export type Handler = (request: HttpRequest) => Promise<Reply>;

/** The start of a whole URL, which clients send to proxies. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/**
 * The request of a message. Its body is read from now on, since it is lost when the client leaves and nobody reads it.
 *
 * @returns undefined when the target has no path, such as `*`
 */
export function readRequest(incoming: IncomingMessage, maxBodyBytes: number): HttpRequest | undefined {
  const { method = "GET", url: target = "", headers, socket } = incoming;
  const [path = "", query] = splitOnce(target.replace(ORIGIN, ""), "?");
  if (!path.startsWith("/")) return undefined;
  const body = readText(incoming, maxBodyBytes);
  // Not every handler reads it.
  body.catch(() => undefined);
  return {
    method,
    target,
    path,
    query: new URLSearchParams(query),
    origin: `http://${headers.host ?? `${socket.localAddress}:${socket.localPort}`}`,
    headers,
    remoteAddress: socket.remoteAddress ?? "",
    readBody: () => body,
  };
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
