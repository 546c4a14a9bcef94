import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface Comment {
  readonly id: number;
  /** `owner/name#1` */
  readonly on: string;
  body: string;
}

/** The comments of pull requests as GitHub's REST API has them, over HTTP, for the token `forge`. */
export class ForgeStandIn {
  readonly #comments: Comment[] = [];
  readonly #server: Server = createServer((request, response) => {
    void this.#respond(request).then(([status, content]) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The pull requests of all comments. */
  get comments(): readonly string[] {
    return this.#comments.map(({ on }) => on);
  }

  /** The only comment. */
  get comment(): string {
    return this.#comments.map(({ body }) => body).join("\n");
  }

  async #respond(request: IncomingMessage): Promise<readonly [status: number, content: unknown]> {
    const content = await text(request);
    if (request.headers.authorization !== "Bearer forge") return [401, { message: "Bad credentials" }];
    const path = request.url?.replace(/\?.*/, "") ?? "";
    const [, repository, number] = /^\/repos\/([^/]+\/[^/]+)\/issues\/(\d+)\/comments$/.exec(path) ?? [];
    const [, id] = /^\/repos\/[^/]+\/[^/]+\/issues\/comments\/(\d+)$/.exec(path) ?? [];
    const { body } = (content === "" ? {} : JSON.parse(content)) as { readonly body?: string };
    const on = `${repository}#${number}`;
    if (request.method === "GET" && number !== undefined) return [200, this.#comments.filter((it) => it.on === on)];
    if (request.method === "POST" && number !== undefined && body !== undefined) {
      const comment = { id: this.#comments.length + 1, on, body };
      this.#comments.push(comment);
      return [201, comment];
    }
    const comment = this.#comments.find((it) => String(it.id) === id);
    if (request.method !== "PATCH" || comment === undefined || body === undefined) return [404, {}];
    comment.body = body;
    return [200, comment];
  }
}
