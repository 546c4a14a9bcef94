import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Client } from "../../src/api";
import type { ClientOptions } from "../../src/api";

export const TOKEN = "the-secret-token";

/** A request as received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly receivedAtMs: number;
  readonly socket: Socket;
}

/** A response, with status 200 by default, or a function that writes one. */
export type ScriptedResponse =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  | ((response: ServerResponse, request: ReceivedRequest) => void);

/** A service that sends scripted responses, valid or not. After the end of the script it repeats the last one. */
export class ScriptedService {
  readonly requests: ReceivedRequest[] = [];
  #script: readonly ScriptedResponse[] = [];
  #answered = 0;

  private constructor(
    readonly server: Server,
    readonly address: string,
  ) {}

  /** @param server - Another kind of server, not listening yet. */
  static async start(server: Server = createServer()): Promise<ScriptedService> {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const service = new ScriptedService(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on("request", (request, response) => service.#take(request, response));
    return service;
  }

  /** Replaces the script, and clears the recorded requests. */
  script(...answers: ScriptedResponse[]): void {
    this.#script = answers;
    this.#answered = 0;
    this.requests.length = 0;
  }

  client(options: ClientOptions = {}): Client {
    const retryPolicy = { initialDelayMs: 1, maxDelayMs: 1 };
    return new Client({ address: this.address, token: TOKEN, env: {}, retryPolicy, ...options });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const arrived: ReceivedRequest = {
        method: request.method!,
        path: request.url!,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        receivedAtMs: performance.now(),
        socket: request.socket,
      };
      this.requests.push(arrived);
      const answer = this.#script[Math.min(this.#answered++, this.#script.length - 1)];
      if (typeof answer === "function") {
        answer(response, arrived);
        return;
      }
      const body = answer?.body;
      response.writeHead(answer?.status ?? 200, { "content-type": "application/vnd.api+json", ...answer?.headers });
      response.end(body === undefined || typeof body === "string" ? body : JSON.stringify(body));
    });
  }
}

/** A minimal project document. */
export function projectDocument(id = "prj-1", attributes: object = {}): { readonly data: object } {
  return { data: projectResource(id, attributes) };
}

/** A page of a list; by default the only one. */
export function listDocument(
  resources: readonly object[],
  { number = 1, size = 20, total = resources.length }: { number?: number; size?: number; total?: number } = {},
): { readonly data: readonly object[]; readonly meta: object } {
  const pages = Math.max(1, Math.ceil(total / size));
  const pagination = {
    "current-page": number,
    "page-size": size,
    "prev-page": number > 1 ? number - 1 : null,
    "next-page": number < pages ? number + 1 : null,
    "total-pages": pages,
    "total-count": total,
  };
  return { data: resources, meta: { pagination } };
}

export function projectResource(id: string, attributes: object = {}): object {
  return {
    id,
    type: "projects",
    attributes: { name: `name of ${id}`, ...attributes },
    relationships: { organization: { data: { id: "acme", type: "organizations" } } },
  };
}
