import type { ServerResponse } from "node:http";
import type { Fault } from "./faults";
import { pause } from "./pause";
import type { Reply } from "./reply";

/**
 * Sends a reply; undefined closes the connection. A truncated one announces the whole body, sends half of it and closes
 * the connection. Does nothing when the client has left.
 *
 * @param signal ends a response that is sent a byte at a time
 */
export async function sendReply(
  outgoing: ServerResponse,
  reply: Reply | undefined,
  signal: AbortSignal,
  { truncate: truncated = false, dripMs }: Fault = {},
): Promise<void> {
  if (outgoing.destroyed) return;
  // A response without a body can only be truncated by sending nothing.
  if (reply === undefined || (truncated && reply.body === undefined)) {
    outgoing.destroy();
    return;
  }
  const { status, headers, body } = reply;
  const content = Buffer.from(body ?? "");
  outgoing.writeHead(status, body === undefined ? headers : { ...headers, "content-length": content.length });
  if (dripMs !== undefined) {
    await drip(outgoing, content, dripMs, signal);
  } else if (truncated) {
    outgoing.write(content.subarray(0, content.length / 2), () => outgoing.destroy());
  } else {
    outgoing.end(content);
  }
}

async function drip(outgoing: ServerResponse, content: Buffer, dripMs: number, signal: AbortSignal): Promise<void> {
  for (const byte of content) {
    if (outgoing.destroyed) return;
    outgoing.write(Uint8Array.of(byte));
    if (!(await pause(dripMs, signal))) return;
  }
  outgoing.end();
}
