import { BlockList, isIP } from "node:net";
import type { ServiceAddress } from "./address";
import type { Environment } from "./cli-configuration";
import { mayContainPassword, redactAddress } from "./redact";
import { ConfigurationError } from "./errors";

/** The proxy in front of the service. */
export interface Proxy {
  /** Without credentials and path: `http://proxy.example.com:3128`. */
  readonly url: string;
  readonly hostname: string;
  readonly port: number;
  /** Whether the connection to the proxy itself uses TLS. */
  readonly isSecure: boolean;
  /** Value of `Proxy-Authorization`; undefined without credentials. Must not appear in messages. */
  readonly authorization: string | undefined;
  /** The setting that the proxy comes from, for messages: `HTTPS_PROXY`. */
  readonly source: string;
}

/** The variables that Go's net/http reads for https, in its order, then ALL_PROXY, which Go does not read. */
const VARIABLES = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

/**
 * The proxy that the environment sets for the service, by Terraform's rules (Go's net/http): HTTPS_PROXY unless
 * NO_PROXY excludes the host, upper case before lower case. No proxy is used for this machine. HTTP_PROXY does not
 * apply, since plain http is allowed only to this machine.
 *
 * @throws ConfigurationError when the proxy is invalid; the message does not contain its user name and password.
 */
export function resolveProxy(address: ServiceAddress, env: Environment): Proxy | undefined {
  if (address.isLoopback) return undefined;
  const source = VARIABLES.find((name) => env[name]?.trim());
  const noProxy = [env["NO_PROXY"], env["no_proxy"]].find((text) => text !== undefined && text !== "");
  if (source === undefined || isExcluded(new URL(address.url), noProxy ?? "")) return undefined;
  const value = env[source]?.trim() ?? "";
  const url = parseProxy(value);
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:") || mayContainPassword(url)) {
    // Often a SOCKS proxy for other programs; Terraform does not read the variable at all.
    if (source.toUpperCase() === "ALL_PROXY") return undefined;
    throw new ConfigurationError(
      `${source} is not a supported proxy: ${redactProxy(value, url)}. ` +
        `Use an http or https proxy such as "http://proxy.example.com:3128", or exclude ${address.host} with NO_PROXY.`,
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

/** Explains how to write delimiters in a user name or password, which are the usual cause. */
function redactProxy(value: string, url: URL | undefined): string {
  const redacted = redactAddress(url === undefined || mayContainPassword(url) ? value : `${url.protocol}//${url.host}`);
  if (!value.includes("@")) return redacted;
  return `${redacted} (in a user name or password, write / as %2F, @ as %40, ? as %3F and # as %23)`;
}

/** An address without a scheme is taken as http, as in Go. */
function parseProxy(text: string): URL | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

function authorizationOf(url: URL): string | undefined {
  if (url.username === "" && url.password === "") return undefined;
  const credentials = `${decode(url.username)}:${decode(url.password)}`;
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether NO_PROXY excludes the host, by Go's rules: `*` matches all; an IP address or CIDR range (`10.0.0.0/8`)
 * matches addresses; a name matches itself and its subdomains; with a leading dot or `*.`, only subdomains. An entry
 * with a port matches only that port.
 */
function isExcluded(url: URL, noProxy: string): boolean {
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port === "" ? "443" : url.port;
  return noProxy
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== "" && (entry === "*" || matches(entry, hostname, port)));
}

function matches(entry: string, hostname: string, port: string): boolean {
  if (entry.includes("/")) return isInRange(hostname, entry);
  const { host, port: only } = splitPort(entry);
  if (only !== undefined && only !== port) return false;
  if (isIP(host) !== 0 || isIP(hostname) !== 0) return host === hostname;
  const suffix = host.replace(/^\*?\./, "");
  return hostname.endsWith(`.${suffix}`) || (suffix === host && hostname === host);
}

function splitPort(entry: string): { readonly host: string; readonly port: string | undefined } {
  const match = /^(?:\[(?<v6>[^\]]*)\]|(?<name>[^:]*))(?::(?<port>\d+))?$/.exec(entry);
  return { host: match?.groups?.["v6"] ?? match?.groups?.["name"] ?? entry, port: match?.groups?.["port"] };
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
