import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { platformsOf, type ProviderPlatform } from "../constructs/provider-bundle/platform";
import { ExecutableError, PlatformPackages } from "../constructs/provider-bundle/platform-packages";
import { archiveName, writeProviderPackage } from "../constructs/provider-bundle/provider-package";
import { adviceWithoutExecutable, selectPackages } from "../constructs/provider-bundle/select-packages";
import type { SelectedPackages } from "../constructs/provider-bundle/select-packages";
import { platformOf } from "../platform";
import { sentenceOf, systemAdvice } from "../system-errors";
import { UserError } from "../user-error";

/** The build puts the provider's script next to the command line. */
const SCRIPT = join(__dirname, "terraform-provider-tfprojects");
/** Files inside an executable are not those of a disk. */
const IS_EXECUTABLE = !existsSync(__filename);
const PROGRAM_FOLDER = dirname(process.execPath);

/**
 * Installs the provider into a mirror.
 *
 * @throws UserError when it cannot be written, and when Terraform on this machine could not run it.
 */
export function installProvider(plugins: string, platforms: readonly ProviderPlatform[] = []): void {
  try {
    const { packages, canRunHere } = selectProvider(platforms, false);
    if (!canRunHere) {
      throw new UserError(
        "Terraform for Windows cannot run the provider without its executable, which is a separate package.",
        `${adviceWithoutExecutable(process.platform)}.`,
      );
    }
    for (const [platform, { archive }] of packages) writeProviderPackage(plugins, platform, archive);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `Cannot install the provider: ${sentenceOf(error)}`,
      systemAdvice(error, "Use another folder with --folder, or reinstall the package."),
      { cause: error },
    );
  }
}

/**
 * The packages for this machine, for the platforms that the user named, and for Linux if Terraform also runs remotely.
 *
 * @throws UserError when the executable for a platform that was named is not installed, when one cannot be used, and
 *   when this program is an executable without the archives of its release.
 */
export function selectProvider(platforms: readonly ProviderPlatform[], alsoLinux: boolean): SelectedPackages {
  const archives = IS_EXECUTABLE ? [PROGRAM_FOLDER] : [];
  const installed = new PlatformPackages({ importers: [process.cwd(), __dirname], archives });
  try {
    if (IS_EXECUTABLE) {
      for (const needed of [[platformOf()], ...(alsoLinux ? [platformsOf("linux")] : [])]) {
        if (needed.every((platform) => installed.tryFind(platform) === undefined)) throw noArchive(needed);
      }
    }
    return selectPackages(installed, {
      system: process.platform,
      alsoLinux,
      named: platforms,
      option: "--platform",
      script: SCRIPT,
    });
  } catch (error) {
    if (!(error instanceof ExecutableError)) throw error;
    throw new UserError(`Cannot install the provider: ${error.problem}`, error.nextStep, { cause: error });
  }
}

/** @param platforms - The archive for one of them is sufficient. */
function noArchive(platforms: readonly string[]): UserError {
  return new UserError(
    `Cannot install the provider: ${platforms.map(archiveName).join(" or ")} is not in ${PROGRAM_FOLDER}.`,
    "Put the provider's archive of the same release into the folder of this program, or run it where the npm package " +
      "of the executable is installed.",
  );
}
