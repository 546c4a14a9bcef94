import { request as httpRequest, STATUS_CODES } from "node:http";
import type { ClientRequest } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import type { AgentOptions, RequestOptions } from "node:https";
import type { Duplex } from "node:stream";
import { types } from "node:util";
import type { Proxy } from "./proxy";
import { PROXY_CODES, TransportFailure } from "./transport-failure";

/**
 * Connections to the service via a proxy, each a tunnel (CONNECT) with TLS inside: the proxy sees only the service's
 * name and port.
 *
 * Neither axios nor https-proxy-agent can replace it: axios opens a tunnel for every request, both treat a proxy's 403
 * or 404 as the service's response, which would mean that a project does not exist, and neither limits the time to open
 * a tunnel.
 */
export class TunnelAgent extends Agent {
  readonly #proxy: Proxy;
  readonly #timeoutMs: number;
  readonly #opening = new Set<ClientRequest>();

  /** @param timeoutMs - Time limit for opening a tunnel. */
  constructor(options: AgentOptions, proxy: Proxy, timeoutMs: number) {
    super(options);
    this.#proxy = proxy;
    this.#timeoutMs = timeoutMs;
  }

  override createConnection(
    options: RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const connect = this.#connect(options);
    this.#opening.add(connect);
    connect.once("close", () => this.#opening.delete(connect));
    // Node calls back with an error and no stream; its types require both.
    const fail = callback as ((error: Error) => void) | undefined;
    connect.once("connect", ({ statusCode = 0 }, socket) => {
      this.#opening.delete(connect);
      if (statusCode >= 200 && statusCode <= 299) {
        const secure = super.createConnection(Object.assign({}, options, { socket }));
        if (secure) callback?.(null, secure);
        return;
      }
      socket.destroy();
      fail?.(rejection(statusCode));
    });
    connect.on("error", (error) => fail?.(error instanceof TransportFailure ? error : unreachable(error)));
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
    // Not a limit on inactivity, which a proxy that sends a few bytes now and then would never reach.
    const abort = (): void => {
      const message = `no response within ${this.#timeoutMs / 1000} s`;
      connect.destroy(new TransportFailure("unreachable", message, PROXY_CODES.timeout));
    };
    const timer = setTimeout(abort, this.#timeoutMs);
    for (const end of ["connect", "close"]) connect.once(end, () => clearTimeout(timer));
    return connect;
  }
}

/** Only the status is reported: the proxy's response may echo the request. */
function rejection(status: number): TransportFailure {
  const message = `the proxy responded with ${[status, STATUS_CODES[status]].join(" ").trim()}`;
  if (status >= 500) return new TransportFailure("unreachable", message, PROXY_CODES.failed);
  return new TransportFailure("proxy", message, status === 407 ? PROXY_CODES.authentication : PROXY_CODES.rejected);
}

function unreachable(error: Error): TransportFailure {
  const errors: unknown[] = "errors" in error && Array.isArray(error.errors) ? error.errors : [error];
  const messages = errors.flatMap((each) => (types.isNativeError(each) ? each.message : []));
  return new TransportFailure("unreachable", [...new Set(messages)].join("; "), PROXY_CODES.unreachable);
}
