import type { CliConfigurationFile } from "./cli-configuration";
import type { Environment } from "./environment";
import { ConfigurationError } from "./errors/configuration-error";
import { normalizeHost, parseUrl } from "./host";
import { mayContainPassword, redactAddress } from "./redact-address";

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
 * For a host name, a `host` block of the Terraform CLI's configuration says where its service is (facts, section 7). Without one it is at the
 * host itself: the host is not asked (`/.well-known/terraform.json`), as go-tfe does not ask it either, because the answer is /api/v2 in every
 * release (service-api.md section 9) and would cost each process a request.
 *
 * @param files - The CLI configuration, which is read only if it is needed.
 * @throws ConfigurationError when the one that holds is no address, or would send the token in the clear.
 */
export function resolveAddress(
  given: { readonly address?: string | undefined; readonly hostname?: string | undefined },
  env: Environment,
  files: () => readonly CliConfigurationFile[] = () => [],
): ServiceAddress {
  if (given.address) return parseAddress(given.address, "argument address");
  if (given.hostname) return parseHostname(given.hostname, "argument hostname", files);
  if (env["TFE_ADDRESS"]) return parseAddress(env["TFE_ADDRESS"], "TFE_ADDRESS");
  if (env["TFE_HOSTNAME"]) return parseHostname(env["TFE_HOSTNAME"], "TFE_HOSTNAME", files);
  return parseHostname(DEFAULT_HOSTNAME, "the default", files);
}

function parseHostname(hostname: string, source: string, files: () => readonly CliConfigurationFile[]): ServiceAddress {
  const host = normalizeHost(hostname.trim());
  if (host === undefined) {
    throw new ConfigurationError(
      `${source}: ${redactAddress(hostname)} is not a host name. Give a name such as "tfe.example.com", or a whole address as TFE_ADDRESS.`,
    );
  }
  return hostBlockAddress(host, files()) ?? toServiceAddress(new URL(`https://${host}`), source);
}

/** The names under which the service's clients ask for it; that of the tfe provider first. */
const SERVICES = ["tfe.v2.2", "tfe.v2.1", "tfe.v2"];

/** Where the first `host` block for this host says that its service is; credentials stay those of the host. */
function hostBlockAddress(host: string, files: readonly CliConfigurationFile[]): ServiceAddress | undefined {
  for (const { path, services } of files) {
    const service = SERVICES.map((name) => services.get(host)?.get(name)).find((address) => address !== undefined);
    if (service === undefined) continue;
    const source = `host ${JSON.stringify(host)} in ${path}`;
    // As for a published document, a path alone is one of the host itself.
    const url = URL.canParse(service, `https://${host}`) ? new URL(service, `https://${host}`).href : service;
    if (!/\/api\/v2\/?$/.test(url)) {
      throw new ConfigurationError(
        `${source}: ${redactAddress(url)} does not end in /api/v2/, under which the service has all its paths.`,
      );
    }
    return { ...parseAddress(url, source), host };
  }
  return undefined;
}

function parseAddress(address: string, source: string): ServiceAddress {
  const url = parseUrl(address.trim());
  const refuse = (why: string): ConfigurationError =>
    new ConfigurationError(
      `${source}: ${redactAddress(address)} ${why}. Give an address such as "https://tfe.example.com".`,
    );
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw refuse("is not an https address");
  if (url.username !== "" || url.password !== "" || mayContainPassword(url))
    throw refuse("has a user name or password in it; the token is given apart");
  if (url.search !== "" || url.hash !== "") throw refuse("has more after the path");
  const described = toServiceAddress(url, source);
  if (url.protocol === "http:" && !described.isLoopback) {
    throw refuse(
      "would send the token unencrypted; plain http is only for this machine itself (localhost, 127.0.0.1, [::1])",
    );
  }
  return described;
}

/** A path before `/api/v2` is kept: some installations live behind one. */
function toServiceAddress(url: URL, source: string): ServiceAddress {
  const prefix = url.pathname.replace(/\/+$/, "").replace(/\/api\/v2$/, "");
  return { url: url.origin + prefix, host: url.host, isLoopback: isLoopback(url.hostname), source };
}

/** `url.hostname` has IPv4 addresses in their dotted form and IPv6 in brackets, however they were written. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
