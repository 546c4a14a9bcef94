import { copyFileSync, existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { bundleExecutable } from "../../scripts/bundle";

/** Bundles an entry, as {@link bundleExecutable} does, but only once for all test files of a run. */
export function sharedBundle(entry: string, outfile: string): void {
  const folder = process.env["TFPROJECTS_TEST_FOLDER"];
  if (folder === undefined) throw new Error("TFPROJECTS_TEST_FOLDER is not set, as test/global-setup.mjs does.");
  const bundle = join(folder, entry.replaceAll("/", "-"));
  if (!existsSync(bundle)) {
    // Several processes may bundle it at the same time.
    const own = `${bundle}.${process.pid}`;
    bundleExecutable(entry, own);
    renameSync(own, bundle);
  }
  copyFileSync(bundle, outfile);
}
