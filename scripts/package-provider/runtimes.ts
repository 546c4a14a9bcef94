import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ProviderPlatform } from "../../src/constructs/provider-bundle/platform";

/** The version of Bun whose runtime is part of the executables, and which compiles them. */
export const BUN_VERSION = "1.4.5";

interface Runtime {
  /** Name of Bun's npm package for the platform, without its scope. */
  readonly name: string;
  /** The integrity of its tarball in the npm registry. A published version cannot change. */
  readonly integrity: string;
  /** The name of the platform for `bun build --target`. */
  readonly target: string;
}

export const RUNTIMES: Readonly<Record<ProviderPlatform, Runtime>> = {
  linux_amd64: {
    name: "bun-linux-x64",
    target: "bun-linux-x64",
    integrity: "sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==",
  },
  linux_arm64: {
    name: "bun-linux-aarch64",
    target: "bun-linux-arm64",
    integrity: "sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==",
  },
  darwin_amd64: {
    name: "bun-darwin-x64",
    target: "bun-darwin-x64",
    integrity: "sha512-qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==",
  },
  darwin_arm64: {
    name: "bun-darwin-aarch64",
    target: "bun-darwin-arm64",
    integrity: "sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==",
  },
  windows_amd64: {
    name: "bun-windows-x64",
    target: "bun-windows-x64",
    integrity: "sha512-FNvply651vcE/GHgNWz6mZvhmkwBuu8Hw54oNzA+CQog+HW+542rXQmZqNHRkFxazD9L3xi+iTtvO3engAgJfw==",
  },
  windows_arm64: {
    name: "bun-windows-aarch64",
    target: "bun-windows-arm64",
    integrity: "sha512-MiPFZnBNDnBXgr1oONc5pizC4fOLjnIOfNkYdFEnWzLmoFTg86naZIG3SvS7d/GglpQSAnCKMAzSjI/TAckiRw==",
  },
};

/** A cache in node_modules, like those of other tools. `npm ci` removes it, and npm has its own cache of downloads. */
const CACHE = resolve(__dirname, "../../node_modules/.cache/tfprojects-executables");

/**
 * The path of Bun for a platform, downloaded from the npm registry on first use.
 *
 * @throws Error if the download is not the published version
 */
export function runtimeFor(platform: ProviderPlatform): string {
  const { name, integrity } = RUNTIMES[platform];
  const folder = join(CACHE, `${name}-${BUN_VERSION}`);
  const executable = join(folder, "package", "bin", platform.startsWith("windows_") ? "bun.exe" : "bun");
  if (existsSync(executable)) return executable;

  mkdirSync(CACHE, { recursive: true });
  const fresh = mkdtempSync(join(CACHE, "download-"));
  try {
    const tarball = join(fresh, download(`@oven/${name}@${BUN_VERSION}`, fresh));
    const actual = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
    if (actual !== integrity) {
      throw new Error(
        `The npm package @oven/${name}@${BUN_VERSION} is not the expected one: its integrity is ${actual}, not ` +
          `${integrity}. Nothing was built. Check the npm registry that is configured (npm config get registry).`,
      );
    }
    // `tar` is part of Linux, macOS, and Windows since 2018.
    execFileSync("tar", ["-xzf", tarball, "-C", fresh]);
    rmSync(tarball);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return executable;
}

/** Returns the file name of the tarball. */
function download(specifier: string, folder: string): string {
  const args = ["pack", specifier, "--pack-destination", folder, "--json", "--loglevel=error"];
  const isWindows = process.platform === "win32";
  const output = execFileSync(isWindows ? "npm.cmd" : "npm", args, { encoding: "utf8", shell: isWindows });
  const [packed] = JSON.parse(output) as { filename: string }[];
  // Some versions of npm report the scope as a folder.
  return (packed?.filename ?? "").replace(/^@/, "").replace("/", "-");
}
