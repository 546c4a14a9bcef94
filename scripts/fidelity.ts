import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { CATALOGUE } from "../test/fidelity/catalogue";
import { filesOf } from "../test/fidelity/judge";

/** Runs the tests that docs/fidelity.md tells of, and writes it. */
const jest = createRequire(__filename).resolve("jest/bin/jest");
const files = [...filesOf(CATALOGUE)].sort();
const { status } = spawnSync(process.execPath, [jest, "--runTestsByPath", ...files, ...process.argv.slice(2)], {
  env: { ...process.env, FIDELITY: "write" },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
