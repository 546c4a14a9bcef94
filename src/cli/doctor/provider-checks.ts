import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { Environment } from "../../api";
import { readCliConfiguration, type CliConfigurationFile } from "../../api/cli-configuration";
import type { InstallationMethod } from "../../api/cli-configuration-syntax";
import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../../constructs/base/provider-source";
import type { Framework } from "../../constructs/base/frameworks";
import { LockFile } from "../../constructs/provider-bundle/lock-file";
import { platformOf } from "../../constructs/provider-bundle/platform";
import { canRunScript } from "../../constructs/provider-bundle/provider-package";
import { readRequiredProviders } from "../../constructs/provider-bundle/required-providers";
import { adviceWithoutExecutable } from "../../constructs/provider-bundle/select-packages";
import { formatList, pluralize } from "../../reconcile";
import { VERSION } from "../../version";
import { membersOf, readJsonFile } from "../code/json-file";
import { isTypeScript, type CdktfConfiguration } from "../code/synthesize";
import { installsIntoStacks } from "../provider-install/app-settings";
import { failed, passed, skipped, warning, type Check, type CheckValues } from "./check";

/** Where the provider of this machine is looked for. */
export interface ProviderLocations {
  /** The folder of the app, or of a Terraform configuration. */
  readonly folder: string;
  /** The CDK app in the folder, if there is one. */
  readonly app: Pick<CdktfConfiguration, "app" | "language" | "outputFolder"> | undefined;
  /** What the app is built on. @default "cdktf" */
  readonly framework?: Framework;
  /** The version of this package that the app uses. */
  readonly appVersion: string;
  readonly home?: string;
  readonly platform?: NodeJS.Platform;
}

/**
 * Whether the provider is where Terraform finds it: beside each stack of a CDK app that requires it, or, for
 * configurations in HCL or JSON, in a folder of `tfprojects provider install`.
 */
export function providerCheck(locations: ProviderLocations): Check {
  const { folder, app, home = homedir(), platform = process.platform } = locations;
  const stacks = app === undefined ? [] : stacksIn(app.outputFolder, platform);
  const installed = [join(folder, "terraform.d/plugins"), join(home, ".terraform.d/plugins")].flatMap((plugins) =>
    versionsIn(plugins, platform).map((version) => ({ version, path: plugins })),
  );
  const values = {
    version: VERSION,
    stacks: stacks.map(({ name, required, staged, locked, initialized }) => ({
      name,
      required,
      staged,
      locked,
      initialized,
    })),
    installed,
  };
  if (!canRunScript(platform) && installed.length === 0 && stacks.every(({ staged }) => staged.length === 0)) {
    return warning("provider", {
      code: "UNSUPPORTED_PLATFORM",
      message: "Terraform for Windows needs the executable of the provider, which is neither staged nor installed",
      next:
        `${adviceWithoutExecutable(platform)}, or \`tfprojects apply\`, which needs no provider. Then synthesize the ` +
        "app again, or run `tfprojects provider install`.",
      values,
    });
  }
  if (app !== undefined && !isTypeScript(app) && !installsIntoStacks(app.app)) {
    return notLocked(app.language ?? "another language", stacks, values);
  }
  if (app !== undefined && stacks.length > 0) return stagedCheck(stacks, installed, locations, values);
  if (installed.length > 0) return installedCheck(installed, values);
  const why =
    app === undefined
      ? "not installed; only HCL, and apps in Python, Go, Java and C#, need that (`tfprojects provider install`)"
      : "the app was not synthesized yet, which puts the provider beside its stacks";
  return skipped("provider", why, { values });
}

/** A stack is locked by its second deployment; the first one of each stack fails. */
function notLocked(language: string, stacks: readonly Stack[], values: CheckValues): Check {
  const unlocked = stacks.filter(({ locked }) => locked === null).map(({ name }) => name);
  const which = unlocked.length === 0 ? "each new stack" : formatList(unlocked);
  return warning("provider", {
    code: "PROVIDER_NOT_LOCKED",
    message:
      `the app, written in ${language}, does not install the provider into its stacks: the first deployment of ` +
      `${which} fails ("Could not retrieve providers for locking")`,
    next: "Run `tfprojects provider install --app .` in the folder of the app.",
    values,
  });
}

interface Installed {
  readonly version: string;
  readonly path: string;
}

function installedCheck(installed: readonly Installed[], values: CheckValues): Check {
  const list = installed.map(({ version, path }) => `${version} in ${path}`).join(", ");
  if (installed.some(({ version }) => version === VERSION)) return passed("provider", `installed: ${list}`, { values });
  return warning("provider", {
    code: "PROVIDER_OUTDATED",
    message: `installed: ${list}, but not ${VERSION}`,
    next: "Run `tfprojects provider install`, and correct the version in required_providers.",
    values,
  });
}

/** A stack that requires the provider. */
interface Stack {
  readonly name: string;
  /** The version that the stack requires. */
  readonly required: string;
  /** Versions that synth put beside it, for this platform. */
  readonly staged: readonly string[];
  /** The version in its lock file. */
  readonly locked: string | null;
  /** The versions that `terraform init` has installed into it. */
  readonly initialized: readonly string[];
}

function stagedCheck(
  stacks: readonly Stack[],
  installed: readonly Installed[],
  { app, folder, framework = "cdktf", appVersion, platform = process.platform }: ProviderLocations,
  values: CheckValues,
): Check {
  const where = relative(folder, app?.outputFolder ?? "") || ".";
  const missing = stacks.filter(
    ({ required, staged }) => !staged.includes(required) && !installed.some(({ version }) => version === required),
  );
  const names = (which: readonly Stack[]): string => formatList(which.map(({ name }) => name));
  if (missing.length > 0) {
    return failed("provider", {
      code: "PROVIDER_NOT_STAGED",
      message:
        `missing beside ${pluralize(missing.length, "stack")} of ${where}, for ${platformOf(platform)}: ` +
        names(missing),
      next: `Synthesize the app again on this machine: \`npx ${framework} synth\`.`,
      values,
    });
  }
  const outdated = stacks.filter(({ required }) => required !== appVersion);
  if (outdated.length > 0) {
    const versions = formatList([...new Set(outdated.map(({ required }) => required))]);
    return warning("provider", {
      code: "PROVIDER_OUTDATED",
      message: `${names(outdated)} synthesized with ${versions}, but the app has ${appVersion}`,
      next: `Synthesize the app again: \`npx ${framework} synth\`.`,
      values,
    });
  }
  const lockedOtherwise = stacks.filter(({ required, locked }) => locked !== null && locked !== required);
  if (lockedOtherwise.length > 0) {
    return warning("provider", {
      code: "PROVIDER_OUTDATED",
      message: `the lock file of ${names(lockedOtherwise)} has another version than the stack requires`,
      next: `Synthesize the app again: \`npx ${framework} synth\`.`,
      values,
    });
  }
  const initialized = stacks.filter(({ required, initialized }) => initialized.includes(required)).length;
  return passed(
    "provider",
    `${appVersion} beside ${pluralize(stacks.length, "stack")} of ${where}, ${initialized} of them initialized`,
    { values },
  );
}

/** The stacks of a synthesized app that require the provider. */
function stacksIn(outputFolder: string, platform: NodeJS.Platform): readonly Stack[] {
  const { stacks } = membersOf(tryReadJson(join(outputFolder, "manifest.json")));
  return Object.entries(membersOf(stacks)).flatMap(([name, stack]) => {
    const { synthesizedStackPath: file, stackMetadataPath: metadata, workingDirectory } = membersOf(stack);
    if (typeof file !== "string" || typeof workingDirectory !== "string") return [];
    const required = requiredVersion(
      join(outputFolder, file),
      typeof metadata === "string" ? join(outputFolder, metadata) : "",
    );
    if (required === undefined) return [];
    const folder = join(outputFolder, workingDirectory);
    return [
      {
        name,
        required,
        staged: versionsIn(join(folder, "terraform.d/plugins"), platform),
        locked: lockedVersion(join(folder, ".terraform.lock.hcl")),
        initialized: namesIn(join(folder, ".terraform/providers", PROVIDER_SOURCE)),
      },
    ];
  });
}

function tryReadJson(path: string): unknown {
  try {
    return readJsonFile(path);
  } catch {
    return undefined;
  }
}

function requiredVersion(path: string, metadata: string): string | undefined {
  try {
    const own = readRequiredProviders(path, metadata).find(({ address }) => address === PROVIDER_SOURCE);
    return own?.constraints;
  } catch {
    return undefined;
  }
}

function lockedVersion(path: string): string | null {
  try {
    return LockFile.parse(readFileSync(path, "utf8")).tryFind(PROVIDER_SOURCE)?.version ?? null;
  } catch {
    return null;
  }
}

/** The versions of the provider in a mirror, for this platform: packed, or unpacked as in other mirrors. */
function versionsIn(plugins: string, platform: NodeJS.Platform): readonly string[] {
  const mirror = join(plugins, PROVIDER_SOURCE);
  const name = platformOf(platform);
  const packed = new RegExp(`^terraform-provider-${PROVIDER_TYPE}_(.+)_${name}\\.zip$`);
  return namesIn(mirror).flatMap((entry) => {
    const version = packed.exec(entry)?.[1];
    if (version !== undefined) return isUsable(join(mirror, entry), platform) ? [version] : [];
    return existsSync(join(mirror, entry, name)) ? [entry] : [];
  });
}

/** Synth also puts the script beside a stack on Windows, for `terraform init`, where it cannot run. */
function isUsable(archive: string, platform: NodeJS.Platform): boolean {
  return canRunScript(platform) || readFileSync(archive).includes(".exe");
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/**
 * Settings of the Terraform CLI that change where the provider comes from: `provider_installation` with development
 * overrides and mirrors, and the plugin cache.
 *
 * @see https://developer.hashicorp.com/terraform/cli/config/config-file#provider-installation
 */
export function cliConfigurationCheck(env: Environment): Check {
  const files = readCliConfiguration(env);
  const present = files.filter(({ problem }) => problem === undefined);
  const broken = files.filter(({ problem }) => problem !== undefined && problem !== "no such file");
  const named = [env["TF_CLI_CONFIG_FILE"], env["TERRAFORM_CONFIG"]].find((path) => path);
  const values = {
    files: present.map(({ path }) => path),
    has_provider_installation: present.some(({ providerInstallation }) => providerInstallation !== undefined),
    plugin_cache: pluginCache(present, env) ?? null,
  };
  const [first] = broken;
  if (first !== undefined) {
    return warning("cli_configuration", {
      code: "UNREADABLE_CLI_CONFIGURATION",
      message: `${first.path}: ${first.problem ?? ""}`,
      next: "Correct the file or its permissions.",
      values,
    });
  }
  return (
    overrideFinding(present, values) ??
    mirrorFinding(present, values) ??
    cacheFinding(values.plugin_cache, values) ??
    plainCheck(present, named, values)
  );
}

function plainCheck(present: readonly CliConfigurationFile[], named: string | undefined, values: CheckValues): Check {
  if (present.length > 0) return passed("cli_configuration", present.map(({ path }) => path).join(", "), { values });
  return passed("cli_configuration", named === undefined ? "none" : `none (${named} does not exist)`, { values });
}

function overrideFinding(present: readonly CliConfigurationFile[], values: CheckValues): Check | undefined {
  for (const { path, providerInstallation } of present) {
    const folder = [...(providerInstallation?.devOverrides ?? [])].find(([source]) => isOwn(source))?.[1];
    if (folder === undefined) continue;
    return warning("cli_configuration", {
      code: "DEV_OVERRIDE",
      message: `${path} has a development override: Terraform runs the provider in ${folder}, whatever its version`,
      next: "Remove it from dev_overrides, unless you develop the provider.",
      values,
    });
  }
  return undefined;
}

function isOwn(source: string): boolean {
  return source.toLowerCase() === PROVIDER_SOURCE;
}

/** A provider_installation block replaces the implied mirrors, in which the stack's provider is. */
function mirrorFinding(present: readonly CliConfigurationFile[], values: CheckValues): Check | undefined {
  const file = present.find(({ providerInstallation }) => providerInstallation !== undefined);
  const methods = file?.providerInstallation?.methods ?? [];
  if (file === undefined || methods.length === 0) return undefined;
  const applicable = methods.filter(appliesToProvider);
  const mirrors = applicable.flatMap(({ kind, path }) =>
    kind === "filesystem_mirror" && path !== undefined ? [path] : [],
  );
  const found = mirrors.find((path) => namesIn(join(absolute(path), PROVIDER_SOURCE)).length > 0);
  if (found !== undefined) return undefined;
  return warning("cli_configuration", {
    code: "NO_MIRROR",
    message:
      `provider_installation in ${file.path} has no filesystem_mirror with the provider: ` +
      "`terraform init` does not find it",
    details: mirrors.map((path) => `${path} does not have it`),
    next:
      'Add filesystem_mirror { path = "…/terraform.d/plugins" } with the folder of the stack, or that of ' +
      "`tfprojects provider install`, and exclude terraform.local/*/* from direct.",
    values,
  });
}

function absolute(path: string): string {
  return isAbsolute(path) ? path : resolve(path);
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

function pluginCache(present: readonly CliConfigurationFile[], env: Environment): string | undefined {
  const configured = present.map(({ pluginCacheFolder }) => pluginCacheFolder).find((path) => path);
  const path = [env["TF_PLUGIN_CACHE_DIR"], configured].find((each) => each);
  // Terraform expands variables in this setting.
  return path?.replace(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (whole, braced?: string, bare?: string) => env[braced ?? bare ?? ""] ?? whole,
  );
}

function cacheFinding(folder: string | null, values: CheckValues): Check | undefined {
  if (folder === null || existsSync(folder)) return undefined;
  return warning("cli_configuration", {
    code: "PLUGIN_CACHE_MISSING",
    message: `the plugin cache ${folder} does not exist, so \`terraform init\` fails`,
    next: `Create it (mkdir -p ${folder}), or unset TF_PLUGIN_CACHE_DIR or plugin_cache_dir.`,
    values,
  });
}
