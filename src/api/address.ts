import type { Environment } from "./environment";
import { ConfigurationError } from "./errors/configuration-error";

export const DEFAULT_HOSTNAME = "app.terraform.io";

/** Where the service is. */
export interface ServiceAddress {
  /** Without a slash at the end and without `/api/v2`. */
  readonly url: string;
  /** Host, with the port unless it is the usual one: under this name credentials are kept. */
  readonly host: string;
  /** Whether requests never leave this machine. */
  readonly isLoopback: boolean;
  /** Who named it, for messages: `TFE_ADDRESS`. */
  readonly source: string;
}

/**
 * The address that holds: argument `address`; argument `hostname`; `TFE_ADDRESS`; `TFE_HOSTNAME`; `https://app.terraform.io`
 * (DESIGN section 5). An empty text counts as not given.
 *
 * @throws ConfigurationError when the one that holds is no address, or would send the token in the clear.
 */
export function resolveAddress(
  given: { readonly address?: string | undefined; readonly hostname?: string | undefined },
  env: Environment,
): ServiceAddress {
  if (given.address) return parseAddress(given.address, "argument address");
  if (given.hostname) return parseHostname(given.hostname, "argument hostname");
  if (env["TFE_ADDRESS"]) return parseAddress(env["TFE_ADDRESS"], "TFE_ADDRESS");
  if (env["TFE_HOSTNAME"]) return parseHostname(env["TFE_HOSTNAME"], "TFE_HOSTNAME");
  return parseHostname(DEFAULT_HOSTNAME, "the default");
}

/** A host as credentials are kept under it: lower case, international names in their ASCII form, without the usual port. */
export function normalizeHost(host: string): string | undefined {
  if (host === "" || /[\s/?#@\\]/.test(host)) return undefined;
  const url = parseUrl(`https://${host}`);
  return url?.host;
}

function parseHostname(hostname: string, source: string): ServiceAddress {
  const host = normalizeHost(hostname.trim());
  if (host === undefined) {
    throw new ConfigurationError(
      `${source}: ${shown(hostname)} is not a host name. Give a name such as "tfe.example.com", or a whole address as TFE_ADDRESS.`,
    );
  }
  return describe(new URL(`https://${host}`), source);
}

function parseAddress(address: string, source: string): ServiceAddress {
  const url = parseUrl(address.trim());
  const refuse = (why: string): ConfigurationError =>
    new ConfigurationError(`${source}: ${shown(address)} ${why}. Give an address such as "https://tfe.example.com".`);
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw refuse("is not an https address");
  if (url.username !== "" || url.password !== "")
    throw refuse("has a user name or password in it; the token is given apart");
  if (url.search !== "" || url.hash !== "") throw refuse("has more after the path");
  const described = describe(url, source);
  if (url.protocol === "http:" && !described.isLoopback) {
    throw refuse(
      "would send the token unencrypted; plain http is only for this machine itself (localhost, 127.0.0.1, [::1])",
    );
  }
  return described;
}

/** A path before `/api/v2` is kept: some installations live behind one. */
function describe(url: URL, source: string): ServiceAddress {
  const prefix = url.pathname.replace(/\/+$/, "").replace(/\/api\/v2$/, "");
  return { url: url.origin + prefix, host: url.host, isLoopback: isLoopback(url.hostname), source };
}

/** `url.hostname` has IPv4 addresses in their dotted form and IPv6 in brackets, however they were written. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The address as given, but for a password in it. */
function shown(address: string): string {
  return JSON.stringify(address.replace(/\/\/[^/@]*@/, "//…@"));
}
