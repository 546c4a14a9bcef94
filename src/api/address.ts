import type { CliConfigurationFile, Environment } from "./cli-configuration";
import { ConfigurationError } from "./errors";
import { isLoopback, normalizeHost, parseUrl } from "./host";
import { mayContainPassword, redactAddress } from "./redact";

/** Host name of HCP Terraform, used unless another is configured. */
export const DEFAULT_HOSTNAME = "app.terraform.io";

/** The `source` of an address that defaults to {@link DEFAULT_HOSTNAME}. */
export const DEFAULT_SOURCE = "the default";

/** The address of the service. */
export interface ServiceAddress {
  /** Without a trailing slash and without `/api/v2`. */
  readonly url: string;
  /** Host, with the port unless it is the default; the key of its credentials. */
  readonly host: string;
  /** Whether requests stay on this machine. */
  readonly isLoopback: boolean;
  /** The setting that the address comes from, for messages: `TFE_ADDRESS`. */
  readonly source: string;
}

/**
 * The first of: argument `address`; argument `hostname`; `TFE_ADDRESS`; `TFE_HOSTNAME`; `https://app.terraform.io`. An
 * empty string counts as not set.
 *
 * For a host name, a `host` block of the Terraform CLI configuration may set the service's address. Otherwise the
 * service is at the host itself. As in go-tfe, service discovery (`/.well-known/terraform.json`) is not used: the path
 * is `/api/v2` in every release, and discovery would cost each process a request.
 *
 * @param files - Reads the CLI configuration; called only if needed.
 * @throws ConfigurationError when the address is invalid or would send the token unencrypted.
 */
export function resolveAddress(
  options: { readonly address?: string | undefined; readonly hostname?: string | undefined },
  env: Environment,
  files: () => readonly CliConfigurationFile[] = () => [],
): ServiceAddress {
  if (options.address) return parseAddress(options.address, "argument address");
  if (options.hostname) return parseHostname(options.hostname, "argument hostname", files);
  if (env["TFE_ADDRESS"]) return parseAddress(env["TFE_ADDRESS"], "TFE_ADDRESS");
  if (env["TFE_HOSTNAME"]) return parseHostname(env["TFE_HOSTNAME"], "TFE_HOSTNAME", files);
  return parseHostname(DEFAULT_HOSTNAME, DEFAULT_SOURCE, files);
}

function parseHostname(hostname: string, source: string, files: () => readonly CliConfigurationFile[]): ServiceAddress {
  const host = normalizeHost(hostname.trim());
  if (host === undefined) {
    const url = parseUrl(hostname.trim());
    const meant = url === undefined || !/^https?:$/.test(url.protocol) || hasPassword(url) ? undefined : url.host;
    throw new ConfigurationError(
      `${source}: ${redactAddress(hostname)} is not a valid host name. Use a name` +
        `${meant === undefined ? ' such as "tfe.example.com"' : `, here ${JSON.stringify(meant)}`}, ` +
        "or set TFE_ADDRESS to a URL.",
    );
  }
  return hostBlockAddress(host, files()) ?? toServiceAddress(new URL(`https://${host}`), source);
}

/** Service identifiers of the API in a `host` block, the tfe provider's first. */
const SERVICES = ["tfe.v2.2", "tfe.v2.1", "tfe.v2"];

/** The service's address in the first `host` block for this host. Credentials are still looked up by the host. */
function hostBlockAddress(host: string, files: readonly CliConfigurationFile[]): ServiceAddress | undefined {
  for (const { path, services } of files) {
    const service = SERVICES.map((name) => services.get(host)?.get(name)).find((address) => address !== undefined);
    if (service === undefined) continue;
    const source = `host ${JSON.stringify(host)} in ${path}`;
    // As in a discovery document, a path is relative to the host itself.
    const url = URL.canParse(service, `https://${host}`) ? new URL(service, `https://${host}`).href : service;
    if (!API_PATH.test(url)) {
      throw new ConfigurationError(
        `${source}: ${redactAddress(url)} does not end in /api/v2/, the base path of the service's API.`,
      );
    }
    return { ...parseAddress(url, source), host };
  }
  return undefined;
}

function parseAddress(address: string, source: string): ServiceAddress {
  const url = parseUrl(address.trim());
  const invalid = (why: string, next = 'Use an address such as "https://tfe.example.com".'): ConfigurationError =>
    new ConfigurationError(`${source}: ${redactAddress(address)} ${why}. ${next}`);
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw invalid("is not an https address");
  if (hasPassword(url)) throw invalid("contains a user name or password, but the token is configured separately");
  const root = rootOfPage(url);
  if (root !== undefined) {
    const atPath = HCP_TERRAFORM.test(url.host) ? "" : "; if the service is at that path, add /api/v2 to it";
    throw invalid("is the address of a page, not of the service", `Use "${root}"${atPath}.`);
  }
  if (url.search !== "" || url.hash !== "") throw invalid("contains a query or a fragment");
  const serviceAddress = toServiceAddress(url, source);
  if (url.protocol === "http:" && !serviceAddress.isLoopback)
    throw invalid(
      "would send the token unencrypted; plain http is allowed only for this machine (localhost, 127.0.0.1, [::1])",
    );
  return serviceAddress;
}

function hasPassword(url: URL): boolean {
  return url.username !== "" || url.password !== "" || mayContainPassword(url);
}

/**
 * The address of the service, from that of a page or operation; undefined for any other address. A path that ends in
 * `/api/v2` is never that of a page.
 */
function rootOfPage({ origin, pathname, host }: URL): string | undefined {
  if (API_PATH.test(pathname)) return undefined;
  // HCP Terraform has no path prefix.
  if (HCP_TERRAFORM.test(host) && pathname !== "/") return origin;
  const [, prefix] = /^(.*?)\/(?:(?:app|session)(?:\/.*)?|api\/v2\/.*)$/.exec(pathname) ?? [];
  return prefix === undefined ? undefined : origin + prefix;
}

/** `app.terraform.io`, and those of its regions, such as `app.eu.terraform.io`. */
const HCP_TERRAFORM = /^app\.(?:[a-z]+\.)?terraform\.io$/;

const API_PATH = /\/api\/v2\/*$/;

/** Keeps a path before `/api/v2`, for installations behind a path prefix. */
function toServiceAddress(url: URL, source: string): ServiceAddress {
  const prefix = url.pathname.replace(API_PATH, "").replace(/\/+$/, "");
  return { url: url.origin + prefix, host: url.host, isLoopback: isLoopback(url.hostname), source };
}
