import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { asObject, textOf } from "../../json";
import { VERSION } from "../../version";
import { AppError } from "../base/app-error";
import { isProviderPlatform, platformPackageName } from "./platform";
import type { ProviderPlatform } from "./platform";
import { archiveName, hashOfArchive, MODULE_FOLDER } from "./provider-package";
import type { ProviderPackage } from "./provider-package";

/** The executable of the provider for a platform is not installed, or cannot be used. */
export class ExecutableError extends AppError {
  override readonly name = "ExecutableError";

  /**
   * @param problem - What happened, where, and why.
   * @param nextStep - How to fix it.
   */
  constructor(
    readonly problem: string,
    readonly nextStep: string,
  ) {
    super(`${problem} ${nextStep}`);
    // Node.js would show them again, below the message.
    for (const part of ["problem", "nextStep"] as const) Object.defineProperty(this, part, { enumerable: false });
  }
}

/** Where to look for executables of the provider. */
export interface ExecutableSources {
  /** Folders whose code could import an npm package with an executable. */
  readonly importers: readonly string[];
  /** Folders that may contain published archives. */
  readonly archives: readonly string[];
}

/**
 * The executables of the provider on this machine, by platform. They run without Node.js. Each is a separate npm
 * package, such as `@tfprojects/provider-linux-x64`, because most users do not need them.
 */
export class PlatformPackages {
  /** @param sources - Default: the packages that the app or this package can import. */
  constructor(
    private readonly sources: ExecutableSources = { importers: [process.cwd(), MODULE_FOLDER], archives: [] },
  ) {}

  /**
   * The executable for a platform; undefined if it is not installed.
   *
   * @throws ExecutableError if the installed executable has another version or is incomplete.
   */
  tryFind(platform: string): ProviderPackage | undefined {
    if (!isProviderPlatform(platform)) return undefined;
    const manifest = this.findManifest(platformPackageName(platform));
    if (manifest !== undefined) return readPlatformPackage(platform, manifest);
    const archive = this.sources.archives.map((folder) => join(folder, archiveName(platform))).find(existsSync);
    return archive === undefined ? undefined : { archive, hash: () => hashOfArchive(archive) };
  }

  /**
   * The executable for a platform that the user named.
   *
   * @param option - The option that names it, for errors.
   * @param without - What happens if the platform is neither installed nor named, as a sentence.
   * @throws ExecutableError if it is not installed, or cannot be used.
   */
  find(platform: ProviderPlatform, option: string, without: string): ProviderPackage {
    const found = this.tryFind(platform);
    if (found !== undefined) return found;
    const { importers, archives } = this.sources;
    const inFolder = archives.length === 0 ? "" : `put ${archiveName(platform)} into ${archives.join(" or ")}, `;
    throw new ExecutableError(
      `No executable of the provider for ${platform}, which ${option} names: the npm package ` +
        `${platformPackageName(platform)} is not installed (searched from ${importers.join(" and ")}).`,
      `Run \`${installCommand(platform)}\`, ${inFolder}or omit ${platform}. ${without}`,
    );
  }

  /** The `package.json` of a package, as Node.js resolves it. */
  private findManifest(name: string): string | undefined {
    for (const importer of this.sources.importers) {
      try {
        return createRequire(join(importer, "importer.js")).resolve(`${name}/package.json`);
      } catch {
        // Not installed there.
      }
    }
    return undefined;
  }
}

/** The command that installs the executable for a platform, in this package's version. */
export function installCommand(platform: ProviderPlatform): string {
  return `npm install ${platformPackageName(platform)}@${VERSION}`;
}

/** The member `tfprojects` in the `package.json` of a package with an executable. */
export interface PlatformManifest {
  /** File name of the archive that Terraform installs. */
  readonly archive: string;
  /** Terraform's hash of the files in the archive ("h1"). */
  readonly h1: string;
}

function readPlatformPackage(platform: ProviderPlatform, manifest: string): ProviderPackage {
  const name = platformPackageName(platform);
  const folder = dirname(manifest);
  const { version, tfprojects } = asObject(JSON.parse(readFileSync(manifest, "utf8")));
  if (version !== VERSION) {
    throw new ExecutableError(
      `The npm package ${name} has version ${textOf(version)} (in ${folder}), but tfprojects has ${VERSION}: a stack ` +
        "requires the provider of exactly its version of tfprojects.",
      `Run \`${installCommand(platform)}\`.`,
    );
  }
  const { archive, h1 } = asObject(tfprojects);
  if (typeof archive !== "string" || typeof h1 !== "string" || !existsSync(join(folder, archive))) {
    throw new ExecutableError(
      `The npm package ${name} is incomplete: ${folder} does not have the archive of the provider.`,
      `Remove the folder, and run \`${installCommand(platform)}\`.`,
    );
  }
  return { archive: join(folder, archive), hash: () => h1 };
}
