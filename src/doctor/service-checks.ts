import { existsSync } from "node:fs";
import { ApiError } from "../api";
import { resolveAddress, type ServiceAddress } from "../api/address";
import { resolveCaCertificates } from "../api/ca-certificates";
import { readCliConfiguration, type CliConfigurationFile, type Environment } from "../api/cli-configuration";
import { findCredentials, type Credentials, type MissingCredentials } from "../api/credentials";
import { resolveProxy, type Proxy } from "../api/proxy";
import { readTextFileSync } from "../text-file";
import { messageOf } from "../system-errors";
import { failed, passed, skipAll, skipped, warning, type Check } from "./check";
import type { ServiceSettings } from "./code-settings";
import { requestChecks, skipRequests } from "./request-checks";
import { originOf, type Route } from "./request-finding";
import { sourceName } from "./source-name";

interface ServiceCheckOptions {
  readonly env: Environment;
  /** Time limit of each request, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Checks the connection to the service, the owner of the token, and its permissions. Sends one request, and one for
 * each organization. None changes anything.
 */
export async function checkService(
  settings: ServiceSettings,
  { env, timeoutMs }: ServiceCheckOptions,
): Promise<readonly Check[]> {
  let read: readonly CliConfigurationFile[] | undefined;
  const files = (): readonly CliConfigurationFile[] => (read ??= readCliConfiguration(env));
  const address = attempt(() => resolveAddress(settings, env, files));
  if ("error" in address) {
    // The message says which setting, and what to use in its place.
    const next = "Correct the setting: plan, apply and drift would fail with the same error.";
    const check = failed("address", { code: "INVALID_ADDRESS", message: address.error, next });
    const why = "needs a valid address";
    return [check, ...skipAll(["proxy", "certificates", "token"], why), ...skipRequests(settings, why)];
  }
  const proxy = attempt(() => resolveProxy(address.value, env));
  const certificates = certificatesCheck(address.value, env);
  const credentials = attempt(() => findCredentials(settings.token, address.value.host, env, files));
  const used = "value" in credentials && "token" in credentials.value ? credentials.value : undefined;
  const token =
    used === undefined ? noToken(credentials, address.value) : tokenCheck(used, settings, address.value, env, files());
  const found = [addressCheck(address.value, settings, env), proxyCheck(proxy, address.value, env), certificates];
  const skippedRest = (why: string): readonly Check[] => [...found, token, ...skipRequests(settings, why)];
  if ("error" in proxy) return skippedRest("needs a valid proxy");
  if (certificates.status === "failed") return skippedRest("needs a valid file of certificates");

  const route: Route = { address: address.value, proxy: proxy.value, env, timeoutMs };
  const answers = await requestChecks(settings, used?.token, route);
  if (answers.tokenFinding === undefined) return [...found, token, ...answers.checks];
  const { details, values } = token;
  return [...found, failed("token", { ...answers.tokenFinding, details, values }), ...answers.checks];
}

/** A setting, or the message that explains why it is invalid. */
type Attempt<T> = { readonly value: T } | { readonly error: string };

function attempt<T>(resolve: () => T): Attempt<T> {
  try {
    return { value: resolve() };
  } catch (error) {
    if (error instanceof ApiError) return { error: error.message };
    throw error;
  }
}

function addressCheck(address: ServiceAddress, settings: ServiceSettings, env: Environment): Check {
  const message = `${address.url} (${originOf(address)})`;
  const values = { url: address.url, host: address.host, source: sourceName(address.source) };
  const { TFE_ADDRESS, TFE_HOSTNAME } = env;
  const isSetInCode = settings.address !== undefined || settings.hostname !== undefined;
  if (isSetInCode || !TFE_ADDRESS || !TFE_HOSTNAME) return passed("address", message, { values });
  const other = attempt(() => resolveAddress({ hostname: TFE_HOSTNAME }, env));
  if ("value" in other && other.value.url === address.url) return passed("address", message, { values });
  return warning("address", {
    code: "SHADOWED_ADDRESS",
    message: `${message}, not that of TFE_HOSTNAME`,
    next: "Unset the one of TFE_ADDRESS and TFE_HOSTNAME that is not meant: other programs may prefer the second.",
    values,
  });
}

function proxyCheck(proxy: Attempt<Proxy | undefined>, address: ServiceAddress, env: Environment): Check {
  if ("error" in proxy) {
    const next = "Correct the variable, such as HTTPS_PROXY=http://proxy.example.com:3128.";
    return failed("proxy", { code: "INVALID_PROXY", message: proxy.error, next });
  }
  if (proxy.value !== undefined) {
    const { url, source } = proxy.value;
    return passed("proxy", `${url} (from ${source})`, { values: { url, source } });
  }
  const isSet = ["HTTPS_PROXY", "https_proxy"].some((name) => env[name]?.trim());
  const why = !isSet ? "" : address.isLoopback ? ": the service is on this machine" : ": NO_PROXY excludes the service";
  return passed("proxy", `none${why}`, { values: { url: null, source: null } });
}

/** The files of certificate authorities that Node.js and this client read. */
function certificatesCheck(address: ServiceAddress, env: Environment): Check {
  if (!address.url.startsWith("https:")) return skipped("certificates", "not needed: the address is not https");
  const result = attempt(() => resolveCaCertificates(env));
  if ("error" in result) {
    const next = "Correct the path or the file, or unset the variable.";
    return failed("certificates", { code: "INVALID_CERTIFICATES", message: result.error, next });
  }
  const extra = env["NODE_EXTRA_CA_CERTS"];
  const problem = extra ? problemOfCertificates(extra) : undefined;
  const files = ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"].filter((name) => env[name]);
  const values = { files: files.map((name) => env[name] ?? "") };
  if (problem !== undefined) {
    return warning("certificates", {
      code: "INVALID_CERTIFICATES",
      message: `NODE_EXTRA_CA_CERTS: ${extra ?? ""} cannot be used (${problem}), and Node.js ignores it`,
      next: "Set it to a file of certificates in PEM format, or unset it.",
      values,
    });
  }
  if (env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    return warning("certificates", {
      code: "CERTIFICATES_NOT_VERIFIED",
      message: "not verified, because NODE_TLS_REJECT_UNAUTHORIZED is 0: anyone on the way can read the token",
      next: "Unset it, and set NODE_EXTRA_CA_CERTS or SSL_CERT_FILE to the certificates of your authority.",
      values,
    });
  }
  const own = files.map((name) => `${env[name] ?? ""} (from ${name})`);
  return passed("certificates", ["those of Node.js", ...own].join(", "), { values });
}

function problemOfCertificates(path: string): string | undefined {
  try {
    if (!existsSync(path)) return "no such file";
    return readTextFileSync(path).includes("-----BEGIN CERTIFICATE-----") ? undefined : "it contains no certificate";
  } catch (error) {
    return messageOf(error);
  }
}

function noToken(found: Attempt<Credentials | MissingCredentials>, { host }: ServiceAddress): Check {
  const searched = "value" in found && "searched" in found.value ? found.value.searched : [];
  return failed("token", {
    code: "NO_TOKEN",
    message: "error" in found ? found.error : `No token found for ${host}`,
    details: searched.map(({ source, problem }) => `${sourceName(source)}: ${problem}`),
    next: `Set TFE_TOKEN, or run \`terraform login ${host}\`.`,
  });
}

function tokenCheck(
  { source: used }: Credentials,
  settings: ServiceSettings,
  { host }: ServiceAddress,
  env: Environment,
  files: readonly CliConfigurationFile[],
): Check {
  const source = sourceName(used);
  const other = settings.token ? undefined : otherSource(used, host, env, files);
  const details = other === undefined ? [] : [`not used: the token for ${host} from ${other}`];
  return passed("token", `from ${source}`, { details, values: { source, other_source: other ?? null } });
}

/** Where the token would come from if the used source had none. Does not run credentials helpers. */
function otherSource(
  used: string,
  host: string,
  env: Environment,
  files: readonly CliConfigurationFile[],
): string | undefined {
  const otherVariables = Object.fromEntries(Object.entries(env).filter(([name]) => name !== used));
  const otherFiles = files.filter(({ path }) => path !== used).map((file) => ({ ...file, helper: undefined }));
  const other = attempt(() => findCredentials(undefined, host, otherVariables, () => otherFiles));
  return "value" in other && "token" in other.value ? other.value.source : undefined;
}
