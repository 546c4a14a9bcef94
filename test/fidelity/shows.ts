import type { FurtherId, Id, Kind, Mark, ReferenceId, Side, Statement } from "./statement";

interface Details extends Readonly<Partial<Record<Side, string>>> {
  /** Of a parameterized test or group, the case that shows it: words of its title, as filled in. @default all cases */
  readonly case?: string;
}

/** The API reference says so. Its statements have tests of constructs and provider, or the reason why not. */
type FromReference = (id: ReferenceId, says: string, details?: Details) => Statement;

/** Something beyond the API reference, with the date of the basis. */
type Further = (date: string, id: FurtherId, says: string, details?: Details) => Statement;

/**
 * What the next test or group shows: at its main test, a behavior is stated, with the reason why a side has no test; at
 * others, `shows` takes its ID. Calls do nothing when tests run: docs/fidelity.md, and the reporter that holds test
 * runs against it, read the source.
 */
interface Shows extends Readonly<Record<Kind, FromReference>> {
  (...ids: readonly Id[]): readonly Id[];
  /** A case of a parameterized test or group shows these: by words of its title, as filled in. */
  case(words: string, ...ids: readonly Id[]): readonly Id[];
  /** HashiCorp's other documentation, OpenAPI description or source says so: sources.ts has the dates. */
  readonly documented: Further;
  /** A response of the real service shows it. */
  readonly observed: Further;
  /** Nothing public says so. */
  readonly ourChoice: Further;
}

const of =
  (kind: Kind): FromReference =>
  (id, says, details) =>
    statement(id, says, kind, { mark: "API reference" }, details);

const by =
  (mark: Mark): Further =>
  (date, id, says, details) =>
    statement(id, says, "behavior", { mark, date }, details);

function statement(id: Id, says: string, kind: Kind, basis: Statement["basis"], details: Details = {}): Statement {
  const { case: _, ...reasons } = details;
  return { id, kind, says, basis, reasons };
}

/** On the side of the file's folder: the emulator, the client (test/contract too), or constructs and provider. */
export const shows: Shows = Object.assign((...ids: readonly Id[]) => ids, {
  case: (_: string, ...ids: readonly Id[]) => ids,
  operation: of("operation"),
  parameter: of("parameter"),
  field: of("field"),
  status: of("status"),
  transition: of("transition"),
  error: of("error"),
  limit: of("limit"),
  behavior: of("behavior"),
  documented: by("documented"),
  observed: by("observed"),
  ourChoice: by("our choice"),
});

/** In test/contract: the emulator instead of the client. */
export const emulatorShows = shows;

/** In test/contract: the emulator and the client. */
export const bothShow = shows;
