import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What becomes of the answer to a request whose work is done: it arrives, or never does. */
export type Delivery = "answer" | "never";

/** Told of each request before the emulator gets it. */
export type OnRequest = (method: string, path: string) => Delivery;

/**
 * Between a client and the emulator. An answer that never arrives, although the work is done, is later than every limit of the client,
 * whatever the machine is busy with.
 */
export class Proxy {
  /** The emulator's work, which goes on when the client has given up. */
  readonly #underWay = new Set<Promise<void>>();

  private constructor(
    private readonly server: Server,
    private readonly target: string,
    private readonly onRequest: OnRequest,
  ) {
    server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const passed = this.#pass(incoming, outgoing).finally(() => this.#underWay.delete(passed));
      this.#underWay.add(passed);
    });
  }

  /** @param target - The emulator's address. */
  static async start(target: string, onRequest: OnRequest): Promise<Proxy> {
    const server = createServer();
    const between = new Proxy(server, target, onRequest);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return between;
  }

  get address(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Afterwards the emulator does nothing more of what was asked for. */
  async stop(): Promise<void> {
    await Promise.all(this.#underWay);
    const closed = once(this.server, "close");
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "GET", headers, url = "/" } = incoming;
    const passage = this.onRequest(method, url);
    const onward = request(new URL(url, this.target), { method, headers: { ...headers, connection: "close" } });
    // Whatever happens, the emulator gets the whole request: the client waits for it.
    incoming.pipe(onward);
    try {
      const [answer] = (await once(onward, "response")) as [IncomingMessage];
      if (passage === "never") {
        answer.resume();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    } catch {
      outgoing.destroy();
    }
  }
}
