import { once } from "node:events";
import {
  Agent,
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { asObject, isObject } from "../../src/json";

/** How the response to some requests is changed. */
export interface Change {
  /** Of the method and the path below `/api/v2` with its query, decoded: `GET /projects/prj-…`. */
  readonly on: RegExp;
  /** Whether the request is one of them, by its headers and body. @default all */
  readonly when?: (headers: IncomingMessage["headers"], body: string) => boolean;
  /** Only the response to the one with this number, from 1. @default all of them */
  readonly number?: number;
  readonly status?: number;
  /** Undefined for one that is removed. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** JSON pointer of a member of the document that is changed. */
  readonly at?: string;
  /** Its new value. @default it is removed */
  readonly to?: unknown;
  /** The new items of a list, in place of `to`. */
  readonly items?: (items: readonly unknown[]) => readonly unknown[];
  /** Only documents about an object whose name ends so. @default all */
  readonly named?: string;
}

/** A proxy in front of a service, which changes responses. */
export class ChangingProxy {
  #change: Change | undefined;
  #count = 0;
  readonly #agent = new Agent({ keepAlive: true });

  private constructor(
    private readonly server: Server,
    private readonly upstream: string,
  ) {}

  static async start(upstream: string): Promise<ChangingProxy> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const proxy = new ChangingProxy(server, upstream);
    server.on(
      "request",
      (request: IncomingMessage, response: ServerResponse) => void proxy.#forward(request, response),
    );
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on. */
  apply(change: Change | undefined): void {
    this.#change = change;
    this.#count = 0;
  }

  /** How many responses were changed since {@link apply}, or would have been, had they the number. */
  get count(): number {
    return this.#count;
  }

  stop(): void {
    this.#agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    const body = await textOf(request);
    const { host: _, connection: __, ...others } = headers;
    const sent = send(this.upstream + url, { method, headers: others, agent: this.#agent });
    sent.end(body);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const change = this.#changeOf(`${method} ${decodeURIComponent(url.replace("/api/v2", ""))}`, headers, body);
    const text = modified(await textOf(answer), change);
    const all = Object.entries({ ...answer.headers, ...change?.headers });
    const ofConnection = ["content-length", "connection", "keep-alive", "transfer-encoding"];
    const kept = all.filter(([name, value]) => value !== undefined && !ofConnection.includes(name));
    response.writeHead(change?.status ?? answer.statusCode ?? 0, Object.fromEntries(kept));
    response.end(text);
  }

  #changeOf(target: string, headers: IncomingMessage["headers"], body: string): Change | undefined {
    const change = this.#change;
    if (change?.on.test(target) !== true || change.when?.(headers, body) === false) return undefined;
    this.#count += 1;
    return change.number === undefined || change.number === this.#count ? change : undefined;
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function modified(text: string, change: Change | undefined): string {
  if (change?.at === undefined) return text;
  const document: unknown = JSON.parse(text);
  const { name } = asObject(asObject(asObject(asObject(document)["data"])["attributes"]));
  if (change.named !== undefined && !String(name).endsWith(change.named)) return text;
  return JSON.stringify(changed(document, change.at.split("/").slice(1), change));
}

/** The value with another member at the path; the same if it has none there. */
function changed(value: unknown, [name, ...rest]: readonly string[], change: Change): unknown {
  if (name === undefined) return change.items && Array.isArray(value) ? change.items(value) : change.to;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === name ? changed(item, rest, change) : item));
  return isObject(value) ? { ...value, [name]: changed(value[name], rest, change) } : value;
}
