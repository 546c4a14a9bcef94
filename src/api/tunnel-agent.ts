import { request as httpRequest, STATUS_CODES } from "node:http";
import type { ClientRequest } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import type { AgentOptions, RequestOptions } from "node:https";
import type { Duplex } from "node:stream";
import { types } from "node:util";
import type { Proxy } from "./proxy";

/** The proxy opened no tunnel. Nothing was sent to the service. What the proxy says beside the status is not repeated: it may hold what it was sent. */
export class TunnelRefused extends Error {
  constructor(
    /** HTTP status of the proxy. */
    readonly status: number,
  ) {
    super(`the proxy answered ${[status, STATUS_CODES[status]].join(" ").trim()}`);
  }
}

/** The proxy could not be reached, or said nothing. Nothing was sent to the service. */
export class ProxyUnreachable extends Error {}

/**
 * Connections to the service through a proxy, each a tunnel (CONNECT) with TLS inside: the proxy sees the service's name and port and no more.
 *
 * axios can tunnel as well, but with a new tunnel for every request, and it takes the proxy's refusals for answers of the service: a 404 or
 * 403 of the proxy would tell about projects.
 */
export class TunnelAgent extends Agent {
  readonly #proxy: Proxy;
  readonly #timeout: number;
  readonly #opening = new Set<ClientRequest>();

  /** @param timeout - Milliseconds until a tunnel must stand. */
  constructor(options: AgentOptions, proxy: Proxy, timeout: number) {
    super(options);
    this.#proxy = proxy;
    this.#timeout = timeout;
  }

  override createConnection(
    options: RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const connect = this.#connect(options);
    this.#opening.add(connect);
    connect.once("close", () => this.#opening.delete(connect));
    // Node calls back with an error and no stream; its types know only both.
    const fail = callback as ((error: Error) => void) | undefined;
    connect.once("connect", ({ statusCode = 0 }, socket) => {
      this.#opening.delete(connect);
      if (statusCode >= 200 && statusCode <= 299) {
        const secure = super.createConnection(Object.assign({}, options, { socket }));
        if (secure) callback?.(null, secure);
        return;
      }
      socket.destroy();
      fail?.(new TunnelRefused(statusCode));
    });
    connect.on("error", (error) => fail?.(new ProxyUnreachable(textOf(error), { cause: error })));
    connect.end();
    return undefined;
  }

  override destroy(): void {
    for (const connect of this.#opening) connect.destroy();
    super.destroy();
  }

  #connect({ host, port }: RequestOptions): ClientRequest {
    const { hostname, port: proxyPort, isSecure, authorization } = this.#proxy;
    const name = host ?? "";
    const target = `${name.includes(":") ? `[${name}]` : name}:${port ?? 443}`;
    const connect = (isSecure ? httpsRequest : httpRequest)({
      method: "CONNECT",
      host: hostname,
      port: proxyPort,
      path: target,
      agent: false,
      ...(isSecure ? { secureContext: this.options.secureContext } : {}),
      headers: { Host: target, ...(authorization === undefined ? {} : { "Proxy-Authorization": authorization }) },
    });
    // Not the longest silence: a proxy that sends a little now and then would hold up a call, and the process, for ever.
    const late = (): void => void connect.destroy(new Error(`no answer within ${this.#timeout / 1000} s`));
    const timer = setTimeout(late, this.#timeout);
    for (const end of ["connect", "close"]) connect.once(end, () => clearTimeout(timer));
    return connect;
  }
}

function textOf(error: Error): string {
  const each: unknown[] = "errors" in error && Array.isArray(error.errors) ? error.errors : [error];
  return [...new Set(each.flatMap((one) => (types.isNativeError(one) ? one.message : [])))].join("; ");
}
