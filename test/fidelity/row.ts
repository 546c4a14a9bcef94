/** The subject of a row. */
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
 * - `API reference`: HashiCorp's API reference of projects and run task stages says so;
 * - `documented`: HashiCorp's other documentation, OpenAPI description or source says so;
 * - `observed`: seen in an answer of the real service;
 * - `our choice`: nothing public says so, and we chose.
 */
export const MARKS = ["API reference", "documented", "observed", "our choice"] as const;
export type Mark = (typeof MARKS)[number];

/** The basis of a row. */
export interface Basis {
  readonly mark: Mark;
  /** Date of the source, of our reading, or of our choice: a year, month or day. Undefined for the API reference. */
  readonly date?: string;
}

/** A test, or each test of a family. */
export interface TestReference {
  /** From the repository's root, with slashes. */
  readonly file: string;
  /** Its id in the file, or a pattern of ids; see tags.ts. */
  readonly id: string;
}

/** Why there can be no test: one sentence. */
export interface NotHere {
  readonly because: string;
}

export type Evidence = readonly TestReference[] | NotHere;

/** A behavior of HCP Terraform, with the tests that show it on the emulator and in the client. */
export interface Row {
  readonly kind: RowKind;
  /** Its name in the source. With the section it identifies the row. */
  readonly name: string;
  /** The behavior, as Markdown. */
  readonly says: string;
  readonly basis: Basis;
  readonly emulator: Evidence;
  readonly client: Evidence;
  /** The tests of constructs and provider. Rows of the API reference have it; others may. */
  readonly terraform?: Evidence;
}

/** The rows of one section of a source. */
export interface Section {
  readonly source: "reference" | "further";
  /** Sections have different titles. */
  readonly title: string;
  readonly rows: readonly Row[];
}

/** The section's anchor in Markdown, as GitHub makes it: for example `list-projects`. */
export function slugOf({ title }: Section): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

/** For example `project attributes.name`. */
export function rowId(section: Section, row: Row): string {
  return `${slugOf(section)} ${row.name}`;
}

/** References to tests of one file. */
export function testsOf(file: string): (...ids: readonly string[]) => readonly TestReference[] {
  return (...ids) => ids.map((id) => ({ file, id }));
}

export function hasTests(shown: Evidence): shown is readonly TestReference[] {
  return !("because" in shown);
}
