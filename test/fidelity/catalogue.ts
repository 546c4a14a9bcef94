import { FURTHER, ONE_SIDED, REFERENCE } from "./sections";
import type { SectionKey } from "./sections";
import type { Showing, Side, Statement } from "./statement";
import { idOf, KINDS } from "./statement";

/** A test, by its file and its titles. */
export type TestReference = Pick<Showing, "file"> & { readonly titles: Showing["tests"][number] };

/** A statement with the tests that show it on each side: a row of docs/internals/fidelity.md. */
export interface Row extends Statement {
  readonly tests: Readonly<Record<Side, readonly TestReference[]>>;
}

export interface Section {
  readonly source: "reference" | "further";
  /** Sections have different titles. */
  readonly title: string;
  readonly rows: readonly Row[];
}

/** The statements of the tests by section: by kind, then in the order of the tests. */
export function catalogue(showings: readonly Showing[]): readonly Section[] {
  const statements = showings.map(({ shown }) => shown).filter((it) => typeof it !== "string");
  const rows = [...new Map(statements.map((it) => [it.id, it])).values()]
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
    .map((statement) => rowOf(statement, showings));
  const sections = (source: Section["source"], titles: Readonly<Record<string, string>>): readonly Section[] =>
    Object.entries(titles).map(([key, title]) => {
      return { source, title, rows: rows.filter(({ id }) => sectionOf(id) === key) };
    });
  return [...sections("reference", REFERENCE), ...sections("further", FURTHER)];
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

/** Why a side has no tests. */
export function reasonOf({ id, reasons }: Row, side: Side): string | undefined {
  return reasons[side] ?? ONE_SIDED[sectionOf(id)]?.[side];
}

function rowOf(statement: Statement, showings: readonly Showing[]): Row {
  const shown = showings.filter((it) => idOf(it.shown) === statement.id);
  const on = (side: Side): readonly TestReference[] =>
    shown.filter((it) => it.side === side).flatMap(({ file, tests }) => tests.map((titles) => ({ file, titles })));
  return { ...statement, tests: { emulator: on("emulator"), client: on("client"), terraform: on("terraform") } };
}

function sectionOf(id: string): SectionKey {
  return id.slice(0, id.indexOf(": ")) as SectionKey;
}
