import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { buildSync, transformSync, type BuildOptions, type Metafile } from "esbuild";

const ROOT = resolve(__dirname, "..");

/**
 * Dependencies of unused library features: of axios for forms, redirects and proxies, and of gRPC for its own
 * diagnostic services. Parsing all that, with a table of media types, takes as long as parsing axios itself.
 */
const UNUSED = ["@grpc/proto-loader", "follow-redirects", "form-data", "https-proxy-agent", "proxy-from-env"];

const SHEBANG = "#!/usr/bin/env node";

/** The output is deterministic and contains no machine paths. */
const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node20.9",
  minifySyntax: true,
  legalComments: "eof",
  alias: {
    ...Object.fromEntries(UNUSED.map((name) => [name, resolve(__dirname, "unused-dependency.ts")])),
    axios: resolve(__dirname, "axios/axios.mts"),
  },
  logLevel: "warning",
  metafile: true,
} as const satisfies BuildOptions;

/**
 * Bundles an entry and all its imports into an executable file.
 *
 * Users' lock files contain the hash (h1) of the provider, so it must not depend on where a version is built.
 * Synchronous, because the process of esbuild's asynchronous API would keep jest from exiting.
 *
 * @param entry - Relative to the repository.
 * @returns What is in the bundle, with paths relative to the repository.
 */
export function bundleExecutable(entry: string, outfile: string): Metafile {
  const { metafile } = buildSync({
    ...COMMON,
    entryPoints: [entry],
    outfile,
    format: "cjs",
    minifyWhitespace: true,
    banner: { js: SHEBANG },
  });
  chmodSync(outfile, 0o755);
  return metafile;
}

/**
 * Bundles an entry into an executable file, and its dynamic imports into files in the same folder, which Node.js parses
 * only when they are imported. Their names begin with that of the executable.
 *
 * @param entry - Relative to the repository.
 * @param outfile - Ends with `.js`.
 * @returns What is in the files, with paths relative to the repository.
 */
export function bundleInParts(entry: string, outfile: string): Metafile {
  const [folder, name] = [dirname(outfile), basename(outfile, ".js")];
  // esbuild splits only ES modules, so each file becomes a CommonJS module afterwards.
  const { metafile, outputFiles } = buildSync({
    ...COMMON,
    entryPoints: [{ in: entry, out: name }],
    outdir: folder,
    chunkNames: `${name}-[hash]`,
    format: "esm",
    splitting: true,
    write: false,
  });
  mkdirSync(folder, { recursive: true });
  for (const { path, text } of outputFiles) {
    const { code } = transformSync(text, {
      format: "cjs",
      platform: "node",
      target: COMMON.target,
      supported: { "dynamic-import": false },
      minifyWhitespace: true,
      legalComments: "eof",
      ...(basename(path) === `${name}.js` ? { banner: SHEBANG } : {}),
    });
    writeFileSync(join(folder, basename(path)), code);
  }
  chmodSync(outfile, 0o755);
  return metafile;
}

/**
 * Puts the packages that a built module imports into its file. Their licenses are those of `writeNotices`, since the
 * bundles contain them, too.
 *
 * @param file - In `lib/`, relative to the repository. Other modules there stay where they are.
 */
export function inlinePackages(file: string): void {
  buildSync({
    ...COMMON,
    entryPoints: [file],
    outfile: file,
    allowOverwrite: true,
    format: "cjs",
    external: ["./lib/*"],
  });
}
