import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { platformPackageName, type ProviderPlatform } from "../../src/constructs/provider-bundle/platform";
import {
  archiveName,
  archiveOf,
  executableName,
  hashOfFiles,
} from "../../src/constructs/provider-bundle/provider-package";
import { VERSION } from "../../src/version";

/** An npm package with the executable for a platform, whose content is a text. */
export interface InstalledPackage {
  readonly folder: string;
  readonly archive: string;
  readonly hash: string;
}

/** Installs the package for a platform into a project, as `npm install` does. */
export function installPlatformPackage(
  project: string,
  platform: ProviderPlatform,
  { version = VERSION, text = `the provider for ${platform}` } = {},
): InstalledPackage {
  const name = platformPackageName(platform);
  const folder = join(project, "node_modules", name);
  mkdirSync(folder, { recursive: true });
  const files = { [executableName(platform)]: Buffer.from(text) };
  const hash = hashOfFiles(files);
  const archive = join(folder, archiveName(platform));
  writeFileSync(archive, archiveOf(files));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name, version, tfprojects: { archive: archiveName(platform), h1: hash } }),
  );
  return { folder, archive, hash };
}
