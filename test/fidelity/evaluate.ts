import type { Evidence, Row, Section } from "./catalogue";
import { hasTests, testsOf } from "./catalogue";
import type { TestReference } from "./titles";
import { isOneOf } from "./titles";

/** How a test ended, as far as rows need it. */
export interface TestOutcome {
  /** The titles of its groups and its own, from the outermost in. */
  readonly titles: readonly string[];
  readonly passed: boolean;
}

/** What became of the tests of each file that ran, by its path from the repository's root. */
export type Outcomes = ReadonlyMap<string, readonly TestOutcome[]>;

/** A row with what is in the way of its being shown: nothing, or sentences. */
export interface EvaluatedRow {
  readonly row: Row;
  readonly open: readonly string[];
}

export function evaluate(sections: readonly Section[], outcomes: Outcomes): readonly EvaluatedRow[] {
  return sections.flatMap(({ rows }) =>
    rows.map((row) => ({
      row,
      open: [
        ...missing("the emulator", row.emulator, outcomes),
        ...missing("the client", row.client, outcomes),
        ...(row.terraform === undefined ? [] : missing("constructs and provider", row.terraform, outcomes)),
      ],
    })),
  );
}

/** Every file with tests that show a row. */
export function filesOf(sections: readonly Section[]): ReadonlySet<string> {
  return new Set(sections.flatMap(({ rows }) => rows.flatMap(testsOf).map(({ runsIn }) => runsIn)));
}

/**
 * Whether the file is of the tests that run what `npm run build` made: a project of its own in jest's configuration.
 */
export function isEndToEnd(file: string): boolean {
  return file.startsWith("test/e2e/");
}

function missing(where: string, evidence: Evidence, outcomes: Outcomes): readonly string[] {
  if (!hasTests(evidence)) return [];
  if (evidence.length === 0) return [`no test shows it on ${where}, and there is no reason`];
  return evidence.flatMap((test) => {
    const problem = problemWith(test, outcomes);
    return problem === undefined ? [] : [`on ${where}, ${test.file}: ${problem}`];
  });
}

function problemWith(test: TestReference, outcomes: Outcomes): string | undefined {
  const ran = outcomes.get(test.runsIn);
  if (ran === undefined) return "the file was not run";
  const found = ran.filter(({ titles }) => isOneOf(test, titles));
  if (found.length === 0) return `there is no test ${[...test.titles, test.words ?? ""].join(" ").trim()}`;
  const failed = found.find(({ passed }) => !passed);
  return failed === undefined ? undefined : `"${failed.titles.join(" › ")}" did not pass`;
}
