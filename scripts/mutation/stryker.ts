import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { installNode } from "../install-node";
import type { MutantLines, Range } from "./sample";

const ROOT = resolve(__dirname, "../..");

/** Stryker, with the later Node.js that it needs, is installed only for who asks for it. */
const TOOLS = join(ROOT, "node_modules/.cache/mutation");
const PACKAGES = ["@stryker-mutator/core@10.0.0", "@stryker-mutator/jest-runner@10.0.0"];
const INSTRUMENTER = join(TOOLS, "node_modules/@stryker-mutator/instrumenter/dist/src/index.js");
const STRYKER = join(TOOLS, "node_modules/@stryker-mutator/core/bin/stryker.js");

/** A mutant, with what became of it: `Killed`, `Timeout`, `Survived`, `NoCoverage`, `Ignored` or an error. */
export interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: Readonly<Record<"start" | "end", { readonly line: number; readonly column: number }>>;
}

/** Mutants by file. */
export type Report = Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;

/** Installs Stryker, and returns the executable of the Node.js that it needs. `npm ci` removes them. */
export function installStryker(): string {
  return join(installNode("22", TOOLS, PACKAGES), "node");
}

/** Where the mutants of files are. */
export function mutantsOf(node: string, files: readonly string[]): readonly MutantLines[] {
  const program = join(__dirname, "list-mutants.mjs");
  const json = execFileSync(node, [program, INSTRUMENTER, ...files], { cwd: ROOT, encoding: "utf8", maxBuffer: 1e9 });
  return JSON.parse(json) as readonly MutantLines[];
}

/** With which tests to try mutants. */
interface Trial {
  /** The folders of the tests. */
  readonly tests: readonly string[];
  /** Whether to run all of them for each mutant, not only those that reach it in their own process. */
  readonly allTests: boolean;
}

/**
 * Runs the tests of folders with each mutant of some lines.
 *
 * @param folder an empty one, for Stryker's files
 * @throws Error when the tests fail without a mutant
 */
export function runStryker(node: string, ranges: readonly Range[], { tests, allTests }: Trial, folder: string): Report {
  const report = join(folder, "report.json");
  const configuration = join(folder, "stryker.json");
  const shared = join(folder, "tests");
  mkdirSync(shared);
  writeFileSync(
    configuration,
    JSON.stringify({
      testRunner: "jest",
      jest: { configFile: "scripts/mutation/jest.config.mjs", enableFindRelatedTests: false },
      mutate: ranges.map(({ file, start, end }) => `${file}:${start}-${end}`),
      coverageAnalysis: allTests ? "off" : "perTest",
      // All of a file's tests have to run for a mutant of what runs when the file is loaded.
      ignoreStatic: !allTests,
      concurrency: 2,
      // A test that takes longer than on an idle machine is no mutant found.
      timeoutMS: 30_000,
      timeoutFactor: 4,
      dryRunTimeoutMinutes: 30,
      // It would rewrite the configuration of TypeScript, with a TypeScript that is not there.
      tsconfigFile: "none",
      ignorePatterns: ["docs", "dist", "lib", "bench", "executables"],
      reporters: ["json", "progress-append-only"],
      jsonReporter: { fileName: report },
      tempDirName: join(folder, "sandbox"),
    }),
  );
  const { status } = spawnSync(node, [STRYKER, "run", configuration], {
    cwd: ROOT,
    stdio: "inherit",
    // As test/global-setup.mjs does, which would run for each mutant.
    env: { ...process.env, TFPROJECTS_MUTATION_TESTS: tests.join(","), TFPROJECTS_TEST_FOLDER: shared },
  });
  if (status !== 0) throw new Error(`Stryker ended with status ${status ?? "none"}.`);
  return (JSON.parse(readFileSync(report, "utf8")) as { readonly files: Report }).files;
}
