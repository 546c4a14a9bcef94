import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { AppError } from "../base/app-error";
import { VERSION } from "../../version";
import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../../model/provider-address";

/** The folder of this module. A bundle of ES modules has none: its errors are those of CommonJS. */
export const MODULE_FOLDER = typeof __dirname === "undefined" ? process.cwd() : __dirname;

/** The script that is built with this package. The path is valid from `src/` and from `lib/`. */
export const PROVIDER_SCRIPT = join(MODULE_FOLDER, "../../../dist/terraform-provider-tfprojects");

/** Whether an operating system can execute the script: Windows cannot. */
export function canRunScript(system: NodeJS.Platform): boolean {
  return system !== "win32";
}

/** The package that Terraform installs on a platform. */
export interface ProviderPackage {
  /** The path of an archive, or its content. */
  readonly archive: string | Uint8Array;
  /** Terraform's hash of the files in the archive ("h1"), for lock files. */
  hash(): string;
}

/** The files of a package, by name. */
export type PackageFiles = Readonly<Record<string, Uint8Array>>;

/**
 * The script, which runs on every platform that has Node.js.
 *
 * @throws Error if it does not exist
 */
export function readScriptPackage(script: string): ProviderPackage {
  const files = readScriptFiles(script);
  return {
    get archive() {
      return scriptArchive(files);
    },
    hash: () => hashOfFiles(files),
  };
}

/** The stacks of an app have the same script, and compressing it would take most of the time of a small one. */
function scriptArchive(files: PackageFiles): Uint8Array {
  if (lastArchive === undefined || !sameFiles(lastArchive.files, files)) {
    lastArchive = { files, archive: archiveOf(files) };
  }
  return lastArchive.archive;
}

let lastArchive: { readonly files: PackageFiles; readonly archive: Uint8Array } | undefined;

function sameFiles(some: PackageFiles, others: PackageFiles): boolean {
  const names = new Set([...Object.keys(some), ...Object.keys(others)]);
  const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
    one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
  return [...names].every((name) => isSame(some[name], others[name]));
}

function readScriptFiles(script: string): PackageFiles {
  if (!existsSync(script)) {
    throw new AppError(
      `The Terraform provider of tfprojects is missing: ${script} does not exist. If the app is bundled, exclude ` +
        '"tfprojects", the framework and "constructs" from the bundle, as docs/constructs.md shows. Otherwise, ' +
        'reinstall the package or, in a clone of its repository, run "npm run build".',
    );
  }
  return {
    [executableName()]: readFileSync(script),
    // The nearest package.json sets the module type of a file without an extension, and the user's may say "module".
    "package.json": Buffer.from(`${JSON.stringify({ type: "commonjs" })}\n`),
  };
}

/** The file name of the executable in an archive. */
export function executableName(platform = ""): string {
  return `terraform-provider-${PROVIDER_TYPE}_v${VERSION}${platform.startsWith("windows_") ? ".exe" : ""}`;
}

/** The file name of the archive for a platform, in mirrors and in registries. */
export function archiveName(platform: string): string {
  return `terraform-provider-${PROVIDER_TYPE}_${VERSION}_${platform}.zip`;
}

/**
 * Writes the package to a filesystem mirror of Terraform, atomically; does nothing if the mirror already contains it.
 *
 * The package is an archive, because Terraform copies archives. It links unpacked packages, even from its plugin cache,
 * which the cdktf CLI shares between all stacks: deleting one stack would remove the provider of all others.
 *
 * @param plugins - An implied mirror directory: `terraform.d/plugins` in the stack, or the user's own.
 *   See https://developer.hashicorp.com/terraform/cli/config/config-file#implied-local-mirror-directories
 * @param platform - Such as `linux_amd64`.
 * @param archive - Its content or its path. A file becomes a hard link if possible, because it has 50 MB.
 */
export function writeProviderPackage(plugins: string, platform: string, archive: ProviderPackage["archive"]): void {
  const mirror = join(plugins, PROVIDER_SOURCE);
  const target = join(mirror, archiveName(platform));
  if (existsSync(target) && hasContent(target, archive)) return;

  mkdirSync(mirror, { recursive: true });
  // Not inside of the mirror, where Terraform would read it as a provider.
  const fresh = mkdtempSync(join(dirname(plugins), "tfprojects-"));
  try {
    if (typeof archive === "string") linkOrCopy(archive, join(fresh, "package.zip"));
    else writeFileSync(join(fresh, "package.zip"), archive);
    renameSync(join(fresh, "package.zip"), target);
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

function hasContent(target: string, archive: ProviderPackage["archive"]): boolean {
  if (typeof archive !== "string") return readFileSync(target).equals(archive);
  const [one, other] = [statSync(target), statSync(archive)];
  if (one.dev === other.dev && one.ino !== 0 && one.ino === other.ino) return true;
  return one.size === other.size && readFileSync(target).equals(readFileSync(archive));
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // The file is on another file system, or there are no hard links.
    copyFileSync(from, to);
  }
}

/** The files as an archive. Equal files give equal bytes. */
export function archiveOf(files: PackageFiles): Uint8Array {
  const executable = { os: UNIX, attrs: 0o100755 << 16, mtime: new Date(1980, 0, 1), level: 6 } as const;
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, [content, executable]])));
}

/** The operating system that the file attributes in the archive are for. */
const UNIX = 3;

/**
 * Terraform's hash of a package ("h1"): over the hash and name of each file, sorted by name. Platforms with the same
 * files have the same hash.
 */
export function hashOfFiles(files: PackageFiles): string {
  const lines = Object.entries(files)
    .map(([name, content]) => ({ name, hash: createHash("sha256").update(content).digest("hex") }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, hash }) => `${hash}  ${name}\n`);
  return `h1:${createHash("sha256").update(lines.join("")).digest("base64")}`;
}

/** {@link hashOfFiles} for the files in an archive. */
export function hashOfArchive(path: string): string {
  return hashOfFiles(unzipSync(readFileSync(path)));
}
