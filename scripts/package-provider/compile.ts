import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platformOf } from "../../src/platform";
import { isProviderPlatform } from "../../src/constructs/provider-bundle/platform";
import type { ProviderPlatform } from "../../src/constructs/provider-bundle/platform";
import { RUNTIMES, runtimeFor } from "./runtimes";

/** The path of the script in the executable: the same everywhere, not that of a machine. */
const SCRIPT = "main.js";

/**
 * Compiles a bundle into an executable, together with the runtime of its platform. Equal bundles give equal bytes, in
 * whatever folder: Bun stores the names of files, which are always the same, and the path of the script only where the
 * script uses it, so that is defined here.
 *
 * @param bundle - A bundled script, as `npm run build` writes it.
 */
export function compileExecutable(bundle: string, platform: ProviderPlatform, outfile: string): void {
  const compiler = runtimeFor(ownPlatform());
  const runtime = runtimeFor(platform);
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-compile-"));
  try {
    copyFileSync(bundle, join(folder, SCRIPT));
    const output = platform.startsWith("windows_") ? "main.exe" : "main";
    execFileSync(
      compiler,
      [
        "build",
        "--compile",
        "--bytecode",
        `--target=${RUNTIMES[platform].target}`,
        `--compile-executable-path=${runtime}`,
        "--define=__dirname='/'",
        `--define=__filename='/${SCRIPT}'`,
        // Terraform runs the executable in users' folders, whose files must not configure it.
        "--no-compile-autoload-dotenv",
        "--no-compile-autoload-bunfig",
        `./${SCRIPT}`,
        `--outfile=${output}`,
      ],
      // Omits this machine's settings for Bun and Node.js.
      {
        cwd: folder,
        env: { PATH: process.env["PATH"], HOME: folder, TMPDIR: tmpdir() },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    copyFileSync(join(folder, output), outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ownPlatform(): ProviderPlatform {
  const platform = platformOf();
  if (isProviderPlatform(platform)) return platform;
  throw new Error(`Executables cannot be built on ${platform}: Bun does not run there. Use Linux, macOS or Windows.`);
}
