import { pluginFolders } from "./cli-configuration";
import type { CliConfigurationFile, Environment } from "./cli-configuration";
import { runCredentialsHelper } from "./credentials-helper";
import { ConfigurationError } from "./errors";
import { normalizeHost } from "./host";

/** A token and its origin. */
export interface Credentials {
  readonly token: string;
  /** The setting that the token comes from, for messages: `TFE_TOKEN`. */
  readonly source: string;
}

/** The source of a token that the caller passes. */
const ARGUMENT = "argument token";

/** What to do about a token from a source that the service at a host has rejected. */
export function rejectedTokenAdvice({ source, host }: { readonly source: string; readonly host: string }): string {
  const login = `run \`terraform login ${host}\``;
  if (source === ARGUMENT) return "check the value of `token`.";
  const isVariable = source === "TFE_TOKEN" || source.startsWith(VARIABLE_PREFIX);
  return isVariable ? `check ${source}, or unset it and ${login}.` : `${login}, or set TFE_TOKEN.`;
}

/** If no token was found: all places that were searched, and why each has none. */
export interface MissingCredentials {
  readonly searched: readonly { readonly source: string; readonly problem: string }[];
}

/**
 * The token for the host.
 *
 * @throws ConfigurationError when there is none, listing all places that were searched; when a helper fails; or when
 *   the token cannot be sent as a header.
 */
export function resolveCredentials(...args: Parameters<typeof findCredentials>): Credentials {
  const found = findCredentials(...args);
  if ("token" in found) return found;
  const [, host] = args;
  const searched = found.searched.map(({ source, problem }) => `${source}: ${problem}`).join("; ");
  throw new ConfigurationError(
    `No token found for ${host}. Searched: ${searched}. Set TFE_TOKEN, or run \`terraform login ${host}\`.`,
  );
}

/**
 * The token for the host, the first of: argument; `TFE_TOKEN`; `TF_TOKEN_<host>`; the Terraform CLI's configuration and
 * credentials files; the credentials helper that they configure. An empty string counts as not set.
 *
 * @param files - Reads the CLI configuration; called only if needed.
 * @throws ConfigurationError when a helper fails, or when the token cannot be sent as a header.
 * @see https://developer.hashicorp.com/terraform/cli/config/config-file#credentials
 */
export function findCredentials(
  token: string | undefined,
  host: string,
  env: Environment,
  files: () => readonly CliConfigurationFile[],
): Credentials | MissingCredentials {
  if (token) return validateToken({ token, source: ARGUMENT });
  if (env["TFE_TOKEN"]) return validateToken({ token: env["TFE_TOKEN"], source: "TFE_TOKEN" });
  const fromVariable = hostVariable(host, env);
  if (fromVariable !== undefined) return validateToken(fromVariable);
  for (const { path, tokens } of files()) {
    const token = tokens.get(host);
    if (token !== undefined) return validateToken({ token, source: path });
  }
  const fromHelper = helperCredentials(host, env, files());
  if (fromHelper !== undefined && "token" in fromHelper) return validateToken(fromHelper);
  return {
    searched: [
      ...(token === undefined ? [] : [{ source: ARGUMENT, problem: "empty" }]),
      { source: "TFE_TOKEN", problem: "not set" },
      host.includes(":")
        ? { source: "TF_TOKEN_…", problem: "cannot name a host with a port" }
        : { source: variableName(host), problem: "not set" },
      ...files().map(({ path, problem }) => ({ source: path, problem: problem ?? `no token for ${host}` })),
      ...(fromHelper === undefined ? [] : [fromHelper]),
    ],
  };
}

/** From the first file that configures a helper; undefined when none does. */
function helperCredentials(
  host: string,
  env: Environment,
  files: readonly CliConfigurationFile[],
): Credentials | MissingCredentials["searched"][number] | undefined {
  const file = files.find(({ helper }) => helper !== undefined);
  if (file?.helper === undefined) return undefined;
  const source = `credentials helper ${JSON.stringify(file.helper.name)}`;
  const helper = { ...file.helper, configuredIn: file.path, folders: pluginFolders(env) };
  const result = runCredentialsHelper(helper, host, env);
  return { source, ...result };
}

const VARIABLE_PREFIX = "TF_TOKEN_";

/**
 * `TF_TOKEN_<host>` as Terraform decodes it: `__` becomes a hyphen, then `_` a period. Periods and hyphens may also be
 * unencoded, and internationalized names in either form.
 */
function hostVariable(host: string, env: Environment): Credentials | undefined {
  for (const [name, token] of Object.entries(env)) {
    if (!name.startsWith(VARIABLE_PREFIX) || !token) continue;
    const decoded = name.slice(VARIABLE_PREFIX.length).replaceAll("__", "-").replaceAll("_", ".");
    if (normalizeHost(decoded) === host) return { token, source: name };
  }
  return undefined;
}

function variableName(host: string): string {
  return `${VARIABLE_PREFIX}${host.replaceAll("-", "__").replaceAll(".", "_")}`;
}

/** Trims whitespace that copying adds. Any other character that is invalid in a header is an error. */
function validateToken({ token, source }: Credentials): Credentials {
  const trimmed = token.trim();
  if (!/^[\x21-\x7E]+$/.test(trimmed)) {
    throw new ConfigurationError(
      `The token from ${source} is empty or contains invalid characters (spaces, line breaks, non-ASCII letters). ` +
        "Copy it again.",
    );
  }
  return { token: trimmed, source };
}
