/** What a row speaks of. */
export const ROW_KINDS = [
  "operation",
  "parameter",
  "field",
  "status",
  "transition",
  "error",
  "limit",
  "behaviour",
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/**
 * - `contract`: service-api.md says so;
 * - `documented`: HashiCorp's documentation, OpenAPI description or source says so;
 * - `observed`: seen in an answer of the real service;
 * - `our choice`: nothing public says so, and we chose.
 */
export const MARKS = ["contract", "documented", "observed", "our choice"] as const;
export type Mark = (typeof MARKS)[number];

/** What a row goes by. */
export interface Basis {
  readonly mark: Mark;
  /** When the source was written, or else read; when we chose. A year, a month or a day. Undefined for the contract. */
  readonly date?: string;
}

/** A test, or each test of a family. */
export interface TestReference {
  /** From the repository's root, with slashes. */
  readonly file: string;
  /** The titles of the groups it is in and its own, with ` › ` between; `…` stands for anything. */
  readonly title: string;
}

/** Why no test can show the row here: one sentence. */
export interface NotHere {
  readonly because: string;
}

export type Evidence = readonly TestReference[] | NotHere;

/** One thing that the service does, and what shows that the emulator does it and that the client is right about it. */
export interface Row {
  readonly kind: RowKind;
  /** What the source calls it. With the section it is the row's identifier. */
  readonly name: string;
  /** What the source says, in our words, as Markdown. */
  readonly says: string;
  readonly basis: Basis;
  readonly emulator: Evidence;
  readonly client: Evidence;
  /** What shows that constructs or the provider are right about it. Rows of the contract have it; of others it is undefined where nothing is said. */
  readonly terraform?: Evidence;
}

/** The rows of one section of a source. */
export interface Section {
  readonly source: "contract" | "facts";
  readonly number: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

/** For example `2.1 attributes.name`. */
export function rowId(section: Section, row: Row): string {
  return `${section.number} ${row.name}`;
}

/** References to tests of one file. */
export function testsOf(file: string): (...titles: readonly string[]) => readonly TestReference[] {
  return (...titles) => titles.map((title) => ({ file, title }));
}

export function hasTests(shown: Evidence): shown is readonly TestReference[] {
  return !("because" in shown);
}
