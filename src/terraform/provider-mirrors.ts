import { existsSync, readdirSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { Environment } from "../api";
import { configurationFolder, homeIn, pluginFolder, readCliConfiguration } from "../api/cli-configuration";
import type { InstallationMethod } from "../api/cli-configuration-syntax";
import { PROVIDER_SOURCE } from "../model/provider-address";

/** The folders in which Terraform and OpenTofu search for the provider, apart from the configuration's own. */
export interface ProviderMirrors {
  /** The paths are absolute, and in the order of preference. */
  readonly folders: readonly string[];
  /**
   * The file of the Terraform CLI configuration that names them in a `provider_installation` block: then no other
   * folder is searched, not even that of the configuration.
   */
  readonly configuredIn: string | undefined;
}

/**
 * Where the provider is installed to, and looked for.
 *
 * @see https://developer.hashicorp.com/terraform/cli/config/config-file#provider-installation
 */
export function providerMirrors(env: Environment, platform: NodeJS.Platform = process.platform): ProviderMirrors {
  const file = readCliConfiguration(env).find(({ providerInstallation }) => providerInstallation !== undefined);
  if (file === undefined) {
    const { shared, own, common } = impliedFolders(env, platform);
    return { folders: [shared, own, ...common], configuredIn: undefined };
  }
  const methods = (file.providerInstallation?.methods ?? []).filter(appliesToProvider);
  const folders = methods.flatMap(({ kind, path }) =>
    kind === "filesystem_mirror" && path !== undefined ? [resolve(path)] : [],
  );
  return { folders, configuredIn: file.path };
}

/** The folder in a configuration that Terraform searches where nothing else is configured. */
export function mirrorOf(configuration: string): string {
  return join(configuration, "terraform.d/plugins");
}

/**
 * Where to install the provider for all configurations of a user: where it is already, else in the first folder that is
 * searched. `~/.terraform.d` is not created: OpenTofu reads `$XDG_CONFIG_HOME/opentofu`, with the user's settings and
 * logins, only while it does not exist.
 */
export function mirrorForUser(env: Environment, platform: NodeJS.Platform = process.platform): string {
  const has = (folder: string): boolean => existsSync(join(folder, PROVIDER_SOURCE));
  const { folders, configuredIn } = providerMirrors(env, platform);
  const [first] = folders;
  if (configuredIn !== undefined && first !== undefined) return folders.find(has) ?? first;
  // Further folders belong to the system.
  const { shared, own } = impliedFolders(env, platform);
  if (has(shared) || has(own)) return has(shared) ? shared : own;
  return platform === "win32" || existsSync(configurationFolder(env, platform)) ? shared : own;
}

/** Why Terraform does not find what is in a mirror, and what to do; undefined if it does. */
export function problemOfMirror(mirror: string, env: Environment): string | undefined {
  const { folders, configuredIn } = providerMirrors(env);
  if (configuredIn === undefined || folders.includes(resolve(mirror))) return undefined;
  return (
    `Terraform does not search ${mirror}, because provider_installation in ${configuredIn} does not have it. ` +
    `Add filesystem_mirror { path = ${JSON.stringify(resolve(mirror))} }, and exclude terraform.local/*/* from direct.`
  );
}

/**
 * The folders without a `provider_installation` block.
 *
 * @see https://developer.hashicorp.com/terraform/cli/config/config-file#implied-local-mirror-directories
 */
function impliedFolders(env: Environment, platform: NodeJS.Platform): ImpliedFolders {
  const shared = pluginFolder(env, platform);
  switch (platform) {
    case "win32":
      return { shared, own: join(env["APPDATA"] ?? "", "HashiCorp/Terraform/plugins"), common: [] };
    case "darwin": {
      const data = "Library/Application Support/io.terraform/plugins";
      return { shared, own: join(homeIn(env), data), common: [`/${data}`] };
    }
    default: {
      const { XDG_DATA_HOME: data = "", XDG_DATA_DIRS: list = "" } = env;
      const own = isAbsolute(data) ? data : join(homeIn(env), ".local/share");
      const dirs = list.split(":").filter((folder) => isAbsolute(folder));
      const common = dirs.length > 0 ? dirs : ["/usr/local/share", "/usr/share"];
      const plugins = (folder: string): string => join(folder, "terraform/plugins");
      return { shared, own: plugins(own), common: common.map(plugins) };
    }
  }
}

interface ImpliedFolders {
  /** The mirror in the folder that also has the user's settings. */
  readonly shared: string;
  /** The mirror in the folder for data of the user. */
  readonly own: string;
  /** Those of all users. */
  readonly common: readonly string[];
}

function appliesToProvider({ include, exclude }: InstallationMethod): boolean {
  return (include.length === 0 || include.some(matchesProvider)) && !exclude.some(matchesProvider);
}

/** A pattern such as `terraform.local/tfprojects/*`, with the public registry where it names no host. */
function matchesProvider(pattern: string): boolean {
  const parts = pattern.toLowerCase().split("/");
  const own = PROVIDER_SOURCE.split("/");
  const full = parts.length === own.length ? parts : ["registry.terraform.io", ...parts];
  return full.length === own.length && full.every((part, index) => part === "*" || part === own[index]);
}

/** The names in a folder, sorted; none if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
