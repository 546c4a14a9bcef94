import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { zipSync } from "fflate";
import { VERSION } from "../../version";
import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../base/provider-source";

/** The executable built with this package. The path is valid from `src/` and from `lib/`. */
export const PROVIDER_EXECUTABLE = join(__dirname, "../../../dist/terraform-provider-tfprojects");

/** The platforms of an operating system. The provider is the same for both architectures. */
export function platformsOf(system: NodeJS.Platform): readonly string[] {
  const name = system === "win32" ? "windows" : system;
  return [`${name}_amd64`, `${name}_arm64`];
}

/** Whether Terraform can run the provider on an operating system: Windows does not run scripts as executables. */
export function canRunProvider(system: NodeJS.Platform): boolean {
  return system !== "win32";
}

/** The files that Terraform installs, by name. */
export type ProviderPackage = Readonly<Record<string, Buffer>>;

/** @throws Error if the executable does not exist */
export function readProviderPackage(executable: string): ProviderPackage {
  if (!existsSync(executable)) {
    throw new Error(
      `The Terraform provider of tfprojects is missing: ${executable} does not exist. Reinstall the package. In a ` +
        'clone of the repository, run "npm run build". If you use a bundler, exclude "tfprojects" from the bundle.',
    );
  }
  return {
    [`terraform-provider-${PROVIDER_TYPE}_v${VERSION}`]: readFileSync(executable),
    // The nearest package.json sets the module type of a file without extension, and the user's can be "module".
    "package.json": Buffer.from(`${JSON.stringify({ type: "commonjs" })}\n`),
  };
}

/**
 * Writes the package to a filesystem mirror of Terraform, atomically; does nothing if the mirror already contains it.
 *
 * The package is an archive, so that Terraform copies it. Terraform links unpacked packages, even from its plugin
 * cache, which the cdktf CLI shares between all stacks: deleting one stack would remove the provider of all others.
 *
 * @param plugins - An implied mirror directory: `terraform.d/plugins` in the stack, or the user's own.
 *   See https://developer.hashicorp.com/terraform/cli/config/config-file#implied-local-mirror-directories
 * @param platform - Such as `linux_amd64`.
 * @param archive - From {@link archiveOf}, the same for all platforms.
 */
export function writeProviderPackage(plugins: string, platform: string, archive: Uint8Array): void {
  const mirror = join(plugins, PROVIDER_SOURCE);
  const target = join(mirror, `terraform-provider-${PROVIDER_TYPE}_${VERSION}_${platform}.zip`);
  if (existsSync(target) && readFileSync(target).equals(archive)) return;

  mkdirSync(mirror, { recursive: true });
  // Not in the mirror, where Terraform would read it as a provider.
  const fresh = mkdtempSync(join(dirname(plugins), "tfprojects-"));
  writeFileSync(join(fresh, "package.zip"), archive);
  renameSync(join(fresh, "package.zip"), target);
  rmSync(fresh, { recursive: true });
}

/** The package as an archive, for any platform. Equal files give equal bytes. */
export function archiveOf(files: ProviderPackage): Uint8Array {
  const executable = { os: UNIX, attrs: 0o100755 << 16, mtime: new Date(1980, 0, 1), level: 6 } as const;
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, [content, executable]])));
}

/** The operating system that the file attributes in the archive are for. */
const UNIX = 3;

/**
 * Terraform's hash of a package ("h1"): over the hash and name of each file, sorted by name. Platforms with the same
 * files have the same hash.
 */
export function packageHash(files: ProviderPackage): string {
  const lines = Object.entries(files)
    .map(([name, content]) => ({ name, hash: createHash("sha256").update(content).digest("hex") }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, hash }) => `${hash}  ${name}\n`);
  return `h1:${createHash("sha256").update(lines.join("")).digest("base64")}`;
}
