import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { CATALOGUE } from "../test/fidelity/catalogue";
import { filesOf, isEndToEnd } from "../test/fidelity/evaluate";
import { buildPackage } from "./build";

/** Runs the tests that docs/fidelity.md tells of, and writes it. Those that are end-to-end run what is built first. */
const jest = createRequire(__filename).resolve("jest/bin/jest");
const files = [...filesOf(CATALOGUE)].sort();
if (files.some(isEndToEnd)) buildPackage();
const { status } = spawnSync(process.execPath, [jest, "--runTestsByPath", ...files, ...process.argv.slice(2)], {
  env: { ...process.env, FIDELITY: "write" },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
