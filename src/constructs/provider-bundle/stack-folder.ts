import { existsSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../../atomic-file";
import { readTextFileSync } from "../../text-file";
import { VERSION } from "../../version";
import type { Framework } from "../base/frameworks";
import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../../model/provider-address";
import { LockFile } from "./lock-file";
import { lockProviders } from "./lock-providers";
import { writeProviderPackage } from "./provider-package";
import type { ProviderPackage } from "./provider-package";
import type { RequiredProvider } from "./required-providers";
import { adviceWithoutExecutable } from "./select-packages";
import type { SelectedPackages } from "./select-packages";

/** A synthesized stack that the provider is installed into. */
export interface StackFolder {
  /** Where Terraform runs. */
  readonly path: string;
  readonly required: readonly RequiredProvider[];
  /** Name of a provider → the version that its classes were generated from. */
  readonly generatedVersions: ReadonlyMap<string, string>;
  /** The framework whose CLI deploys the stack. */
  readonly framework: Framework;
  /** Whether HCP Terraform or Terraform Enterprise, which use Linux, may run the stack. */
  readonly runsRemotely: boolean;
}

/**
 * Installs the provider into the folder of a synthesized stack, and writes its lock entry there, so that the first
 * `cdktf deploy` needs neither a registry nor a setting.
 *
 * @param selected - The packages to install; for a stack that runs remotely, also those for Linux.
 * @param system - The operating system that synthesizes.
 * @returns Warnings about expected failures.
 */
export function installIntoStack(
  stack: StackFolder,
  { packages, canRunHere }: SelectedPackages,
  system: NodeJS.Platform = process.platform,
): readonly string[] {
  const plugins = join(stack.path, "terraform.d", "plugins");
  for (const [platform, { archive }] of packages) writeProviderPackage(plugins, platform, archive);
  return [
    ...writeLock(stack, [...packages.values()]).map((provider) => cannotBeLocked(stack, provider)),
    ...(canRunHere ? [] : [cannotRunProvider(stack, system)]),
  ];
}

/** Returns the providers that could not be locked. */
function writeLock(
  { path, required, generatedVersions }: StackFolder,
  packages: readonly ProviderPackage[],
): readonly RequiredProvider[] {
  const lockPath = join(path, ".terraform.lock.hcl");
  const before = existsSync(lockPath) ? readTextFileSync(lockPath) : "";

  const lock = LockFile.parse(before);
  // Always written: with old hashes, another build of the same version fails, even with `terraform init -upgrade`.
  const hashes = [...new Set(packages.map((it) => it.hash()))].sort();
  lock.set(PROVIDER_SOURCE, { version: VERSION, constraints: VERSION, hashes });
  const unlocked = lockProviders(lock, required, generatedVersions);

  const after = lock.toString();
  if (after !== before) replaceFile(lockPath, after);
  return unlocked;
}

/**
 * A warning instead of an error, because the stack may be deployed elsewhere, and `tfprojects` plans and applies it
 * without the provider.
 */
function cannotRunProvider({ framework, runsRemotely }: StackFolder, system: NodeJS.Platform): string {
  const remotely = runsRemotely ? " Runs that execute remotely are not affected." : "";
  return (
    `Terraform on this machine cannot run the provider ${PROVIDER_TYPE}: on Windows it needs the executable, which ` +
    `is a separate package.${remotely} ${adviceWithoutExecutable(system)}, or deploy the output folder on Linux ` +
    `(${framework} deploy --skip-synth).`
  );
}

function cannotBeLocked({ framework }: StackFolder, { name, constraints }: RequiredProvider): string {
  const provider = constraints === "" ? `"${name}"` : `"${name}" (${constraints})`;
  return (
    `Cannot lock the provider ${provider} without its registry. ${framework} will run "terraform ` +
    'providers lock", which fails for the tfprojects provider, because no registry has it. Require an exact version ' +
    `of "${name}", or set the environment variable CDKTF_SKIP_PROVIDER_LOCK=true when you deploy.`
  );
}
