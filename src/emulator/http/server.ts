import { setMaxListeners } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { badRequest } from "../errors";
import type { FaultQueue } from "./faults";
import { errorReply } from "./reply";
import type { Handler } from "./request";
import { readRequest } from "./request";
import { RequestHandler } from "./request-handler";
import type { RequestRecorder } from "./request-log";
import { sendReply } from "./send-reply";

/** How long the rest of a request body may take to arrive after the response, in milliseconds. */
const REST_OF_BODY_MS = 500;

export interface ServerOptions {
  /** Its requests are logged, and faults apply to them. */
  readonly service: Handler;
  /** Handles all requests to `controlPrefix` and below. */
  readonly control: Handler;
  readonly controlPrefix: string;
  readonly log: RequestRecorder;
  readonly faults: FaultQueue;
  /** Limit of a request body, in bytes. */
  readonly maxRequestBytes: number;
}

/** The emulator's HTTP server, on the loopback interface. */
export class HttpServer {
  readonly #server: Server;
  readonly #handler: RequestHandler;
  readonly #stopping = new AbortController();

  constructor(private readonly options: ServerOptions) {
    const { service, log, faults } = options;
    const { signal } = this.#stopping;
    // Each request that waits is a listener.
    setMaxListeners(0, signal);
    this.#handler = new RequestHandler(service, log, faults, signal);
    this.#server = createServer((incoming, outgoing) => {
      // Handlers reply to all errors: what remains are bugs, and a client must not wait for the reply.
      this.#handle(incoming, outgoing).catch(() => outgoing.destroy());
    });
  }

  /** Starts to listen. @param port 0 for a free one. @returns the port. @throws the network's error */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, "127.0.0.1", resolve);
    });
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("The emulator is not listening on a port.");
    return address.port;
  }

  /** Stops listening, drops requests that faults delay, and closes all connections. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { control, controlPrefix, maxRequestBytes } = this.options;
    const { signal } = this.#stopping;
    outgoing.once("finish", () => discardBody(incoming));
    const request = readRequest(incoming, maxRequestBytes);
    if (request === undefined) {
      const error = badRequest(`${incoming.method} ${incoming.url}: the target of a request must be a path.`);
      await sendReply(outgoing, errorReply(error, "documented"), signal);
    } else if (request.path === controlPrefix || request.path.startsWith(`${controlPrefix}/`)) {
      await sendReply(outgoing, await control(request), signal);
    } else {
      const { reply, fault } = await this.#handler.handle(request);
      await sendReply(outgoing, reply, signal, fault);
    }
  }
}

/** Makes the connection ready for its next request; closes it when the client does not finish its request soon. */
function discardBody(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  const timer = setTimeout(() => incoming.destroy(), REST_OF_BODY_MS).unref();
  incoming.once("close", () => clearTimeout(timer)).resume();
}
