import { existsSync } from "node:fs";
import { installCommand } from "./platform-packages";
import type { PlatformPackages } from "./platform-packages";
import { platformOf } from "../../platform";
import { isProviderPlatform, platformsOf } from "./platform";
import type { ProviderPlatform } from "./platform";
import { canRunScript, readScriptPackage } from "./provider-package";
import type { ProviderPackage } from "./provider-package";

/** The platforms on which Terraform must find the provider. */
export interface PackageSelection {
  /** The operating system of this machine. */
  readonly system: NodeJS.Platform;
  /** Whether Terraform also runs on other machines, which run Linux. */
  readonly alsoLinux: boolean;
  /** Platforms that the user named. */
  readonly named: Iterable<ProviderPlatform>;
  /** The option that names them, for errors. */
  readonly option: string;
  /** The path of the script, for platforms without an executable. */
  readonly script: string;
}

/** The packages to install, by platform. */
export interface SelectedPackages {
  readonly packages: ReadonlyMap<string, ProviderPackage>;
  /** Whether Terraform on this machine can run the package that is selected for it. */
  readonly canRunHere: boolean;
}

/**
 * Selects installed executables, and the script for platforms that have none. Covers both architectures of this
 * operating system, which may translate processes of the other one.
 *
 * @throws ExecutableError if a platform was named whose executable is not installed, and if an installed one cannot be
 *   used; Error if the script is needed and missing
 */
export function selectPackages(
  installed: PlatformPackages,
  { system, alsoLinux, named, option, script }: PackageSelection,
): SelectedPackages {
  const packages = new Map<string, ProviderPackage>();
  for (const platform of named) {
    packages.set(platform, installed.find(platform, option, withoutExecutable(platform, system, alsoLinux)));
  }
  const executableFor = (platform: string): ProviderPackage | undefined =>
    packages.get(platform) ?? installed.tryFind(platform);

  const own = platformsOf(system);
  const canRunHere = canRunScript(system) || own.some((platform) => executableFor(platform) !== undefined);
  const linux = alsoLinux || !canRunHere ? platformsOf("linux") : [];

  let fromScript: ProviderPackage | undefined;
  for (const platforms of [own, linux]) {
    for (const platform of platforms) {
      const executable = executableFor(platform);
      if (executable !== undefined) packages.set(platform, executable);
    }
    // The script is optional if there is an executable for the other architecture.
    const isNeeded = platforms.every((platform) => !packages.has(platform));
    // `terraform init` also needs a package for a system that cannot run it.
    if (!isNeeded && (!existsSync(script) || (platforms === own && !canRunScript(system)))) continue;
    for (const platform of platforms) {
      if (!packages.has(platform)) packages.set(platform, (fromScript ??= readScriptPackage(script)));
    }
  }
  return { packages, canRunHere };
}

/** The consequence if the executable for a platform is neither installed nor named, as a sentence. */
function withoutExecutable(platform: ProviderPlatform, system: NodeJS.Platform, alsoLinux: boolean): string {
  const isLinux = platformsOf("linux").includes(platform);
  if (platformsOf("win32").includes(platform)) return `Terraform on ${platform} then cannot run the provider.`;
  if (platformsOf(system).includes(platform) || (isLinux && alsoLinux)) {
    return `Terraform on ${platform} then runs the script of the provider, which needs Node.js on the PATH.`;
  }
  const except = isLinux ? ", except in a stack with a `cloud` block or a `remote` backend, which gets the script" : "";
  return `\`terraform init\` on ${platform} then fails, because it finds no provider${except}.`;
}

/** Advice for a machine on which Terraform cannot run the script. */
export function adviceWithoutExecutable(system: NodeJS.Platform): string {
  const platform = platformOf(system);
  return isProviderPlatform(platform) ? `Install it (${installCommand(platform)}), or use WSL` : "Use WSL";
}
