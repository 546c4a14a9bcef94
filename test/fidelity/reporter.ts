import { relative, sep } from "node:path";
import { WITHOUT_TERRAFORM } from "../support/terraform";
import { countsLine } from "./counts";
import type { EvaluatedRow, Outcomes } from "./evaluate";
import { filesOf, isEndToEnd, evaluate } from "./evaluate";
import type { Section } from "./row";
import { rowId } from "./row";

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

/** Set to `required`, a run fails that cannot show every row, since there is no Terraform. */
const MODE = "FIDELITY";

/**
 * A jest reporter: when every test that the catalogue refers to has run, it prints the counts, and fails the run when a
 * row is open. Of a run of some tests it says nothing.
 */
export class FidelityReporter {
  readonly #run: JestRun;
  readonly #sections: readonly Section[];
  #error: Error | undefined;

  constructor(run: JestRun, sections: readonly Section[]) {
    this.#run = run;
    this.#sections = sections;
  }

  onRunComplete(_: unknown, results: JestResults): void {
    const outcomes = this.#outcomes(results);
    if (!this.#isWhole(outcomes)) return;
    if (lacksTerraform(outcomes)) {
      const reason = "Fidelity: not checked, because tests that need Terraform were skipped.";
      process.stderr.write(`\n${reason}\n`);
      if (process.env[MODE] === "required") this.#error = new Error(reason);
      return;
    }
    const evaluated = evaluate(this.#sections, outcomes);
    const line = countsLine(evaluated);
    const problems = openRows(evaluated);
    process.stderr.write(`\n${line}\n${problems.map((problem) => `  ${problem}\n`).join("")}`);
    if (problems.length > 0) this.#error = new Error(line);
  }

  /** Jest takes a run for failed while a reporter has an error. */
  getLastError(): Error | undefined {
    return this.#error;
  }

  /** Whether the results say something about every row: all files were to run, or all that rows refer to did. */
  #isWhole(outcomes: Outcomes): boolean {
    const run = this.#run;
    if (run.watch || run.watchAll || run.testNamePattern) return false;
    const files = [...filesOf(this.#sections)];
    if (files.every((file) => outcomes.has(file))) return true;
    const isSelection =
      run.testPathPatterns.isSet() ||
      run.runTestsByPath ||
      run.onlyChanged ||
      run.onlyFailures ||
      run.findRelatedTests ||
      run.shard !== undefined;
    // Of the projects of the configuration, one may have been run alone: of what rows refer to in the others, it says
    // nothing.
    const projects = [files.filter(isEndToEnd), files.filter((file) => !isEndToEnd(file))];
    return !isSelection && projects.every((its) => its.length === 0 || its.some((file) => outcomes.has(file)));
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
 * Whether tests were skipped because there is no Terraform here; where there must be one, as in CI, they fail instead.
 */
function lacksTerraform(outcomes: Outcomes): boolean {
  return [...outcomes.values()].flat().some(({ titles }) => titles.join(" ").includes(WITHOUT_TERRAFORM));
}

function openRows(evaluated: readonly EvaluatedRow[]): readonly string[] {
  return evaluated.flatMap(({ section, row, open }) =>
    open.map((problem) => `open: ${rowId(section, row)}: ${problem}.`),
  );
}
