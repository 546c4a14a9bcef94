import { relative, sep } from "node:path";
import { WITHOUT_TERRAFORM } from "../support/terraform";
import type { Section } from "./catalogue";
import { countsLine } from "./counts";
import type { EvaluatedRow, Outcomes } from "./evaluate";
import { filesOf, isEndToEnd, evaluate } from "./evaluate";

/** What is needed of jest's configuration. */
interface JestRun {
  readonly rootDir: string;
  readonly testNamePattern?: string | undefined;
  readonly testPathPatterns: { isSet(): boolean };
  readonly runTestsByPath: boolean;
  readonly onlyChanged: boolean;
  readonly onlyFailures: boolean;
  readonly findRelatedTests: boolean;
  readonly shard?: unknown;
  readonly watch: boolean;
  readonly watchAll: boolean;
}

/** What is needed of jest's results. */
interface JestResults {
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly testResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** Set to `required`, a run fails that cannot show every row, since there is no Terraform or it is of some files. */
const MODE = "FIDELITY";

function isRequired(): boolean {
  return process.env[MODE] === "required";
}

/**
 * A jest reporter: when every test that shows a row has run, it prints the counts, and fails the run if a row is open.
 * Of a run of some tests it says nothing.
 */
export class FidelityReporter {
  readonly #run: JestRun;
  readonly #read: () => readonly Section[];
  #error: Error | undefined;

  /** @param read gives the catalogue: reading it takes time, which runs of single files do without */
  constructor(run: JestRun, read: () => readonly Section[]) {
    this.#run = run;
    this.#read = read;
  }

  onRunComplete(_: unknown, results: JestResults): void {
    if (this.#isSelection()) return;
    const outcomes = this.#outcomes(results);
    const sections = this.#read();
    if (!isWhole(outcomes, filesOf(sections))) return;
    if (lacksTerraform(outcomes)) {
      const reason = "Fidelity: not checked, because tests that need Terraform were skipped.";
      process.stderr.write(`\n${reason}\n`);
      if (isRequired()) this.#error = new Error(reason);
      return;
    }
    const evaluated = evaluate(sections, outcomes);
    const line = countsLine(evaluated);
    const problems = openRows(evaluated);
    process.stderr.write(`\n${line}\n${problems.map((problem) => `  ${problem}\n`).join("")}`);
    if (problems.length > 0) this.#error = new Error(line);
  }

  /** Jest takes a run for failed while a reporter has an error. */
  getLastError(): Error | undefined {
    return this.#error;
  }

  /** Whether just some tests were to run, which say nothing about every row: unless it is required of them. */
  #isSelection(): boolean {
    const run = this.#run;
    if (run.watch || run.watchAll || run.testNamePattern) return true;
    const isPart =
      run.testPathPatterns.isSet() ||
      run.runTestsByPath ||
      run.onlyChanged ||
      run.onlyFailures ||
      run.findRelatedTests ||
      run.shard !== undefined;
    return isPart && !isRequired();
  }

  #outcomes(results: JestResults): Outcomes {
    return new Map(
      results.testResults.map(({ testFilePath, testResults }) => [
        relative(this.#run.rootDir, testFilePath).split(sep).join("/"),
        testResults.map(({ ancestorTitles, title, status }) => ({
          titles: [...ancestorTitles, title],
          passed: status === "passed",
        })),
      ]),
    );
  }
}

/**
 * Of the projects of the configuration, one may have been run alone: of what rows are shown by in the others, it says
 * nothing.
 */
function isWhole(outcomes: Outcomes, files: ReadonlySet<string>): boolean {
  const projects = [[...files].filter(isEndToEnd), [...files].filter((file) => !isEndToEnd(file))];
  return projects.every((its) => its.length === 0 || its.some((file) => outcomes.has(file)));
}

/**
 * Whether tests were skipped because there is no Terraform here; where there must be one, as in CI, they fail instead.
 */
function lacksTerraform(outcomes: Outcomes): boolean {
  return [...outcomes.values()].flat().some(({ titles }) => titles.join(" ").includes(WITHOUT_TERRAFORM));
}

function openRows(evaluated: readonly EvaluatedRow[]): readonly string[] {
  return evaluated.flatMap(({ row, open }) => open.map((problem) => `open: ${row.id}: ${problem}.`));
}
