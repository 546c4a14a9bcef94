import { copyFileSync, cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundleExecutable, bundleInParts } from "../../scripts/bundle";

/** Bundles an entry, as {@link bundleExecutable} does, but only once for all test files of a run. */
export function sharedBundle(entry: string, outfile: string): void {
  const bundle = join(sharedFolder(), entry.replaceAll("/", "-"));
  if (!existsSync(bundle)) {
    // Several processes may bundle it at the same time.
    const own = `${bundle}.${process.pid}`;
    bundleExecutable(entry, own);
    renameSync(own, bundle);
  }
  copyFileSync(bundle, outfile);
}

/** Bundles the command line into `tfprojects.js` and its parts, as in the package, but only once in a run. */
export function sharedCommandLine(folder: string): void {
  const bundle = madeOnce("command-line", (own) => bundleInParts("src/cli/main.ts", join(own, "tfprojects.js")));
  cpSync(bundle, folder, { recursive: true });
}

/** A folder that is made only once for all test files of a run. */
export function madeOnce(name: string, make: (folder: string) => void): string {
  const folder = join(sharedFolder(), name);
  if (existsSync(folder)) return folder;
  const own = `${folder}.${process.pid}`;
  make(own);
  try {
    renameSync(own, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
    rmSync(own, { recursive: true });
  }
  return folder;
}

function sharedFolder(): string {
  const folder = process.env["TFPROJECTS_TEST_FOLDER"];
  if (folder === undefined) throw new Error("TFPROJECTS_TEST_FOLDER is not set, as test/global-setup.mjs does.");
  return folder;
}
