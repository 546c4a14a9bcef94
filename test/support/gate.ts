import { createServer, request as send, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that has come to the gate. */
export interface GateRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** What a test does with a request: wait as long as it likes, before it goes on or before its answer goes back. */
export interface GateKeeper {
  before?(request: GateRequest): void | Promise<void>;
  after?(request: GateRequest): void | Promise<void>;
  /** Changes the body of an answer. */
  rewrite?(body: string): string;
}

/**
 * Stands before a service: what the keeper lets through goes on to it, and its answer comes back; a dropped connection
 * is dropped here too.
 */
export class Gate {
  keeper: GateKeeper = {};
  readonly address: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(service: string): Promise<Gate> {
    let gate: Gate | undefined = undefined;
    const server = createServer((incoming, outgoing) => void gate?.pass(service, incoming, outgoing));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    gate = new Gate(server);
    return gate;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  private async pass(service: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = "GET", url: path = "/", headers } = incoming;
    // What is rewritten must be text.
    if (this.keeper.rewrite !== undefined) headers["accept-encoding"] = "identity";
    const request = { method, path, body: body.toString() };
    await this.keeper.before?.(request);
    const onwards = send(new URL(path, service), { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", () => outgoing.destroy());
      answer.on("end", () => {
        void Promise.resolve(this.keeper.after?.(request)).then(() => {
          const sent = Buffer.concat(parts);
          const body = this.keeper.rewrite === undefined ? sent : Buffer.from(this.keeper.rewrite(sent.toString()));
          const { "content-length": length, ...others } = answer.headers;
          const headers = length === undefined ? others : { ...others, "content-length": String(body.length) };
          outgoing.writeHead(answer.statusCode ?? 502, headers).end(body);
        });
      });
    });
    onwards.on("error", () => outgoing.destroy());
    onwards.end(body);
  }
}
