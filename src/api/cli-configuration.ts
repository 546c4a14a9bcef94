import { readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { basename, join } from "node:path";
import { readTextFileSync } from "../text-file";
import { hasCode, messageOf } from "../system-errors";
import { platformOf } from "../platform";
import { normalizeHost } from "./host";
import { settingsInHcl, settingsInJson } from "./cli-configuration-syntax";
import type { CliSettings } from "./cli-configuration-syntax";

/** Environment variables, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings in one file of the Terraform CLI configuration, with hosts normalized. */
export interface CliConfigurationFile extends CliSettings {
  readonly path: string;
  /** Why the file could not be read. */
  readonly problem?: string;
  readonly isMissing?: boolean;
}

/**
 * The files in which Terraform and OpenTofu store tokens, in the order of precedence: the main file, then `*.tfrc` and
 * `*.tfrc.json` of the configuration folder, in reverse alphabetical order. Where an environment variable names the
 * main file, Terraform reads nothing from the folder. The tfe provider still reads `credentials.tfrc.json`, and so does
 * this function.
 *
 * @see https://developer.hashicorp.com/terraform/cli/config/config-file
 */
export function readCliConfiguration(env: Environment): readonly CliConfigurationFile[] {
  const override = [env["TF_CLI_CONFIG_FILE"], env["TERRAFORM_CONFIG"]].find(
    (path) => path !== undefined && path !== "",
  );
  const { files, folders } = defaultLocations(env);
  const inFolders = folders.flatMap((folder) =>
    (override === undefined ? configurationFilesIn(folder) : [CREDENTIALS_FILE]).map((name) => join(folder, name)),
  );
  return [...(override === undefined ? files : [override]), ...inFolders].map(readFile);
}

/** Written by `terraform login`. */
const CREDENTIALS_FILE = "credentials.tfrc.json";

interface Locations {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** Terraform's locations, preceded by those that OpenTofu prefers when they exist. */
function defaultLocations(env: Environment): Locations {
  if (process.platform === "win32") {
    const data = env["APPDATA"] ?? "";
    return { files: [join(data, "tofu.rc"), join(data, "terraform.rc")], folders: [configurationFolder(env)] };
  }
  const home = homeIn(env);
  const xdg = env["XDG_CONFIG_HOME"];
  const tofu = xdg === undefined || xdg === "" ? [] : [join(xdg, "opentofu")];
  return {
    files: [join(home, ".tofurc"), join(home, ".terraformrc"), ...tofu.map((folder) => join(folder, "tofurc"))],
    folders: [configurationFolder(env), ...tofu],
  };
}

/** An empty HOME counts as not set, as for Terraform. */
export function homeIn(env: Environment): string {
  const home = env["HOME"];
  return home === undefined || home === "" ? userInfo().homedir : home;
}

/** The user's Terraform folder: `~/.terraform.d`, on Windows `%APPDATA%\\terraform.d`. */
export function configurationFolder(env: Environment, platform: string = process.platform): string {
  return platform === "win32" ? join(env["APPDATA"] ?? "", "terraform.d") : join(homeIn(env), ".terraform.d");
}

/** The user's Terraform folder for plugins: providers, credentials helpers and the like. */
export function pluginFolder(env: Environment, platform: string): string {
  return join(configurationFolder(env, platform), "plugins");
}

/** Where Terraform searches for credentials helpers: its plugin folder, and the platform's folder in it. */
export function pluginFolders(env: Environment, platform: string = process.platform): readonly string[] {
  const plugins = pluginFolder(env, platform);
  return [plugins, join(plugins, platformOf(platform))];
}

/** Always includes the file of `terraform login`, so that messages can list it as searched. */
function configurationFilesIn(folder: string): readonly string[] {
  const names = new Set([CREDENTIALS_FILE]);
  try {
    for (const name of readdirSync(folder)) if (/\.tfrc(\.json)?$/.test(name)) names.add(name);
  } catch {
    // The folder does not exist.
  }
  return [...names].sort().reverse();
}

const EMPTY: CliSettings = { tokens: new Map(), services: new Map() };

function readFile(path: string): CliConfigurationFile {
  let text: string;
  try {
    text = readTextFileSync(path);
  } catch (error) {
    const isMissing = hasCode(error, "ENOENT");
    return { ...EMPTY, path, problem: isMissing ? "no such file" : `cannot be read: ${messageOf(error)}`, isMissing };
  }
  // JSON is valid HCL 1, so the main file may be either.
  const isJson = basename(path).endsWith(".json") || text.trimStart().startsWith("{");
  const settings = isJson ? settingsInJson(text) : settingsInHcl(text);
  if (settings === undefined) return { ...EMPTY, path, problem: "cannot be parsed" };
  const { tokens, services, ...others } = settings;
  return { path, tokens: byNormalizedHost(tokens), services: byNormalizedHost(services), ...others };
}

function byNormalizedHost<T>(byHost: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return new Map(
    [...byHost].flatMap(([host, value]) => {
      const normalized = normalizeHost(host);
      return normalized === undefined ? [] : [[normalized, value] as const];
    }),
  );
}
