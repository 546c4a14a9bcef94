import type { IncomingMessage } from "node:http";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { anySignal } from "../../any-signal";
import type { Answer, OutgoingRequest } from "./exchange";

/** Time to respond, in milliseconds of real time (our choice: undocumented). */
const TIMEOUT_MS = 10_000;

/** How much of a body is kept, in characters (our choice: undocumented). */
const MAX_BODY_LENGTH = 10_000;

/** Sends a request, and reads the response. @param signal cancels it */
export async function exchange(request: OutgoingRequest, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await post(request, anySignal([signal, AbortSignal.timeout(TIMEOUT_MS)]));
    const headers = Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values] as const);
    return { status: response.statusCode, headers: Object.fromEntries(headers), body: await readStart(response) };
  } catch (error) {
    return { status: undefined, headers: {}, body: error instanceof Error ? error.message : String(error) };
  }
}

async function readStart(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of response.setEncoding("utf8")) {
    text += String(piece);
    if (text.length >= MAX_BODY_LENGTH) break;
  }
  return text.slice(0, MAX_BODY_LENGTH);
}

/** Posts; the caller reads the body of the response. Redirects are not followed. @throws the network's error */
export function post({ url, headers, body }: OutgoingRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const request = new URL(url).protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // Without an agent the connection closes afterwards, so that none outlives the emulator.
    const options = {
      method: "POST",
      agent: false,
      signal,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
    };
    request(url, options, resolve).on("error", reject).end(body);
  });
}
