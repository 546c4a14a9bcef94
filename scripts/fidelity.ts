import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { CATALOGUE } from "../test/fidelity/catalogue";
import { filesOf, isEndToEnd } from "../test/fidelity/evaluate";
import { buildPackage } from "./build";

/** Runs the tests in docs/fidelity.md, and writes it. Builds the package first if there are end-to-end tests. */
const jest = createRequire(__filename).resolve("jest/bin/jest");
const files = [...filesOf(CATALOGUE)].sort();
if (files.some(isEndToEnd)) buildPackage();
const { status } = spawnSync(process.execPath, [jest, "--runTestsByPath", ...files, ...process.argv.slice(2)], {
  env: { ...process.env, FIDELITY: "write" },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
