import { relative, sep } from "node:path";
import { WITHOUT_TERRAFORM } from "../support/without-terraform";
import { catalogue } from "./catalogue";
import { countsLine } from "./counts";
import { fidelityDocument } from "./document";
import { evaluate, keyOf } from "./evaluate";
import { problemsOf } from "./problems";
import { define, filesThatShow, readDocument, readShowings } from "./showings";

/** What is needed of jest's configuration. */
interface JestRun {
  readonly rootDir: string;
  readonly testNamePattern?: string | undefined;
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

/**
 * A jest reporter: when every test that shows a row has run, it prints the counts, and fails the run if a row is open.
 * Of a run of some tests it says nothing.
 */
export class FidelityReporter {
  readonly #run: JestRun;
  readonly #isOnRequest: (file: string) => boolean;
  #error: Error | undefined;

  constructor(run: JestRun, isOnRequest: (file: string) => boolean) {
    this.#run = run;
    this.#isOnRequest = isOnRequest;
  }

  onRunComplete(_: unknown, results: JestResults): void {
    if (this.#run.testNamePattern) return;
    const said = new Set(readShowings().map(({ file }) => file));
    const silent = filesThatShow().filter((file) => !said.has(file));
    const leftOut = silent.filter(this.#isOnRequest);
    if (silent.length > leftOut.length) {
      if (isRequired()) this.#report("Fidelity: not checked, because not all of its tests were run.", silent);
      return;
    }
    if (leftOut.length > 0) define(leftOut);
    const showings = readShowings();
    const sections = catalogue(showings);
    const isOutdated = readDocument() !== fidelityDocument(sections);
    const problems = [
      ...problemsOf(showings, sections),
      ...(isOutdated ? ["docs/internals/fidelity.md is out of date: `npm run fidelity`."] : []),
    ];
    const outcomes = this.#outcomes(results);
    // Where there must be a Terraform, as in CI, tests fail without it; elsewhere they are skipped.
    if ([...outcomes.keys()].some((test) => test.includes(WITHOUT_TERRAFORM))) {
      const reason = "tests that need Terraform were skipped";
      this.#report(`Fidelity: not checked, because ${reason}.`, [...problems, ...(isRequired() ? [reason] : [])]);
      return;
    }
    const rows = evaluate(sections, outcomes, (file) => leftOut.includes(file));
    const open = rows.flatMap((it) => it.open.map((problem) => `open: ${it.row.id}: ${problem}.`));
    this.#report(countsLine(rows), [...problems, ...open]);
  }

  /** Jest takes a run for failed while a reporter has an error. */
  getLastError(): Error | undefined {
    return this.#error;
  }

  #report(line: string, problems: readonly string[]): void {
    process.stderr.write(`\n${line}\n${problems.map((problem) => `  ${problem}\n`).join("")}`);
    if (problems.length > 0) this.#error = new Error(line);
  }

  /** A test that ran in several projects has passed if it has in each. */
  #outcomes({ testResults: files }: JestResults): ReadonlyMap<string, boolean> {
    const outcomes = new Map<string, boolean>();
    for (const { testFilePath, testResults } of files) {
      const file = relative(this.#run.rootDir, testFilePath).split(sep).join("/");
      for (const { ancestorTitles, title, status } of testResults) {
        const key = keyOf({ file, titles: [...ancestorTitles, title] });
        outcomes.set(key, status === "passed" && outcomes.get(key) !== false);
      }
    }
    return outcomes;
  }
}

function isRequired(): boolean {
  return process.env[MODE] === "required";
}
