import type { Basis, Row, RowKind, Section, Evidence } from "../row";

/** A section on the API reference. */
export function reference(title: string, rows: readonly Row[]): Section {
  return { source: "reference", title, rows };
}

/** A section on what else is publicly known. */
export function further(title: string, rows: readonly Row[]): Section {
  return { source: "further", title, rows };
}

type ContractRow = (name: string, says: string, emulator: Evidence, client: Evidence) => Row;

const of =
  (kind: RowKind): ContractRow =>
  (name, says, emulator, client) => ({ kind, name, says, basis: { mark: "API reference" }, emulator, client });

export const behaviour = of("behaviour");
export const error = of("error");
export const field = of("field");
export const limit = of("limit");
export const operation = of("operation");
export const parameter = of("parameter");
export const status = of("status");
export const transition = of("transition");

/** A row beyond the API reference. */
export function fact(basis: Basis, name: string, says: string, emulator: Evidence, client: Evidence): Row {
  return { kind: "behaviour", name, says, basis, emulator, client };
}

/**
 * HashiCorp's other documentation, OpenAPI description or source says so. @param date of the source, or of our reading
 */
export function documented(date: string): Basis {
  return { mark: "documented", date };
}

/** An answer of the real service shows it. @param date of the answer, or of our reading */
export function observed(date: string): Basis {
  return { mark: "observed", date };
}

/** Nothing public says so. */
export const ourChoice: Basis = { mark: "our choice", date: "2026-11" };

export function notHere(because: string): Evidence {
  return { because };
}
