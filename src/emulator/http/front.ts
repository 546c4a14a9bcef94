import { setTimeout as sleep } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import { CONTROL_PREFIX } from "../control/control-service";
import type { Fault, Faults } from "./faults";
import type { RequestLog } from "./request-log";
import { jsonResponse } from "./response";

/** What is needed of the connection that a request came over. */
interface Connection {
  readonly incoming: { readonly url?: string | undefined };
  readonly outgoing: {
    writeHead(status: number, headers: Readonly<Record<string, string | number>>): unknown;
    write(chunk: Uint8Array, done: () => void): unknown;
    destroy(): unknown;
  };
}

/** The service behind what a network can do to it: every request is logged, and faults happen here. The control interface is beside it. */
export class Front {
  constructor(
    private readonly service: Hono,
    private readonly control: Hono,
    private readonly log: RequestLog,
    private readonly faults: Faults,
  ) {}

  async answer(request: Request, connection: Connection): Promise<Response> {
    const { method } = request;
    const path = connection.incoming.url ?? "/";
    if (path === CONTROL_PREFIX || path.startsWith(`${CONTROL_PREFIX}/`))
      return this.control.fetch(request, connection);
    const fault = this.faults.take(method, path);
    if (fault === undefined) {
      const response = await this.service.fetch(request, connection);
      this.log.add({ method, path, status: response.status });
      return response;
    }
    return this.#answerFaulty(request, connection, path, fault);
  }

  async #answerFaulty(request: Request, connection: Connection, path: string, fault: Fault): Promise<Response> {
    const { method } = request;
    if (fault.delayMs !== undefined) await sleep(fault.delayMs);
    if (fault.drop === "before") {
      this.log.add({ method, path, status: 0 });
      return drop(connection);
    }
    const response =
      fault.status === undefined ? await this.service.fetch(request, connection) : faultyResponse(fault.status, fault);
    if (fault.drop === "after") {
      this.log.add({ method, path, status: 0 });
      return drop(connection);
    }
    this.log.add({ method, path, status: response.status });
    return fault.truncate === true ? truncate(response, connection) : response;
  }
}

function faultyResponse(status: number, { headers, body }: Fault): Response {
  if (body !== undefined) return new Response(body, { status, headers: { "content-type": "text/plain", ...headers } });
  const detail = "The emulator was told to answer so.";
  return jsonResponse(status, { errors: [{ status: String(status), title: "fault", detail }] }, headers);
}

function drop({ outgoing }: Connection): Response {
  outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Promises the whole body, sends half of it and closes the connection. */
async function truncate(response: Response, connection: Connection): Promise<Response> {
  const { outgoing } = connection;
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), "content-length": body.length });
  await new Promise<void>((resolve) => outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => resolve()));
  return drop(connection);
}
