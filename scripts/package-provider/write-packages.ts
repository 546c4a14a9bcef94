import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { platformPackageName } from "../../src/constructs/provider-bundle/platform";
import type { ProviderPlatform } from "../../src/constructs/provider-bundle/platform";
import type { PlatformManifest } from "../../src/constructs/provider-bundle/platform-packages";
import {
  archiveName,
  archiveOf,
  executableName,
  hashOfFiles,
} from "../../src/constructs/provider-bundle/provider-package";
import type { PackageFiles } from "../../src/constructs/provider-bundle/provider-package";
import { VERSION } from "../../src/version";
import { bundleExecutable } from "../bundle";
import { compileExecutable } from "./compile";
import { FOLDERS, PROVIDER_BUNDLE, sha256, sourcesHash, SOURCES_FILE } from "./layout";
import { BUN_VERSION } from "./runtimes";

const ROOT = resolve(__dirname, "../..");

/** The name of the executable of the command line. */
function commandLineName(platform: ProviderPlatform): string {
  return platform.startsWith("windows_") ? "tfprojects.exe" : "tfprojects";
}

/** Builds the provider and the command line for the platforms, and writes all files that can be published. */
export function writePackages(platforms: readonly ProviderPlatform[], out: string): void {
  rmSync(out, { recursive: true, force: true });
  for (const folder of Object.values(FOLDERS)) mkdirSync(join(out, folder), { recursive: true });
  for (const platform of platforms) writePlatform(platform, out);
  writeFileSync(join(out, SOURCES_FILE), sourcesHash(join(ROOT, "dist")));

  const provider = `terraform-provider-tfprojects_${VERSION}`;
  const registry = join(out, FOLDERS.registry);
  writeFileSync(
    join(registry, `${provider}_manifest.json`),
    json({ version: 1, metadata: { protocol_versions: ["6.0"] } }),
  );
  // The manifest is also signed.
  writeChecksums(registry, `${provider}_SHA256SUMS`, [...platforms.map(archiveName), `${provider}_manifest.json`]);
  writeChecksums(join(out, FOLDERS.commandLine), `tfprojects_${VERSION}_SHA256SUMS`, platforms.map(commandLineArchive));
}

function writePlatform(platform: ProviderPlatform, out: string): void {
  const executables = join(out, FOLDERS.executables, platform);
  mkdirSync(executables, { recursive: true });
  const build = (bundle: string, name: string): PackageFiles => {
    compileExecutable(bundle, platform, join(executables, name));
    return { [name]: readFileSync(join(executables, name)), ...legalFiles() };
  };

  const provider = build(join(ROOT, "dist", PROVIDER_BUNDLE), executableName(platform));
  const archive = join(out, FOLDERS.registry, archiveName(platform));
  writeFileSync(archive, archiveOf(provider));
  writeNpmPackage(platform, archive, hashOfFiles(provider), out);

  // One file, unlike the script, because bytecode needs no parsing.
  const bundle = join(out, FOLDERS.executables, "tfprojects.js");
  bundleExecutable("src/cli/main.ts", bundle);
  const commandLine = build(bundle, commandLineName(platform));
  rmSync(bundle);
  writeFileSync(join(out, FOLDERS.commandLine, commandLineArchive(platform)), archiveOf(commandLine));
}

function commandLineArchive(platform: ProviderPlatform): string {
  return `tfprojects_${VERSION}_${platform}.zip`;
}

/** A folder for `npm publish`, with the archive that synth copies. */
function writeNpmPackage(platform: ProviderPlatform, archive: string, h1: string, out: string): void {
  const name = platformPackageName(platform);
  const folder = join(out, FOLDERS.npm, name.replace(/^.*\//, ""));
  mkdirSync(folder, { recursive: true });
  const tfprojects: PlatformManifest = { archive: archiveName(platform), h1 };
  // npm publishes with provenance only packages with their repository.
  const { license, author, repository, homepage, bugs } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  ) as Readonly<Record<string, unknown>>;
  writeFileSync(
    join(folder, "package.json"),
    // Has no `os` and `cpu`, because a Mac may stage the executable for Linux.
    json({
      name,
      version: VERSION,
      description: `The Terraform provider of tfprojects as an executable for ${platform}.`,
      license,
      author,
      repository,
      homepage,
      bugs,
      preferUnplugged: true,
      files: [archiveName(platform), "NOTICE.txt"],
      tfprojects,
    }),
  );
  writeFileSync(join(folder, "README.md"), readme(name, platform));
  for (const [file, content] of Object.entries(legalFiles())) writeFileSync(join(folder, file), content);
  copyFileSync(archive, join(folder, archiveName(platform)));
}

function readme(name: string, platform: ProviderPlatform): string {
  return `# ${name}

The Terraform provider of tfprojects as an executable for ${platform}. It runs
without Node.js, and starts in a fraction of the time.

\`\`\`sh
npm install tfprojects@${VERSION} ${name}@${VERSION}
\`\`\`

Where this package is installed, synth puts the executable beside the stack, and \`tfprojects provider install\`
installs it, in place of the script that is part of tfprojects. Both need the same version. The package can be installed
on every system: to deploy to ${platform} from another one, name it in the app:

\`\`\`ts
new TfprojectsProvider(stack, "tfprojects", { platforms: ["${platform}"] });
\`\`\`
`;
}

/** The notices that the licenses of this package and of the runtime require. */
function legalFiles(): PackageFiles {
  return { LICENSE: readFileSync(join(ROOT, "LICENSE")), "NOTICE.txt": Buffer.from(NOTICE) };
}

const NOTICE = `The executable contains tfprojects ${VERSION} (see LICENSE) and the libraries that are bundled into it,
whose licences are at the end of its code, and the runtime Bun ${BUN_VERSION}, unchanged.

Bun is published under the MIT licence. It contains other software, such as JavaScriptCore, parts of which are published
under the GNU Lesser General Public License 2. Their licences, and how to build Bun with another version of them, are at
https://github.com/oven-sh/bun/blob/bun-v${BUN_VERSION}/LICENSE.md
`;

function writeChecksums(folder: string, name: string, files: readonly string[]): void {
  const lines = [...files].sort().map((file) => `${sha256(join(folder, file))}  ${file}\n`);
  writeFileSync(join(folder, name), lines.join(""));
}

function json(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}
