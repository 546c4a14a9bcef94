import { BlockList, isIP } from "node:net";
import type { ServiceAddress } from "./address";
import type { Environment } from "./environment";
import { ConfigurationError } from "./errors/configuration-error";
import { mayContainPassword, redactAddress } from "./redact-address";

/** The proxy through which the service is reached. */
export interface Proxy {
  /** Without credentials and path: `http://proxy.example.com:3128`. */
  readonly url: string;
  readonly hostname: string;
  readonly port: number;
  /** Whether the proxy itself is spoken to over TLS. */
  readonly isSecure: boolean;
  /** For `Proxy-Authorization`; undefined where the proxy asks for none. In no message. */
  readonly authorization: string | undefined;
  /** Who named it, for messages: `HTTPS_PROXY`. */
  readonly source: string;
}

/** Those that Go's net/http reads for https, in its order; ALL_PROXY, which it does not read, comes last. */
const VARIABLES = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

/**
 * The proxy that the environment names for the service, by the rules of Terraform (Go's net/http): HTTPS_PROXY unless NO_PROXY names the
 * host, in capitals before small letters. Never one for this machine itself. HTTP_PROXY is for plain http, which is spoken to this machine
 * alone.
 *
 * @throws ConfigurationError when it is not a proxy that can be used; without its user name and password.
 */
export function resolveProxy(address: ServiceAddress, env: Environment): Proxy | undefined {
  if (address.isLoopback) return undefined;
  const source = VARIABLES.find((name) => env[name]?.trim());
  const exceptions = [env["NO_PROXY"], env["no_proxy"]].find((text) => text !== undefined && text !== "");
  if (source === undefined || isExempt(new URL(address.url), exceptions ?? "")) return undefined;
  const given = env[source]?.trim() ?? "";
  const url = parseProxy(given);
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:") || mayContainPassword(url)) {
    // Such a variable often names a SOCKS proxy for other programs; Terraform does not look at it at all.
    if (source.toUpperCase() === "ALL_PROXY") return undefined;
    throw new ConfigurationError(
      `${source} names no proxy that can be used: ${shownProxy(given, url)}. ` +
        `Give one such as "http://proxy.example.com:3128", or except ${address.host} from it with NO_PROXY.`,
    );
  }
  const isSecure = url.protocol === "https:";
  return {
    url: url.origin,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
    isSecure,
    authorization: authorizationOf(url),
    source,
  };
}

/** Percent-encoded, what parts a user name and a password from the rest may be in them. */
function shownProxy(given: string, url: URL | undefined): string {
  const shown = redactAddress(url === undefined || mayContainPassword(url) ? given : `${url.protocol}//${url.host}`);
  return `${shown}${given.includes("@") ? " (in a user name and a password, write / as %2F, @ as %40, ? as %3F and # as %23)" : ""}`;
}

/** As Go does, an address without a scheme is one of http. */
function parseProxy(text: string): URL | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

function authorizationOf(url: URL): string | undefined {
  if (url.username === "" && url.password === "") return undefined;
  const credentials = `${unescaped(url.username)}:${unescaped(url.password)}`;
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether NO_PROXY excepts the host, as Go reads it: `*` for all; an IP address or a range of them (`10.0.0.0/8`); a name for itself and all
 * below it; with a leading dot, or `*.`, for those below it alone; each with a port for that port alone.
 */
function isExempt(url: URL, exceptions: string): boolean {
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port === "" ? "443" : url.port;
  return exceptions
    .split(",")
    .map((exception) => exception.trim().toLowerCase())
    .some((exception) => exception !== "" && (exception === "*" || excepts(exception, hostname, port)));
}

function excepts(exception: string, hostname: string, port: string): boolean {
  if (exception.includes("/")) return isInRange(hostname, exception);
  const { host, port: only } = splitPort(exception);
  if (only !== undefined && only !== port) return false;
  if (isIP(host) !== 0 || isIP(hostname) !== 0) return host === hostname;
  const suffix = host.replace(/^\*?\./, "");
  return hostname.endsWith(`.${suffix}`) || (suffix === host && hostname === host);
}

function splitPort(exception: string): { readonly host: string; readonly port: string | undefined } {
  const match = /^(?:\[(?<v6>[^\]]*)\]|(?<name>[^:]*))(?::(?<port>\d+))?$/.exec(exception);
  return { host: match?.groups?.["v6"] ?? match?.groups?.["name"] ?? exception, port: match?.groups?.["port"] };
}

function isInRange(hostname: string, range: string): boolean {
  const [network = "", length = ""] = range.split("/");
  const family = isIP(network);
  if (family === 0 || isIP(hostname) !== family || !/^\d{1,3}$/.test(length)) return false;
  if (Number(length) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(network, Number(length), type);
  return list.check(hostname, type);
}
