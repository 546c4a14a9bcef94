import type { Showing } from "./collect";
import { FURTHER, ONE_SIDED, REFERENCE } from "./sections";
import type { SectionKey } from "./sections";
import type { Reasons, Side, Statement } from "./statement";
import { KINDS } from "./statement";
import type { TestReference } from "./titles";

/** The tests that show a statement on a side, or why there are none. */
export type Evidence = readonly TestReference[] | { readonly because: string };

/** A statement with what shows it: a row of docs/fidelity.md. */
export interface Row extends Statement {
  readonly emulator: Evidence;
  readonly client: Evidence;
  /** Rows of the API reference have it; others may. */
  readonly terraform?: Evidence;
}

export interface Section {
  readonly source: "reference" | "further";
  /** Sections have different titles. */
  readonly title: string;
  readonly rows: readonly Row[];
}

/**
 * The statements of the tests by section: by kind, then in the order of the tests.
 *
 * @throws Error when a test shows what no test states
 */
export function catalogue(showings: readonly Showing[]): readonly Section[] {
  const statements = showings.map(({ shown }) => shown).filter((it) => typeof it !== "string");
  const stated = new Set<string>(statements.map(({ id }) => id));
  for (const { shown, test } of showings) {
    if (!stated.has(idOf(shown))) throw new Error(`${test.file} shows "${idOf(shown)}", which no test states.`);
  }
  const rows = [...new Set(statements)]
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
    .map((statement) => rowOf(statement, showings));
  const sections = (source: Section["source"], titles: Readonly<Record<string, string>>): readonly Section[] =>
    Object.entries(titles).map(([key, title]) => {
      return { source, title, rows: rows.filter(({ id }) => sectionOf(id) === key) };
    });
  return [...sections("reference", REFERENCE), ...sections("further", FURTHER)];
}

export function idOf(shown: Showing["shown"]): string {
  return typeof shown === "string" ? shown : shown.id;
}

/** What comes after the section in its ID: with the section it identifies the row. */
export function nameOf({ id }: Statement): string {
  return id.slice(id.indexOf(": ") + 2);
}

/** The section's anchor in Markdown, as GitHub makes it: for example `list-projects`. */
export function slugOf({ title }: Section): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

export function hasTests(evidence: Evidence): evidence is readonly TestReference[] {
  return !("because" in evidence);
}

/** The tests of each side of a row that has any. */
export function testsOf({ emulator, client, terraform = [] }: Row): readonly TestReference[] {
  return [emulator, client, terraform].filter(hasTests).flat();
}

function rowOf(statement: Statement, showings: readonly Showing[]): Row {
  const shown = showings.filter((it) => idOf(it.shown) === statement.id);
  const reasons: Reasons = { ...ONE_SIDED[sectionOf(statement.id)], ...statement.reasons };
  const on = (side: Side): Evidence | undefined => {
    const tests = shown.filter((it) => it.side === side).map(({ test }) => test);
    const because = reasons[side];
    return tests.length > 0 ? tests : because === undefined ? undefined : { because };
  };
  const terraform = on("terraform");
  return {
    ...statement,
    emulator: on("emulator") ?? [],
    client: on("client") ?? [],
    ...(terraform === undefined ? {} : { terraform }),
  };
}

function sectionOf(id: string): SectionKey {
  return id.slice(0, id.indexOf(": ")) as SectionKey;
}
