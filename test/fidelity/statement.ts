import type { FURTHER, REFERENCE } from "./sections";

/** The subject of a statement; the order of rows in a section of the API reference. */
export const KINDS = ["operation", "parameter", "field", "status", "transition", "error", "limit", "behavior"] as const;
export type Kind = (typeof KINDS)[number];

/**
 * - `API reference`: HashiCorp's API reference of projects and run task stages says so;
 * - `documented`: HashiCorp's other documentation, OpenAPI description or source says so;
 * - `observed`: seen in a response of the real service;
 * - `our choice`: nothing public says so, and we chose.
 */
export const MARKS = ["API reference", "documented", "observed", "our choice"] as const;
export type Mark = (typeof MARKS)[number];

/** A year, month or day: `2026-08`. */
export type SourceDate = `${number}` | `${number}-${number}` | `${number}-${number}-${number}`;

/** The basis of a statement. */
export interface Basis {
  readonly mark: Mark;
  /** Date of the source, of our reading, or of our choice. Undefined for the API reference. */
  readonly date?: SourceDate;
}

/** What a test may show: constructs and provider are one side. */
export const SIDES = ["emulator", "client", "terraform"] as const;
export type Side = (typeof SIDES)[number];

/** Why no test shows a statement on a side: a sentence. */
export type Reasons = Readonly<Partial<Record<Side, string>>>;

/** The key of a section, and the name of the subject in its source: `create-project: data.attributes.name`. */
export type ReferenceId = `${keyof typeof REFERENCE}: ${string}`;
export type FurtherId = `${keyof typeof FURTHER}: ${string}`;
export type Id = ReferenceId | FurtherId;

/** A behavior of HCP Terraform. */
export interface Statement {
  readonly id: Id;
  readonly kind: Kind;
  /** The behavior, as Markdown. */
  readonly says: string;
  readonly basis: Basis;
  readonly reasons: Reasons;
  /** Only the tests with these words in their titles show it: a case of a parameterized test or group. */
  readonly case?: string;
}

/** What tests of a file show. */
export interface Showing {
  /** From the repository's root, with slashes. */
  readonly file: string;
  /** A statement at its main test, or at other tests its ID. */
  readonly shown: Statement | Id;
  readonly side: Side;
  /** Each by the titles of its groups, from the outermost in, and its own. */
  readonly tests: readonly (readonly string[])[];
}

export function idOf(shown: Showing["shown"]): Id {
  return typeof shown === "string" ? shown : shown.id;
}
