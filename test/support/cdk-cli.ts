import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { probeArguments, startOf } from "../../src/doctor/cdk-cli-check";
import { findExecutable } from "../../src/terraform/find-executable";
import { findPackage } from "../../src/terraform/installed-packages";

const ROOT = resolve(__dirname, "../..");

/** The CLIs that tests run: that of cdktf is a package of the repository, and that of cdktn may be on the PATH. */
export const CDKTF = join(ROOT, "node_modules/.bin/cdktf");
const CDKTN = findExecutable("cdktn", process.env);

/** Why tests cannot run the CLI; in the names of those that are skipped. */
export const WITHOUT_CDKTF = problemOf("cdktf-cli", ROOT);
const WITHOUT_CDKTN = CDKTN === undefined ? "no cdktn on the PATH" : problemOf("cdktn-cli", realpathSync(CDKTN));

/** A test that runs the CLI of cdktn; skipped by name without it, and where it does not start. */
export function testWithCdktn(name: string, run: () => Promise<void>): void {
  if (WITHOUT_CDKTN === undefined) test(name, run);
  else test.skip(`${name} (skipped: ${WITHOUT_CDKTN})`, run);
}

/** As `tfprojects doctor` finds it out. */
function problemOf(name: string, folder: string): string | undefined {
  const cli = findPackage(folder, name);
  if (cli === undefined) return `no ${name} at ${folder}`;
  const { stdout } = spawnSync("node", probeArguments(cli), { encoding: "utf8" });
  const { node, problem } = startOf(cli, stdout);
  return problem === undefined ? undefined : `${name} ${cli.version} does not start with Node.js ${node}: ${problem}`;
}
