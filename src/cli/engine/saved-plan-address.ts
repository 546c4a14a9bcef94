import { resolveAddress, type ServiceAddress } from "../../api/address";
import { readCliConfiguration, type CliConfigurationFile } from "../../api/cli-configuration";
import { resolveCredentials } from "../../api/credentials";
import { ConfigurationError } from "../../api";
import { Problem } from "../problem";
import type { SavedPlan } from "./saved-plan";

type Connection = SavedPlan["code"]["organizations"][number]["connection"];

/**
 * A saved plan, with which each organization is reached with a token that is meant for its address. A plan may come from someone else, and where it
 * says that the service is, `TFE_TOKEN` goes only when the environment or `--address` names that address too. A token that is kept for one host
 * (`TF_TOKEN_<host>`, the credentials of the Terraform CLI) goes to that host.
 *
 * @param given - What `--address` says. Organizations for which the plan names no address are looked for there.
 * @throws Problem when there is no token for an address; nothing is sent then.
 */
export function withTokensForItsAddresses(
  path: string,
  saved: SavedPlan,
  given: string | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
): SavedPlan {
  let read: readonly CliConfigurationFile[] | undefined;
  const files = (): readonly CliConfigurationFile[] => (read ??= readCliConfiguration(env));
  const named = resolveAddress({ address: given }, env, files);

  const reached = (connection: Connection): Connection => {
    const { address, hostname } = connection;
    if (!address && !hostname) return { ...connection, address: given ?? null };
    const own = resolveAddress({ address: address ?? undefined, hostname: hostname ?? undefined }, env, files);
    if (own.url === named.url) return connection;
    if (given !== undefined) throw otherAddress(path, own, named);
    // Without it the client looks for a token of the host.
    if (!env["TFE_TOKEN"]) return connection;
    return { ...connection, token: tokenOfHost(path, own, named, env, files) };
  };

  const { code } = saved;
  const organizations = code.organizations.map((it) => ({ ...it, connection: reached(it.connection) }));
  return { ...saved, code: { ...code, organizations } };
}

function tokenOfHost(
  path: string,
  own: ServiceAddress,
  named: ServiceAddress,
  env: Readonly<Record<string, string | undefined>>,
  files: () => readonly CliConfigurationFile[],
): string {
  try {
    return resolveCredentials(undefined, own.host, { ...env, TFE_TOKEN: undefined }, files).token;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new Problem(
      `Nothing was sent: ${path} is a plan for ${own.url}, and TFE_TOKEN is the token for ${named.url} (from ${named.source}). ` +
        "A token goes to no address that only a file names.",
      `If that address is right, name it: --address ${own.url}, or TFE_ADDRESS; or give a token of its own with \`terraform login ${own.host}\`.`,
      { cause: error },
    );
  }
}

function otherAddress(path: string, own: ServiceAddress, named: ServiceAddress): Problem {
  return new Problem(
    `Nothing was sent: ${path} is a plan for ${own.url}, and --address says ${named.url}.`,
    "Give the address that the plan is for, or plan anew.",
  );
}
