import {
  ConnectionError,
  DeadlineExceededError,
  RateLimitedError,
  ResponseError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
  UnexpectedResponseError,
  type RequestError,
} from "../api";
import { DEFAULT_SOURCE, type ServiceAddress } from "../api/address";
import type { Environment } from "../api/cli-configuration";
import type { Proxy } from "../api/proxy";
import { PROXY_CODES, TransportFailure } from "../api/transport-failure";
import type { Finding } from "./check";
import { sourceName } from "./source-name";

/** How requests are sent. */
export interface Route {
  readonly address: ServiceAddress;
  readonly proxy: Proxy | undefined;
  readonly env: Environment;
  /** Time limit of a request, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Why a request failed, if that does not depend on the requested object. Undefined for a 401, 403 or 404 of the service
 * itself.
 */
export function requestFinding(error: RequestError, route: Route): Finding | undefined {
  if (error instanceof ConnectionError) return connectionFinding(error, route);
  if (error instanceof RateLimitedError || (error instanceof DeadlineExceededError && error.attempts === 0))
    return rateLimited(route);
  if (error instanceof TimeoutError || error instanceof DeadlineExceededError) return timeout(route);
  if (error instanceof UnexpectedResponseError) return error.isIncomplete ? unexpected(error) : notTheApi(error, route);
  if (error instanceof ServerError) {
    return {
      code: "SERVER_ERROR",
      message: `The service at ${route.address.url}, or a proxy in front of it, failed with status ${error.status}`,
      next: "Try again later, or see the service's status page.",
    };
  }
  if (!(error instanceof ResponseError)) return unexpected(error);
  if (!isFromService(error)) return notTheApi(error, route);
  if (error instanceof UnauthorizedError) return undefined;
  return error.status === 403 || error.status === 404 ? undefined : unexpected(error);
}

/** A response of the service has errors with a status or a title; that of another server or a gateway does not. */
function isFromService({ problems }: ResponseError): boolean {
  return problems.some(({ status, title }) => status !== undefined || title !== undefined);
}

function unexpected(error: RequestError): Finding {
  return {
    code: "UNEXPECTED_RESPONSE",
    message: error.message,
    next: "Check the version of the service. If it is a current one, report this as a bug of tfprojects.",
  };
}

function notTheApi({ method, path, status }: ResponseError, { address }: Route): Finding {
  const what = status >= 300 && status <= 399 ? "a redirect" : "a response that is not one of the API";
  return {
    code: "NOT_THE_API",
    message:
      `The server at ${address.url} is not the API of HCP Terraform: ` + `${method} ${path} gives ${what} (${status})`,
    next:
      `Correct the address (${originOf(address)}): https://app.terraform.io, or that of your Terraform Enterprise. ` +
      "A login page or a gateway in front of it gives such responses too: connect to the VPN, or let the API pass.",
  };
}

function timeout({ address, proxy, timeoutMs }: Route): Finding {
  const via = proxy === undefined ? "" : ` via the proxy ${proxy.url} (from ${proxy.source})`;
  return {
    code: "TIMEOUT",
    message: `No response from ${address.url}${via} within ${timeoutMs / 1000} s`,
    next:
      proxy === undefined
        ? "Check the address and the firewall: a proxy may be needed (HTTPS_PROXY)."
        : `Check the proxy, or exclude ${address.host} from it with NO_PROXY.`,
  };
}

/** Also applies without a 429: a response may say that no request is left, and for how long. */
function rateLimited({ address, timeoutMs }: Route): Finding {
  return {
    code: "RATE_LIMITED",
    message: `${address.url} asks to wait for longer than ${timeoutMs / 1000} s, because the rate limit is exceeded`,
    next: "Other programs send requests for the same user: use a token of another user, or run this again later.",
  };
}

/** Where an address comes from, for people: `from TFE_ADDRESS`. */
export function originOf({ source }: ServiceAddress): string {
  return source === DEFAULT_SOURCE ? source : `from ${sourceName(source)}`;
}

function connectionFinding(error: ConnectionError, route: Route): Finding {
  const { cause } = error;
  const message = cause instanceof Error ? cause.message : error.message;
  const code = cause instanceof TransportFailure ? cause.code : undefined;
  return (
    (route.proxy === undefined ? undefined : proxyFinding(code, message, route, route.proxy)) ??
    (error.reason === "untrusted" ? certificateFinding(code, message, route) : networkFinding(code, message, route))
  );
}

function proxyFinding(code: string | undefined, why: string, route: Route, proxy: Proxy): Finding | undefined {
  const { url, source, authorization } = proxy;
  const { host } = route.address;
  const instead = `exclude ${host} from it with NO_PROXY`;
  switch (code) {
    case PROXY_CODES.timeout:
      return timeout(route);
    case PROXY_CODES.unreachable:
      return {
        code: "PROXY_UNREACHABLE",
        message: `The proxy ${url} (from ${source}) cannot be reached: ${why}`,
        next: `Correct ${source}, or ${instead}.`,
      };
    case PROXY_CODES.authentication:
      return {
        code: "PROXY_AUTHENTICATION",
        message:
          `The proxy ${url} (from ${source}) ` +
          (authorization === undefined
            ? "requires a user name and password (407)"
            : "rejects the user name and password (407)"),
        next:
          (authorization === undefined ? `Add them to ${source}` : `Correct them in ${source}`) +
          ", such as http://USER:PASSWORD@proxy.example.com:3128, with special characters percent-encoded; " +
          `or ${instead}.`,
      };
    case PROXY_CODES.rejected:
      return {
        code: "PROXY_REJECTED",
        message: `The proxy ${url} (from ${source}) does not allow connections to ${host}: ${why}`,
        next: `Have it allow ${host}, or ${instead}.`,
      };
    case PROXY_CODES.failed:
      return {
        code: "PROXY_FAILED",
        message: `The proxy ${url} (from ${source}) could not connect to ${host}: ${why}`,
        next: `Check the address (${originOf(route.address)}), and that the proxy can reach it.`,
      };
    default:
      return undefined;
  }
}

function certificateFinding(code = "", why: string, { address, env }: Route): Finding {
  const { host } = address;
  switch (code) {
    case "CERT_HAS_EXPIRED":
      return {
        code: "CERTIFICATE_EXPIRED",
        message: `The certificate of ${host} has expired, or that of its authority (${code})`,
        next: "Have it renewed by whoever runs the service, and check the clock of this machine.",
      };
    case "CERT_NOT_YET_VALID":
      return {
        code: "CERTIFICATE_NOT_YET_VALID",
        message: `The certificate of ${host} is not valid yet (${code})`,
        next: "Check the clock of this machine.",
      };
    case "ERR_TLS_CERT_ALTNAME_INVALID":
    case "HOSTNAME_MISMATCH":
      return {
        code: "CERTIFICATE_WRONG_HOST",
        message: `The certificate of ${host} is for another host: ${why}`,
        next: `Use the host name that the certificate is for (the address is ${originOf(address)}).`,
      };
    default:
      return {
        code: "CERTIFICATE_UNTRUSTED",
        message: `The certificate of ${host} is not trusted: ${why} (${code})`,
        next: `${trustedSoFar(env)} If it is issued by your own authority, or by a proxy that inspects TLS, set \
NODE_EXTRA_CA_CERTS or SSL_CERT_FILE to the authority's certificates in PEM format. Never turn verification off.`,
      };
  }
}

/** Names the files that are already read, so that nobody sets another variable to one of them. */
function trustedSoFar(env: Environment): string {
  const set = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].filter((name) => env[name]);
  if (set.length === 0) return "Only the authorities that Node.js comes with are trusted.";
  const files = set.map((name) => `${name} (${env[name] ?? ""})`).join(" and ");
  return `${files} ${set.length > 1 ? "do" : "does"} not have its authority.`;
}

function networkFinding(code = "", why: string, { address }: Route): Finding {
  const { host } = address;
  const from = originOf(address);
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_FAIL":
    case "ENODATA":
      return {
        code: "DNS",
        message: `The name in ${address.url} (${from}) cannot be resolved: ${why}`,
        next: "Check the name, the network and the VPN. Where only a proxy can resolve names, set HTTPS_PROXY.",
      };
    case "ECONNREFUSED":
      return {
        code: "CONNECTION_REFUSED",
        message: `Nothing accepts connections at ${address.url} (${from}): ${why}`,
        next: "Check host and port of the address, and that the service is running.",
      };
    default:
      if (/^(EPROTO|ERR_SSL_)/.test(code)) {
        return {
          code: "NOT_TLS",
          message: `The server at ${host} (${from}) does not speak TLS at this port (${code})`,
          next: "Check the port of the address: the API needs https.",
        };
      }
      if (/^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM|)$/.test(code)) {
        return {
          code: "CONNECTION_LOST",
          message: `The connection to ${address.url} (${from}) was closed: ${why}`,
          next: "Try again. If it happens each time, a firewall or proxy on the way closes it.",
        };
      }
      return {
        code: "UNREACHABLE",
        message: `${address.url} (${from}) cannot be reached: ${why}`,
        next: "Check the network, the VPN and the firewall. Where only a proxy has access, set HTTPS_PROXY.",
      };
  }
}
