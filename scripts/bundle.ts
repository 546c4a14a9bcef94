import { chmodSync } from "node:fs";
import { resolve } from "node:path";
import { buildSync } from "esbuild";

/**
 * Makes one executable file of an entry and all that it imports.
 *
 * Deterministic and without machine paths: the hash (h1) of the provider is written into users' lock files, and must
 * be the same wherever a version is built. Synchronous, because the process that esbuild's other form leaves running
 * would keep jest from ending.
 *
 * @param entry - Relative to the repository.
 */
export function bundleExecutable(entry: string, outfile: string): void {
  buildSync({
    absWorkingDir: resolve(__dirname, ".."),
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
  chmodSync(outfile, 0o755);
}
