import type { NotHere, Row, Section, Evidence, TestReference } from "./row";
import { hasTests } from "./row";
import { isReferredTo } from "./tags";

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
  readonly section: Section;
  readonly row: Row;
  readonly open: readonly string[];
}

export function evaluate(sections: readonly Section[], outcomes: Outcomes): readonly EvaluatedRow[] {
  return sections.flatMap((section) =>
    section.rows.map((row) => ({
      section,
      row,
      open: [
        ...missing("the emulator", row.emulator, outcomes),
        ...missing("the client", row.client, outcomes),
        ...(row.terraform === undefined ? [] : missing("constructs and provider", row.terraform, outcomes)),
      ],
    })),
  );
}

/** Every file that a row refers to. */
export function filesOf(sections: readonly Section[]): ReadonlySet<string> {
  const rows = sections.flatMap((section) => section.rows);
  return new Set(rows.flatMap((row) => sidesOf(row).flatMap((tests) => tests.map(({ file }) => file))));
}

/**
 * Whether the file is of the tests that run what `npm run build` made: a project of its own in jest's configuration.
 */
export function isEndToEnd(file: string): boolean {
  return file.startsWith("test/e2e/");
}

/** The tests of each side of a row that has any. */
export function sidesOf({ emulator, client, terraform = [] }: Row): readonly (readonly TestReference[])[] {
  return [emulator, client, terraform].filter(hasTests);
}

function missing(where: string, shown: Evidence, outcomes: Outcomes): readonly string[] {
  if (!hasTests(shown)) return emptyReason(where, shown);
  if (shown.length === 0) return [`no test shows it on ${where}`];
  return shown.flatMap((reference) => {
    const problem = problemWith(reference, outcomes);
    return problem === undefined ? [] : [`on ${where}, ${reference.file}: ${problem}`];
  });
}

function emptyReason(where: string, shown: NotHere): readonly string[] {
  return shown.because === "" ? [`there is neither a test nor a reason on ${where}`] : [];
}

function problemWith({ file, id }: TestReference, outcomes: Outcomes): string | undefined {
  const tests = outcomes.get(file);
  if (tests === undefined) return "the file was not run";
  const found = tests.filter(({ titles }) => isReferredTo(id, titles));
  if (found.length === 0) return `there is no test with the id ${id}`;
  const failed = found.find(({ passed }) => !passed);
  return failed === undefined ? undefined : `"${failed.titles.join(" › ")}" did not pass`;
}
