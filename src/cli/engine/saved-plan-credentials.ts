import { resolveAddress, type ServiceAddress } from "../../api/address";
import { readCliConfiguration, type CliConfigurationFile } from "../../api/cli-configuration";
import { resolveCredentials } from "../../api/credentials";
import { ConfigurationError } from "../../api";
import { CliError } from "../errors";
import type { SavedPlan } from "./saved-plan";

type Connection = SavedPlan["code"]["organizations"][number]["connection"];

/**
 * A saved plan, with which each organization is reached with a token that is meant for its address. A plan may come from someone else, and where it
 * says that the service is, `TFE_TOKEN` goes only when the environment or `--address` names that address too. A token that is kept for one host
 * (`TF_TOKEN_<host>`, the credentials of the Terraform CLI) goes to that host.
 *
 * @param addressFlag - What `--address` says. Organizations for which the plan names no address are looked for there.
 * @throws Problem when there is no token for an address; nothing is sent then.
 */
export function withHostTokens(
  path: string,
  saved: SavedPlan,
  addressFlag: string | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
): SavedPlan {
  let read: readonly CliConfigurationFile[] | undefined;
  const files = (): readonly CliConfigurationFile[] => (read ??= readCliConfiguration(env));
  const trusted = resolveAddress({ address: addressFlag }, env, files);

  const connect = (connection: Connection): Connection => {
    const { address, hostname } = connection;
    if (!address && !hostname) return { ...connection, address: addressFlag ?? null };
    const planned = resolveAddress({ address: address ?? undefined, hostname: hostname ?? undefined }, env, files);
    if (planned.url === trusted.url) return connection;
    if (addressFlag !== undefined) throw addressMismatch(path, planned, trusted);
    // Without it the client looks for a token of the host.
    if (!env["TFE_TOKEN"]) return connection;
    return { ...connection, token: hostToken(path, planned, trusted, env, files) };
  };

  const { code } = saved;
  const organizations = code.organizations.map((it) => ({ ...it, connection: connect(it.connection) }));
  return { ...saved, code: { ...code, organizations } };
}

function hostToken(
  path: string,
  planned: ServiceAddress,
  trusted: ServiceAddress,
  env: Readonly<Record<string, string | undefined>>,
  files: () => readonly CliConfigurationFile[],
): string {
  try {
    return resolveCredentials(undefined, planned.host, { ...env, TFE_TOKEN: undefined }, files).token;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new CliError(
      `Nothing was sent: ${path} is a plan for ${planned.url}, and TFE_TOKEN is the token for ${trusted.url} (from ${trusted.source}). ` +
        "A token goes to no address that only a file names.",
      `If that address is right, name it: --address ${planned.url}, or TFE_ADDRESS; or give a token of its own with \`terraform login ${planned.host}\`.`,
      { cause: error },
    );
  }
}

function addressMismatch(path: string, planned: ServiceAddress, requested: ServiceAddress): CliError {
  return new CliError(
    `Nothing was sent: ${path} is a plan for ${planned.url}, and --address says ${requested.url}.`,
    "Give the address that the plan is for, or plan anew.",
  );
}
