import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import type { Showing } from "./statement";

const ROOT = join(__dirname, "../..");

/** The folder that test files write into what their tests show: of the run. */
const folder = (): string => process.env["TFPROJECTS_TEST_FOLDER"] ?? "";

export function readDocument(): string {
  return readFileSync(join(ROOT, "docs/internals/fidelity.md"), "utf8");
}

/** The files of tests that show something. */
export function filesThatShow(): readonly string[] {
  return readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" })
    .map((path) => `test/${path.split(sep).join("/")}`)
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => readFileSync(join(ROOT, file), "utf8").includes('/fidelity"'))
    .sort();
}

/** Has the tests of files say what they show, without running them. */
export function define(files: readonly string[]): void {
  const args = ["--selectProjects", "unit", "e2e", "--testNamePattern", "(?!)", "--runTestsByPath", ...files];
  const { status, stderr } = spawnSync(
    process.execPath,
    [createRequire(__filename).resolve("jest/bin/jest"), ...args],
    {
      cwd: ROOT,
      encoding: "utf8",
      env: { ...process.env, FIDELITY_FOLDER: folder(), TFPROJECTS_E2E: "all" },
    },
  );
  if (status !== 0) throw new Error(stderr);
}

/** What test files said: in the order of the files, and then of the tests. */
export function readShowings(from = folder()): readonly Showing[] {
  const texts = readdirSync(from)
    .filter((name) => name.startsWith("fidelity-"))
    .map((name) => readFileSync(join(from, name), "utf8"));
  // Files of constructs run in two projects of jest's configuration.
  const lines = new Set(texts.flatMap((text) => text.split("\n")).filter((line) => line !== ""));
  return [...lines]
    .map((line) => JSON.parse(line) as Showing)
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
}
