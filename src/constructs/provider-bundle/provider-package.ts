import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { zipSync } from "fflate";
import { VERSION } from "../../version";
import { PROVIDER_SOURCE, PROVIDER_TYPE } from "../base/provider-source";

/** The provider, built with this package. From `src/constructs/staging` and `lib/constructs/staging` alike. */
export const PROVIDER_EXECUTABLE = join(__dirname, "../../../dist/terraform-provider-tfprojects");

/** The platforms of this system, for a Terraform of either architecture: the provider is the same on both. */
export function platformsOf(system: NodeJS.Platform): readonly string[] {
  const name = system === "win32" ? "windows" : system;
  return [`${name}_amd64`, `${name}_arm64`];
}

/** The files of the provider as Terraform installs it, by name. */
export type ProviderPackage = Readonly<Record<string, Buffer>>;

/** @throws Error when the executable was not built, or is not where this package put it */
export function readProviderPackage(executable: string): ProviderPackage {
  if (!existsSync(executable)) {
    throw new Error(
      `The Terraform provider of tfprojects is missing: there is no ${executable}, which every deployment needs. ` +
        `Install the package again; in a checkout of it, run "npm run build"; where a bundler is used, keep "tfprojects" out of the bundle.`,
    );
  }
  return {
    [`terraform-provider-${PROVIDER_TYPE}_v${VERSION}`]: readFileSync(executable),
    // Node takes a file without an extension for what the nearest package.json says; the user's may say "module".
    "package.json": Buffer.from(`${JSON.stringify({ type: "commonjs" })}\n`),
  };
}

/**
 * Puts the package where Terraform looks for it. Does nothing where it is there already; otherwise it is there in full or not at all.
 *
 * It is packed, so that Terraform has to copy it: to a folder it would only link, also from its cache of plugins, which the cdktf CLI has all stacks
 * of a user share. With the folder of the stack that was initialised last, all others would lose their provider.
 *
 * @param plugins a folder that Terraform takes for a mirror without any configuration: `terraform.d/plugins` beside the code, or the user's own
 * @param platform as Terraform names it, such as `linux_amd64`
 * @param archive from {@link archiveOf}, once for all platforms
 */
export function writeProviderPackage(plugins: string, platform: string, archive: Uint8Array): void {
  const mirror = join(plugins, PROVIDER_SOURCE);
  const target = join(mirror, `terraform-provider-${PROVIDER_TYPE}_${VERSION}_${platform}.zip`);
  if (existsSync(target) && readFileSync(target).equals(archive)) return;

  mkdirSync(mirror, { recursive: true });
  // Not inside: Terraform would take it for a provider.
  const fresh = mkdtempSync(join(dirname(plugins), "tfprojects-"));
  writeFileSync(join(fresh, "package.zip"), archive);
  renameSync(join(fresh, "package.zip"), target);
  rmSync(fresh, { recursive: true });
}

/** The package as one file, for any platform. Equal files give equal bytes, so that what is there already can be told from what is not. */
export function archiveOf(files: ProviderPackage): Uint8Array {
  const executable = { os: UNIX, attrs: 0o100755 << 16, mtime: new Date(1980, 0, 1), level: 6 } as const;
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, [content, executable]])));
}

/** As which system the archive's attributes are to be understood. */
const UNIX = 3;

/**
 * Terraform's hash of a package ("h1"): over each file's hash and name, sorted by name. It does not depend on the platform, as long as the
 * platforms get the same files.
 */
export function packageHash(files: ProviderPackage): string {
  const lines = Object.entries(files)
    .map(([name, content]) => ({ name, hash: createHash("sha256").update(content).digest("hex") }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, hash }) => `${hash}  ${name}\n`);
  return `h1:${createHash("sha256").update(lines.join("")).digest("base64")}`;
}
