import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders, Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { waitUntil } from "../support/wait-until";

/** A request that a run task received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A run task: a server that receives requests, verifies the signature, and can report to the callback. */
export class RunTaskServer {
  readonly requests: ReceivedRequest[] = [];
  /**
   * The next responses, in order; 200 afterwards. `silence` closes the connection without a response.
   */
  readonly responses: (number | "silence" | "never")[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString();
        const payload = JSON.parse(body) as ReceivedRequest["payload"];
        this.requests.push({ method: request.method!, path: request.url!, headers: request.headers, body, payload });
        const answer = this.responses.shift() ?? 200;
        if (answer === "silence") request.socket.destroy();
        else if (answer !== "never") response.writeHead(answer, answer === 302 ? { location: "/elsewhere" } : {}).end();
      });
    });
  }

  static async start(): Promise<RunTaskServer> {
    const started = new RunTaskServer();
    await new Promise<void>((resolve) => started.#server.listen(0, "127.0.0.1", resolve));
    return started;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/check?strict=1`;
  }

  /** Waits for this many requests and returns them. */
  async received(count: number): Promise<readonly ReceivedRequest[]> {
    await waitUntil(() => this.requests.length >= count);
    return this.requests;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** The expected signature of a request. */
export function signature(key: string, body: string): string {
  return createHmac("sha512", key).update(body).digest("hex");
}

/** Reports to the callback of a request, as a run task does, with only the values of that request. */
export async function sendCallback(call: ReceivedRequest, attributes: object): Promise<number> {
  const response = await fetch(String(call.payload["task_result_callback_url"]), {
    method: "PATCH",
    headers: {
      authorization: `Bearer ${String(call.payload["access_token"])}`,
      "content-type": "application/vnd.api+json",
    },
    body: JSON.stringify({ data: { type: "task-results", attributes } }),
  });
  await response.text();
  return response.status;
}
