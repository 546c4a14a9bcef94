import { afterAttempts, RequestError, outcomeHint } from "./request-error";
import type { FailedRequest } from "./request-error";

/**
 * - `unreachable`: no connection came about: name not found, refused, no route;
 * - `proxy`: the proxy refused to lead to the service: it wants a user name and password, or does not allow the host;
 * - `untrusted`: the service's certificate was not accepted;
 * - `broken`: the connection ended, or the answer was cut short.
 */
export type ConnectionFailure = "unreachable" | "proxy" | "untrusted" | "broken";

/** The service could not be reached, or the connection broke before its whole answer was there. */
export class ConnectionError extends RequestError {
  static override readonly kind: string = "ConnectionError";
  override readonly name = "ConnectionError";
  readonly code = "connection";
  readonly reason: ConnectionFailure;
  /** The service's address. */
  readonly address: string;

  constructor(
    request: FailedRequest,
    service: {
      readonly address: string;
      /** Who named the address. */
      readonly source: string;
      /** The proxy it is reached through, and who named it. */
      readonly proxy?: { readonly url: string; readonly source: string } | undefined;
    },
    failure: {
      readonly reason: ConnectionFailure;
      /** Built anew from the transport's error, so that no header comes along. */
      readonly cause: Error;
    },
  ) {
    super(
      `no answer from ${service.address} (from ${service.source})${throughProxy(service.proxy)}${afterAttempts(request)}: ${failure.cause.message}.` +
        `${outcomeHint(request)} ${ADVICE[failure.reason]}`,
      request,
      { cause: failure.cause },
    );
    this.reason = failure.reason;
    this.address = service.address;
  }
}

function throughProxy(proxy: { readonly url: string; readonly source: string } | undefined): string {
  return proxy === undefined ? "" : ` through the proxy ${proxy.url} (from ${proxy.source})`;
}

const ADVICE: Readonly<Record<ConnectionFailure, string>> = {
  unreachable: "Check the address, and that the service runs and can be reached from here (proxy, firewall).",
  proxy:
    "Check the proxy's address, and the user name and password in it, or except the service from it with NO_PROXY.",
  untrusted:
    "Check the address; for a certificate authority of your own, name its file in NODE_EXTRA_CA_CERTS or SSL_CERT_FILE.",
  broken: "Try again.",
};
