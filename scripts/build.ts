import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleExecutable, bundleInParts, inlinePackages } from "./bundle";
import { copyForCdktn } from "./for-cdktn";
import { writeNotices } from "./release/notices";

const ROOT = resolve(__dirname, "..");

/**
 * Builds the package: lib/ (the importable entries, with tsc) and dist/ (the bundled provider and command line, and the
 * packages in them with their licenses).
 */
export function buildPackage(): void {
  run(require.resolve("tsx/cli"), "scripts/generate/main.ts");
  for (const output of ["lib", "dist"]) rmSync(join(ROOT, output), { recursive: true, force: true });
  run(join(ROOT, "node_modules/typescript-7/lib/tsc.js"), "-p", "tsconfig.build.json");
  // The constructs suggest names, and need no packages but their peers.
  inlinePackages("lib/model/nearest-name.js");
  copyForCdktn(join(ROOT, "lib/constructs"), join(ROOT, "lib/cdktn"));
  writeNotices(ROOT, [
    bundleExecutable("src/provider/main.ts", join(ROOT, "dist/terraform-provider-tfprojects")),
    bundleInParts("src/cli/main.ts", join(ROOT, "dist/tfprojects.js")),
  ]);
}

function run(...script: readonly string[]): void {
  execFileSync(process.execPath, script, { cwd: ROOT, stdio: "inherit" });
}

if (require.main === module) buildPackage();
