import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { catalogue } from "../test/fidelity/catalogue";
import { fidelityDocument } from "../test/fidelity/document";
import { problemsOf } from "../test/fidelity/problems";
import { define, filesThatShow, readShowings } from "../test/fidelity/showings";
import { buildPackage } from "./build";

/**
 * Writes docs/internals/fidelity.md. With `--test`, it runs the tests in it instead, and fails if one of its rows is
 * open; it builds the package first, for end-to-end tests. More arguments are for jest.
 */
const [mode, ...args] = process.argv.slice(2);
if (mode === "--test") process.exitCode = runTests();
else writeDocument();

function writeDocument(): void {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-fidelity-"));
  process.env["TFPROJECTS_TEST_FOLDER"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true }));
  define(filesThatShow());
  const showings = readShowings();
  const sections = catalogue(showings);
  writeFileSync(join(__dirname, "../docs/internals/fidelity.md"), fidelityDocument(sections));
  const problems = problemsOf(showings, sections);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

function runTests(): number {
  const jest = createRequire(__filename).resolve("jest/bin/jest");
  buildPackage();
  const { status } = spawnSync(process.execPath, [jest, "--runTestsByPath", ...filesThatShow(), ...args], {
    env: { ...process.env, FIDELITY: "required" },
    stdio: "inherit",
  });
  return status ?? 1;
}
