import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { VERSION } from "../../version";
import { isProviderPlatform, platformPackageName } from "./platform";
import type { ProviderPlatform } from "./platform";
import { archiveName, hashOfArchive } from "./provider-package";
import type { ProviderPackage } from "./provider-package";

/** Where executables of the provider are looked for. */
export interface ExecutableSources {
  /** Folders whose code could import an npm package with an executable. */
  readonly importers: readonly string[];
  /** Folders that may contain archives as they are published. */
  readonly archives: readonly string[];
}

/**
 * The executables of the provider on this machine, by platform. They run without Node.js, and each is an npm package of
 * its own, `@tfprojects/provider-linux-x64` for instance, so that only who wants them installs them.
 */
export class PlatformPackages {
  /** @param sources - By default what the app can import, and what this package can. */
  constructor(private readonly sources: ExecutableSources = { importers: [process.cwd(), __dirname], archives: [] }) {}

  /**
   * The executable for a platform; undefined if it is not installed.
   *
   * @throws Error if the installed one cannot be used: it has another version, or is incomplete.
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
   * @param option - Where it is named.
   * @throws Error if it is not installed, or cannot be used.
   */
  find(platform: ProviderPlatform, option: string): ProviderPackage {
    const found = this.tryFind(platform);
    if (found !== undefined) return found;
    throw new Error(
      `No executable of the provider for ${platform}, which ${option} names: the npm package ` +
        `${platformPackageName(platform)} is not installed (searched from ${this.sources.importers.join(" and ")}). ` +
        `Each platform's executable is a package of its own. Run: ${installCommand(platform)}`,
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

/** The command that installs the executable for a platform, in the version of this package. */
export function installCommand(platform: ProviderPlatform): string {
  return `npm install ${platformPackageName(platform)}@${VERSION}`;
}

/** What the `package.json` of a package with an executable says of it, as its member `tfprojects`. */
export interface PlatformManifest {
  /** File name of the archive that Terraform installs. */
  readonly archive: string;
  /** Terraform's hash of what is in the archive. */
  readonly h1: string;
}

function readPlatformPackage(platform: ProviderPlatform, manifest: string): ProviderPackage {
  const name = platformPackageName(platform);
  const folder = dirname(manifest);
  const { version, tfprojects } = membersOf(JSON.parse(readFileSync(manifest, "utf8")));
  if (version !== VERSION) {
    throw new Error(
      `The npm package ${name} has version ${String(version)} (in ${folder}), but tfprojects has ${VERSION}: a stack ` +
        `requires the provider of exactly its version of tfprojects. Run: ${installCommand(platform)}`,
    );
  }
  const { archive, h1 } = membersOf(tfprojects);
  if (typeof archive !== "string" || typeof h1 !== "string" || !existsSync(join(folder, archive))) {
    throw new Error(
      `The npm package ${name} is incomplete: ${folder} does not have the archive of the provider. Remove the ` +
        `folder, and run: ${installCommand(platform)}`,
    );
  }
  return { archive: join(folder, archive), hash: () => h1 };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
