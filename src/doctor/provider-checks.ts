import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { Environment } from "../api";
import { readCliConfiguration, type CliConfigurationFile } from "../api/cli-configuration";
import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../model/provider-address";
import type { Framework } from "../constructs/base/frameworks";
import { LockFile } from "../constructs/provider-bundle/lock-file";
import { platformOf } from "../platform";
import { canRunScript } from "../constructs/provider-bundle/provider-package";
import { readRequiredProviders } from "../constructs/provider-bundle/required-providers";
import { adviceWithoutExecutable } from "../constructs/provider-bundle/select-packages";
import { formatList, pluralize } from "../reconcile";
import { readBytesSync, readTextFileSync } from "../text-file";
import { VERSION } from "../version";
import { installsIntoStacks, isTypeScript, stacksIn, type CdktfConfiguration } from "../terraform/cdk-app";
import { escapeRegExp } from "../escape-reg-exp";
import { mirrorOf, namesIn, providerMirrors } from "../terraform/provider-mirrors";
import { failed, passed, skipped, warning, type Check, type CheckValues } from "./check";
import { tryRead } from "./try-read";
import { ownMember } from "../own-member";

/** Where to look for the provider on this machine. */
interface ProviderLocations {
  /** The folder of the app, or of a Terraform configuration. */
  readonly folder: string;
  /** The CDK app in the folder, if there is one. */
  readonly app: Pick<CdktfConfiguration, "app" | "language" | "outputFolder"> | undefined;
  /** The framework of the app. @default "cdktf" */
  readonly framework?: Framework;
  /** The version of this package that the app uses. */
  readonly appVersion: string;
  readonly env: Environment;
  readonly platform?: NodeJS.Platform;
}

/**
 * Checks whether Terraform finds the provider: in the folder of each stack of a CDK app that requires it or, for
 * configurations in HCL or JSON, in a folder of `tfprojects provider install`.
 */
export function providerCheck(locations: ProviderLocations): Check {
  const { folder, app, env, platform = process.platform } = locations;
  const stacks = app === undefined ? [] : stacksOf(app.outputFolder, platform);
  const { folders, configuredIn } = providerMirrors(env, platform);
  const searched = configuredIn === undefined ? [mirrorOf(folder), ...folders] : folders;
  const installed = searched.flatMap((path) => versionsIn(path, platform).map((version) => ({ version, path })));
  const values = {
    version: VERSION,
    stacks,
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

/** The first deployment of each stack fails, and leaves a lock file with which the second works. */
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
type Stack = Readonly<{
  name: string;
  /** The version that the stack requires. */
  required: string;
  /** The versions in the stack's folder for this platform, which synth has copied. */
  staged: readonly string[];
  /** The version in its lock file. */
  locked: string | null;
  /** The versions that `terraform init` has installed into it. */
  initialized: readonly string[];
}>;

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
  const again = `\`tfprojects plan\` or \`npx ${framework} synth\`.`;
  if (missing.length > 0) {
    return failed("provider", {
      code: "PROVIDER_NOT_STAGED",
      message:
        `missing beside ${pluralize(missing.length, "stack")} of ${where}, for ${platformOf(platform)}: ` +
        names(missing),
      next: `Synthesize the app again on this machine: ${again}`,
      values,
    });
  }
  const outdated = stacks.filter(({ required }) => required !== appVersion);
  if (outdated.length > 0) {
    const versions = formatList([...new Set(outdated.map(({ required }) => required))]);
    return warning("provider", {
      code: "PROVIDER_OUTDATED",
      message: `${names(outdated)} synthesized with ${versions}, but the app has ${appVersion}`,
      next: `Synthesize the app again: ${again}`,
      values,
    });
  }
  const lockedOtherwise = stacks.filter(({ required, locked }) => locked !== null && locked !== required);
  if (lockedOtherwise.length > 0) {
    return warning("provider", {
      code: "PROVIDER_OUTDATED",
      message: `the lock file of ${names(lockedOtherwise)} has another version than the stack requires`,
      next: `Synthesize the app again: ${again}`,
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
function stacksOf(outputFolder: string, platform: NodeJS.Platform): readonly Stack[] {
  return tryRead(() => stacksIn(outputFolder), []).flatMap(({ name, folder, output, metadata }) => {
    const providers = tryRead(() => readRequiredProviders(output, metadata), []);
    const required = providers.find(({ address }) => address === PROVIDER_SOURCE)?.constraints;
    if (required === undefined) return [];
    const lockFile = tryRead(() => LockFile.parse(readTextFileSync(join(folder, ".terraform.lock.hcl"))), undefined);
    return [
      {
        name,
        required,
        staged: versionsIn(mirrorOf(folder), platform),
        locked: lockFile?.tryFind(PROVIDER_SOURCE)?.version ?? null,
        initialized: namesIn(join(folder, ".terraform/providers", PROVIDER_SOURCE)),
      },
    ];
  });
}

/** The versions of the provider in a mirror, for this platform: packed, or unpacked as in other mirrors. */
function versionsIn(plugins: string, platform: NodeJS.Platform): readonly string[] {
  const mirror = join(plugins, PROVIDER_SOURCE);
  const name = platformOf(platform);
  const packed = new RegExp(`^terraform-provider-${PROVIDER_TYPE}_(.+)_${escapeRegExp(name)}\\.zip$`);
  return namesIn(mirror).flatMap((entry) => {
    const version = packed.exec(entry)?.[1];
    if (version !== undefined) return isUsable(join(mirror, entry), platform) ? [version] : [];
    return existsSync(join(mirror, entry, name)) ? [entry] : [];
  });
}

/** Whether Terraform can run it: on Windows, synth also copies the script, for `terraform init`, but it cannot run. */
function isUsable(archive: string, platform: NodeJS.Platform): boolean {
  return canRunScript(platform) || readBytesSync(archive).includes(".exe");
}

/**
 * Checks settings of the Terraform CLI that affect where the provider comes from: `provider_installation` with
 * development overrides and mirrors, and the plugin cache.
 *
 * @see https://developer.hashicorp.com/terraform/cli/config/config-file#provider-installation
 */
export function cliConfigurationCheck(env: Environment): Check {
  const files = readCliConfiguration(env);
  const present = files.filter(({ problem }) => problem === undefined);
  const broken = files.filter(({ problem, isMissing }) => problem !== undefined && isMissing !== true);
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
    mirrorFinding(env, values) ??
    cacheFinding(present, env, values) ??
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

/** A provider_installation block replaces the implied mirrors, which contain the stack's provider. */
function mirrorFinding(env: Environment, values: CheckValues): Check | undefined {
  const { folders, configuredIn } = providerMirrors(env);
  if (configuredIn === undefined || folders.some((path) => namesIn(join(path, PROVIDER_SOURCE)).length > 0)) return;
  return warning("cli_configuration", {
    code: "NO_MIRROR",
    message:
      `provider_installation in ${configuredIn} has no filesystem_mirror with the provider: ` +
      "`terraform init` does not find it",
    details: folders.map((path) => `${path} does not have it`),
    next:
      folders.length > 0
        ? "Run `tfprojects provider install`, which installs it there."
        : 'Add filesystem_mirror { path = "…/terraform.d/plugins" } with the folder of the stack, or that of ' +
          "`tfprojects provider install`, and exclude terraform.local/*/* from direct.",
    values,
  });
}

/** The folder in which Terraform caches providers for all configurations. */
function pluginCache(present: readonly CliConfigurationFile[], env: Environment): string | undefined {
  // Terraform expands `~` in the setting, but not in the variable.
  return [env["TF_PLUGIN_CACHE_DIR"], configuredCache(present, env)?.path].find((path) => path);
}

function configuredCache(
  present: readonly CliConfigurationFile[],
  env: Environment,
): { readonly path: string; readonly file: string } | undefined {
  const file = present.find(({ pluginCacheFolder }) => pluginCacheFolder);
  const path = file?.pluginCacheFolder?.replace(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (_, braced?: string, bare?: string) => ownMember(env, braced ?? bare ?? "") ?? "",
  );
  return file === undefined || !path ? undefined : { path, file: file.path };
}

/** The folder of the setting must exist, whereas Terraform creates the folder of the variable. */
function cacheFinding(
  present: readonly CliConfigurationFile[],
  env: Environment,
  values: CheckValues,
): Check | undefined {
  const cache = configuredCache(present, env);
  if (cache === undefined || existsSync(cache.path)) return undefined;
  return warning("cli_configuration", {
    code: "PLUGIN_CACHE_MISSING",
    message: `plugin_cache_dir ${cache.path} in ${cache.file} does not exist: Terraform reports an error, and goes on`,
    next: `Create it (mkdir -p ${cache.path}), or remove plugin_cache_dir.`,
    values,
  });
}
