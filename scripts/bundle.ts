import { chmodSync } from "node:fs";
import { resolve } from "node:path";
import { buildSync, type Metafile } from "esbuild";

/**
 * What axios loads for forms, redirects and proxies. The client has none of them, and parsing these libraries, with
 * their table of media types, takes as long as parsing axios itself.
 */
const UNUSED = ["follow-redirects", "form-data", "https-proxy-agent", "proxy-from-env"];

/**
 * Bundles an entry and all its imports into an executable file.
 *
 * The output is deterministic and contains no machine paths: users' lock files contain its hash (h1), which must not
 * depend on where a version is built. Synchronous, because the process of esbuild's asynchronous API would keep jest
 * from exiting.
 *
 * @param entry - Relative to the repository.
 * @returns What is in the bundle, with paths relative to the repository.
 */
export function bundleExecutable(entry: string, outfile: string): Metafile {
  const { metafile } = buildSync({
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
    alias: Object.fromEntries(UNUSED.map((name) => [name, resolve(__dirname, "unused-dependency.ts")])),
    banner: { js: "#!/usr/bin/env node" },
    logLevel: "warning",
    metafile: true,
  });
  chmodSync(outfile, 0o755);
  return metafile;
}
