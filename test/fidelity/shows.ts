import { FILE, register } from "./registration";
import type { FurtherId, Id, Kind, Mark, ReferenceId, Side, SourceDate, Statement } from "./statement";

interface Details extends Readonly<Partial<Record<Side, string>>> {
  /** Of a parameterized test or group, the case that shows it: words of its title, as filled in. @default all cases */
  readonly case?: string;
}

/** The API reference says so. Its statements have tests of constructs and provider, or the reason why not. */
type FromReference = (id: ReferenceId, says: string, details?: Details) => Statement;

/** Something beyond the API reference, with the date of the basis. */
type Further = (date: SourceDate, id: FurtherId, says: string, details?: Details) => Statement;

const of =
  (kind: Kind): FromReference =>
  (id, says, details) =>
    make(id, says, kind, { mark: "API reference" }, details);

const by =
  (mark: Mark): Further =>
  (date, id, says, details) =>
    make(id, says, "behavior", { mark, date }, details);

function make(id: Id, says: string, kind: Kind, basis: Statement["basis"], details: Details = {}): Statement {
  const { case: words, ...reasons } = details;
  return { id, kind, says, basis, reasons, ...(words === undefined ? {} : { case: words }) };
}

/** Statements for a table of tests: `shows` takes them before the test. */
export const statement = {
  operation: of("operation"),
  parameter: of("parameter"),
  field: of("field"),
  status: of("status"),
  transition: of("transition"),
  error: of("error"),
  limit: of("limit"),
  behavior: of("behavior"),
  /** HashiCorp's other documentation, OpenAPI description or source says so: sources.ts has the dates. */
  documented: by("documented"),
  /** A response of the real service shows it. */
  observed: by("observed"),
  /** Nothing public says so. */
  ourChoice: by("our choice"),
};

type Stating = {
  readonly [Name in keyof typeof statement]: (...its: Parameters<(typeof statement)[Name]>) => void;
};

/**
 * What the next test or group shows: at its main test, a behavior is stated, with the reason why a side has no test; at
 * others, `shows` takes its ID. docs/internals/fidelity.md is made of it, and the reporter holds test runs against it.
 */
interface Shows extends Stating {
  (...its: readonly (Id | Statement)[]): void;
  /** A case of a parameterized test or group shows these: by words of its title, as filled in. */
  case(words: string, ...ids: readonly Id[]): void;
}

function showsOn(...sides: readonly Side[]): Shows {
  const add = (shown: Id | Statement, words?: string): void => {
    const its = typeof shown === "string" ? words : shown.case;
    for (const side of sides) register(shown, side, its);
  };
  const stating = Object.entries(statement).map(([name, its]) => [
    name,
    (...all: readonly unknown[]) => add((its as (...all: readonly unknown[]) => Statement)(...all)),
  ]);
  return Object.assign((...its: readonly (Id | Statement)[]) => its.forEach((it) => add(it)), {
    case: (words: string, ...ids: readonly Id[]) => ids.forEach((id) => add(id, words)),
    ...(Object.fromEntries(stating) as Stating),
  });
}

/** The side of tests in a file. */
export function sideOf(file: string): Side {
  if (file.startsWith("test/emulator/")) return "emulator";
  return /^test\/(api|contract)\//.test(file) ? "client" : "terraform";
}

/** On the side of the file's folder: the emulator, the client (test/contract too), or constructs and provider. */
export const shows = showsOn(sideOf(FILE));

/** In test/contract: the emulator instead of the client. */
export const emulatorShows = showsOn("emulator");

/** In test/contract: the emulator and the client. */
export const bothShow = showsOn("emulator", "client");
