import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { catalogue } from "../test/fidelity/catalogue";
import { collect } from "../test/fidelity/collect";
import { fidelityDocument } from "../test/fidelity/document";
import { filesOf, isEndToEnd } from "../test/fidelity/evaluate";
import { buildPackage } from "./build";

/**
 * Writes docs/fidelity.md. With `--test`, it runs the tests in it instead, and fails if one of its rows is open; it
 * builds the package first if there are end-to-end tests. More arguments are for jest.
 */
const [mode, ...args] = process.argv.slice(2);
if (mode === "--test") process.exitCode = runTests();
else writeFileSync(join(__dirname, "../docs/fidelity.md"), fidelityDocument(catalogue(collect())));

function runTests(): number {
  const jest = createRequire(__filename).resolve("jest/bin/jest");
  const files = [...filesOf(catalogue(collect()))].sort();
  if (files.some(isEndToEnd)) buildPackage();
  const { status } = spawnSync(process.execPath, [jest, "--runTestsByPath", ...files, ...args], {
    env: { ...process.env, FIDELITY: "required" },
    stdio: "inherit",
  });
  return status ?? 1;
}
