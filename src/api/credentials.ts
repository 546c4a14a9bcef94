import type { Environment } from "./environment";
import { normalizeHost } from "./host";
import { pluginFolders } from "./cli-configuration";
import type { CliConfigurationFile } from "./cli-configuration";
import { runCredentialsHelper } from "./credentials-helper";
import { ConfigurationError } from "./errors/configuration-error";

/** A token, and where it came from. */
export interface Credentials {
  readonly token: string;
  /** For messages: `TFE_TOKEN`. */
  readonly source: string;
}

/**
 * The token that holds for the host: argument; `TFE_TOKEN`; `TF_TOKEN_<host>`; the Terraform CLI's configuration and credentials files; the
 * credentials helper that these name (DESIGN section 5; facts, section 7). An empty text counts as not given.
 *
 * @param files - The CLI configuration, which is read only if it is needed.
 * @throws ConfigurationError when there is none, naming every place that was looked at; when a helper fails; or when the token could not be
 * sent as a header.
 */
export function resolveCredentials(
  given: string | undefined,
  host: string,
  env: Environment,
  files: () => readonly CliConfigurationFile[],
): Credentials {
  if (given) return validateToken({ token: given, source: "argument token" });
  if (env["TFE_TOKEN"]) return validateToken({ token: env["TFE_TOKEN"], source: "TFE_TOKEN" });
  const variable = hostVariable(host, env);
  if (variable !== undefined) return validateToken(variable);
  for (const { path, tokens } of files()) {
    const token = tokens.get(host);
    if (token !== undefined) return validateToken({ token, source: path });
  }
  const fromHelper = helperCredentials(host, env, files());
  if (fromHelper !== undefined && "token" in fromHelper) return validateToken(fromHelper);
  const places = [
    "argument token: not given",
    "TFE_TOKEN: not set",
    host.includes(":") ? "TF_TOKEN_…: cannot name a host with a port" : `${variableName(host)}: not set`,
    ...files().map(({ path, problem }) => `${path}: ${problem ?? `no token for ${host}`}`),
    ...(fromHelper === undefined ? [] : [fromHelper.problem]),
  ];
  throw new ConfigurationError(
    `No token for ${host}. Looked at: ${places.join("; ")}. Set TFE_TOKEN, or run \`terraform login ${host}\`.`,
  );
}

/** The helper of the first file that names one; undefined where none does. */
function helperCredentials(
  host: string,
  env: Environment,
  files: readonly CliConfigurationFile[],
): Credentials | { readonly problem: string } | undefined {
  const file = files.find(({ helper }) => helper !== undefined);
  if (file?.helper === undefined) return undefined;
  const source = `credentials helper ${JSON.stringify(file.helper.name)}`;
  const answer = runCredentialsHelper(
    { ...file.helper, configuredIn: file.path, folders: pluginFolders(env) },
    host,
    env,
  );
  return "token" in answer ? { token: answer.token, source } : { problem: `${source}: ${answer.problem}` };
}

/**
 * `TF_TOKEN_<host>` as Terraform decodes it: `__` stands for a hyphen, then `_` for a period; dots and hyphens may also stand for
 * themselves, and international names be written either way.
 */
function hostVariable(host: string, env: Environment): Credentials | undefined {
  for (const [name, token] of Object.entries(env)) {
    if (!name.startsWith("TF_TOKEN_") || !token) continue;
    const decoded = name.slice("TF_TOKEN_".length).replaceAll("__", "-").replaceAll("_", ".");
    if (normalizeHost(decoded) === host) return { token, source: name };
  }
  return undefined;
}

function variableName(host: string): string {
  return `TF_TOKEN_${host.replaceAll("-", "__").replaceAll(".", "_")}`;
}

/** Space around a token comes with copying and is dropped; anything else that no header can carry is a mistake. */
function validateToken({ token, source }: Credentials): Credentials {
  const trimmed = token.trim();
  if (!/^[\x21-\x7E]+$/.test(trimmed)) {
    throw new ConfigurationError(
      `The token from ${source} is empty or has characters that no token has (spaces, line breaks, letters beyond ASCII). Copy it again.`,
    );
  }
  return { token: trimmed, source };
}
