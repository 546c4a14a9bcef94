import { ConfigurationError } from "../../api";
import { resolveAddress, type ServiceAddress } from "../../api/address";
import { readCliConfiguration, type CliConfigurationFile } from "../../api/cli-configuration";
import { resolveCredentials } from "../../api/credentials";
import { UserError } from "../../user-error";
import { organizationKey, type DesiredOrganization, type Tokens } from "../organization";

/** The file of a plan, and what the caller says about its address. */
interface PlanFile {
  readonly path: string;
  /** What the caller calls its option for an address, if it has one. */
  readonly option?: string;
  /** Its value, which also applies to organizations without an address in the plan. */
  readonly address?: string | undefined;
}

/**
 * Chooses the token for each organization of a saved plan or a Terraform plan. A plan may come from someone else,
 * so `TFE_TOKEN` is sent to its address only if the environment or the caller has the same address. A token for one
 * host (`TF_TOKEN_<host>`, `terraform login`) is sent to that host, and so is one in the plan.
 *
 * @param tokens - Those in the plan.
 * @throws UserError when there is no token for an address; nothing is sent then.
 */
export function withHostTokens(
  organizations: readonly Pick<DesiredOrganization, "name" | "connection">[],
  tokens: Tokens,
  file: PlanFile,
  env: Readonly<Record<string, string | undefined>>,
): Tokens {
  let read: readonly CliConfigurationFile[] | undefined;
  const files = (): readonly CliConfigurationFile[] => (read ??= readCliConfiguration(env));
  const trusted = resolveAddress({ address: file.address }, env, files);

  const chosen = new Map(tokens);
  for (const organization of organizations) {
    const { address, hostname } = organization.connection ?? {};
    if (!address && !hostname) continue;
    const planned = resolveAddress({ address: address ?? undefined, hostname: hostname ?? undefined }, env, files);
    if (planned.url === trusted.url) continue;
    if (file.address !== undefined) {
      const { path, option = "the address" } = file;
      throw new UserError(
        `Nothing was sent: the plan ${path} is for ${planned.url}, but ${option} is ${trusted.url}.`,
        "Use the address of the plan, or create a new plan.",
        { code: "ADDRESS_MISMATCH" },
      );
    }
    const key = organizationKey(organization);
    // The client looks for the token of the host.
    if (chosen.has(key) || !env["TFE_TOKEN"]) continue;
    chosen.set(key, hostToken(file, planned, trusted, env, files));
  }
  return chosen;
}

function hostToken(
  { path, option }: PlanFile,
  planned: ServiceAddress,
  trusted: ServiceAddress,
  env: Readonly<Record<string, string | undefined>>,
  files: () => readonly CliConfigurationFile[],
): string {
  try {
    return resolveCredentials(undefined, planned.host, { ...env, TFE_TOKEN: undefined }, files).token;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new UserError(
      `Nothing was sent: the plan ${path} is for ${planned.url}, ` +
        `but TFE_TOKEN is for ${trusted.url} (from ${trusted.source}).`,
      `To trust the address of the plan, ` +
        (option === undefined
          ? `set TFE_ADDRESS=${planned.url}. `
          : `add ${option} ${planned.url} or set TFE_ADDRESS. `) +
        `To store a token for it, run \`terraform login ${planned.host}\`.`,
      { code: "ADDRESS_MISMATCH", cause: error },
    );
  }
}
