import { buildSync } from "esbuild";
import { chmodSync } from "node:fs";
import { resolve } from "node:path";

/** Makes one executable file of a provider's main file, as `scripts/build.mjs` does for the package. */
export function bundleProvider(entryFile: string, outFile: string): Promise<void> {
  // Synchronous, because the service that esbuild otherwise starts keeps jest from ending.
  buildSync({
    absWorkingDir: resolve(__dirname, "../.."),
    entryPoints: [entryFile],
    outfile: outFile,
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
  chmodSync(outFile, 0o755);
  return Promise.resolve();
}
