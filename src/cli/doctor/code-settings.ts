import { resolve } from "node:path";
import { CDK_APP, nameKey } from "../../model";
import { ConfigurationError, readConfiguration } from "../../reconcile";
import { readCdktfConfiguration } from "../code/synthesize";
import { findTerraformJson } from "../code/terraform-json";
import { CliError } from "../errors";
import { passed, skipped, warning, type Check } from "./check";

/** A service and the organizations there that are used. */
export interface ServiceSettings {
  readonly address: string | undefined;
  readonly hostname: string | undefined;
  readonly token: string | undefined;
  readonly requestsPerSecond: number | undefined;
  readonly organizations: readonly OrganizationSetting[];
}

export interface OrganizationSetting {
  readonly name: string;
  /** The setting it comes from. */
  readonly source: string;
}

/** What the code in a folder sets. */
export interface CodeSettings {
  readonly check: Check;
  /** At least one: that of the environment where the code has none. */
  readonly services: readonly ServiceSettings[];
}

/**
 * The connections that the code configures, as its last synth wrote them: the app is not run. Where there is no code,
 * or it cannot be read, those of the environment.
 */
export function readCodeSettings(path: string, environmentOrganization: string | undefined): CodeSettings {
  const services = [fromEnvironment(environmentOrganization)];
  try {
    const cdktf = readCdktfConfiguration(resolve(path));
    const { modules } = findTerraformJson(cdktf?.outputFolder ?? path, cdktf === undefined ? undefined : resolve(path));
    const { organizations } = readConfiguration(modules, environmentOrganization);
    const what = cdktf === undefined ? `the Terraform JSON in ${path}` : `the app in ${path}, as last synthesized`;
    const found = byService(organizations, environmentOrganization);
    return { check: passed("code", what, { values: { path } }), services: found.length === 0 ? services : found };
  } catch (error) {
    if (error instanceof CliError && error.code === "NO_CODE") {
      const isApp = hasApp(path);
      const why = isApp
        ? `the app in ${path} was not synthesized yet`
        : `no ${CDK_APP} and no Terraform JSON in ${path}`;
      return { check: skipped("code", `${why}: checking the environment`, { values: { path } }), services };
    }
    if (!(error instanceof CliError || error instanceof ConfigurationError)) throw error;
    const check = warning("code", {
      code: "UNREADABLE_CODE",
      message: `the code in ${path} cannot be read; checking the environment instead`,
      details: error.message.split("\n"),
      next: error instanceof CliError ? error.nextStep : "Run `tfprojects plan` for the whole error.",
      values: { path },
    });
    return { check, services };
  }
}

function hasApp(path: string): boolean {
  try {
    return readCdktfConfiguration(resolve(path)) !== undefined;
  } catch {
    return false;
  }
}

function fromEnvironment(organization: string | undefined): ServiceSettings {
  return {
    address: undefined,
    hostname: undefined,
    token: undefined,
    requestsPerSecond: undefined,
    organizations: organization === undefined ? [] : [{ name: organization, source: "TFE_ORGANIZATION" }],
  };
}

function byService(
  organizations: ReturnType<typeof readConfiguration>["organizations"],
  environmentOrganization: string | undefined,
): readonly ServiceSettings[] {
  const services = new Map<string, ServiceSettings>();
  for (const { connection, desired } of organizations) {
    const [address, hostname] = [connection.address ?? undefined, connection.hostname ?? undefined];
    const token = connection.token ?? undefined;
    const isDefault =
      environmentOrganization !== undefined && nameKey(desired.name) === nameKey(environmentOrganization);
    const organization = { name: desired.name, source: isDefault ? "TFE_ORGANIZATION" : "the code" };
    const key = JSON.stringify([address, hostname, token]);
    const known = services.get(key);
    services.set(key, {
      address,
      hostname,
      token,
      requestsPerSecond: connection.requestsPerSecond ?? undefined,
      organizations: [...(known?.organizations ?? []), organization],
    });
  }
  return [...services.values()];
}
