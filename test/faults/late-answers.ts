import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Which requests are answered too late: so many after so many. */
export interface Late {
  readonly skip: number;
  readonly times: number;
}

/**
 * Between a client and the emulator: some answers never arrive, although the work is done. That is later than every limit of the client,
 * whatever the machine is busy with.
 */
export class LateAnswers {
  #requests = 0;
  /** The emulator's work, which goes on when the client has given up. */
  readonly #underWay = new Set<Promise<void>>();

  private constructor(
    private readonly server: Server,
    private readonly target: string,
    private readonly late: Late,
  ) {
    server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const passed = this.#pass(incoming, outgoing).finally(() => this.#underWay.delete(passed));
      this.#underWay.add(passed);
    });
  }

  /** @param target - The emulator's address. */
  static async start(target: string, late: Late): Promise<LateAnswers> {
    const server = createServer();
    const answers = new LateAnswers(server, target, late);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return answers;
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
    const position = this.#requests;
    this.#requests += 1;
    const isLate = position >= this.late.skip && position < this.late.skip + this.late.times;
    const { method, headers, url = "/" } = incoming;
    const onward = request(new URL(url, this.target), { method, headers: { ...headers, connection: "close" } });
    // Whatever happens, the emulator gets the whole request: the client waits for it.
    incoming.pipe(onward);
    try {
      const [answer] = (await once(onward, "response")) as [IncomingMessage];
      if (isLate) {
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
