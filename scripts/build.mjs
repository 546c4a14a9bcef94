// Builds the package: lib/ (the importable entries, by tsc) and dist/ (the provider and the command line, each one file).
import { execFileSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
for (const output of ["lib", "dist"]) rmSync(join(root, output), { recursive: true, force: true });

execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});

/**
 * Deterministic bundles without machine paths: the provider's hash (h1) is written into users' lock files and must be
 * the same wherever this version is built.
 */
const executables = {
  "src/provider/main.ts": "dist/terraform-provider-tfprojects",
  "src/cli/main.ts": "dist/tfprojects.js",
};
for (const [entry, outfile] of Object.entries(executables)) {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20.9",
    format: "cjs",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "eof",
    banner: { js: "#!/usr/bin/env node" },
    logLevel: "warning",
  });
  chmodSync(join(root, outfile), 0o755);
}
