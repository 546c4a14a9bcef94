import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Whether the response to a request arrives; `dropped`: neither, and the service does not get the request. */
type Delivery = "answer" | "never" | "dropped";

/** Called for each request before it is forwarded to the emulator. */
export type OnRequest = (method: string, path: string) => Delivery;

/**
 * A proxy between a client and the emulator that can withhold requests and responses. A response that never arrives
 * exceeds every limit of the client, however busy the machine is.
 */
export class Proxy {
  /** Requests that the emulator still processes; it continues when the client has given up. */
  readonly #inFlight = new Set<Promise<void>>();

  private constructor(
    private readonly server: Server,
    private readonly target: string,
    private readonly onRequest: OnRequest,
  ) {
    server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const forwarded = this.#forward(incoming, outgoing).finally(() => this.#inFlight.delete(forwarded));
      this.#inFlight.add(forwarded);
    });
  }

  /** @param target - The emulator's address. */
  static async start(target: string, onRequest: OnRequest): Promise<Proxy> {
    const server = createServer();
    const proxy = new Proxy(server, target, onRequest);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return proxy;
  }

  get address(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Waits until the emulator has processed all requests so far. */
  async processed(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  /** Afterwards the emulator processes no more requests. */
  async stop(): Promise<void> {
    await this.processed();
    const closed = once(this.server, "close");
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "GET", headers, url = "/" } = incoming;
    const delivery = this.onRequest(method, url);
    if (delivery === "dropped") return;
    const upstream = request(new URL(url, this.target), { method, headers: { ...headers, connection: "close" } });
    // Even if the response is withheld, the emulator gets the whole request.
    incoming.pipe(upstream);
    try {
      const [response] = (await once(upstream, "response")) as [IncomingMessage];
      if (delivery === "never") {
        response.resume();
        return;
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    } catch {
      outgoing.destroy();
    }
  }
}
