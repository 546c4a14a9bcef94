import { setTimeout as sleep } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ControlService } from "../control/control-service";
import { CONTROL_PREFIX } from "../control/control-service";
import type { Fault, FaultQueue } from "./faults";
import type { Reply } from "./reply";
import { jsonReply } from "./reply";
import type { IncomingBody } from "./request-body";
import { readText } from "./request-body";
import type { RequestRecorder } from "./request-log";
import type { RequestInput, Service } from "./service";

/** The required parts of a request's connection. */
interface Connection {
  readonly incoming: IncomingBody & {
    readonly url?: string | undefined;
    readonly socket: { readonly remoteAddress?: string | undefined };
  };
  readonly outgoing: {
    writeHead(status: number, headers: Readonly<Record<string, string | number>>): unknown;
    readonly destroyed: boolean;
    write(chunk: Uint8Array, done?: () => void): unknown;
    end(chunk: Uint8Array): unknown;
    destroy(): unknown;
  };
}

/** Handles every request: logs it, applies faults to it, and passes it to the service or the control API. */
export class RequestHandler {
  constructor(
    private readonly service: Service,
    private readonly control: ControlService,
    private readonly log: RequestRecorder,
    private readonly faults: FaultQueue,
    /** Limit of a request body, in bytes. */
    private readonly maxRequestBytes: number,
  ) {}

  async handle(request: Request, connection: Connection): Promise<Response> {
    const { method } = request;
    const path = connection.incoming.url ?? "/";
    const readBody = (): Promise<string> => readText(connection.incoming, this.maxRequestBytes);
    if (path === CONTROL_PREFIX || path.startsWith(`${CONTROL_PREFIX}/`)) {
      return this.control(request, readBody);
    }
    const fault = this.faults.take(method, path);
    if (fault?.delayMs !== undefined) await pause(fault.delayMs);
    const reply = await this.#reply(request, fault, {
      remoteAddress: connection.incoming.socket.remoteAddress ?? "",
      readBody,
    });
    // Logged before it is sent, so that a client with a response finds the request in the log.
    this.log.add({ method, path, status: reply?.status ?? 0 });
    if (reply === undefined) connection.outgoing.destroy();
    else await send(reply, connection, fault);
    return RESPONSE_ALREADY_SENT;
  }

  /** Undefined to close the connection without a response. */
  async #reply(request: Request, fault: Fault | undefined, delivery: RequestInput): Promise<Reply | undefined> {
    if (fault?.drop === "before") return undefined;
    if (fault?.status !== undefined) return faultReply(fault.status, fault);
    const reply = await this.service(request, delivery);
    if (fault?.drop === "after") return undefined;
    return fault?.body === undefined ? reply : replaceBody(reply, fault);
  }
}

/** Waits without keeping the process alive: while the emulator runs, its server does. */
async function pause(delayMs: number): Promise<void> {
  await sleep(delayMs, undefined, { ref: false });
}

function replaceBody({ status, headers, body }: Reply, fault: Fault): Reply {
  return {
    status: body === undefined ? 200 : status,
    headers: { "content-type": "text/plain", ...headers, ...fault.headers },
    body: fault.body,
  };
}

function faultReply(status: number, { headers, body }: Fault): Reply {
  if (body !== undefined) return { status, headers: { "content-type": "text/plain", ...headers }, body };
  if (status < 400) return { status, headers: headers ?? {}, body: undefined };
  const detail = "A fault injected by the emulator.";
  return jsonReply(status, { errors: [{ status: String(status), title: "fault", detail }] }, headers);
}

/** Sends a reply. A truncated one announces the whole body, sends half of it and closes the connection. */
async function send(
  { status, headers, body }: Reply,
  { outgoing }: Connection,
  { truncate: truncated = false, dripMs }: Fault = {},
): Promise<void> {
  if (truncated && body === undefined) {
    // A response without a body can only be truncated by sending nothing.
    outgoing.destroy();
    return;
  }
  const content = Buffer.from(body ?? "");
  outgoing.writeHead(status, body === undefined ? headers : { ...headers, "content-length": content.length });
  if (dripMs !== undefined) {
    for (const byte of content) {
      if (outgoing.destroyed) return;
      outgoing.write(Uint8Array.of(byte));
      await pause(dripMs);
    }
    outgoing.end(Buffer.alloc(0));
    return;
  }
  if (!truncated) {
    outgoing.end(content);
    return;
  }
  await new Promise<void>((resolve) => outgoing.write(content.subarray(0, content.length / 2), () => resolve()));
  outgoing.destroy();
}
