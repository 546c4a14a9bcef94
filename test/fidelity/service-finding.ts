import type { Deviation } from "./service-deviations";

/** A difference between the emulator and the service's document. */
export interface Finding {
  /**
   * `type/attributes/name`, `type/relationships/name`, `type`, an operation, or an operation with `?parameter`. An
   * unknown attribute that is sent is `type/attributes/*`.
   */
  readonly where: string;
  readonly what: What;
  readonly detail: string;
}

export type What =
  /** Not in a response. */
  | "missing"
  /** In a response, and unknown to the document. */
  | "unknown"
  /** A value of another type, or not of the enum. */
  | "value"
  /** Null, which the document does not allow. */
  | "null"
  /** A value of the wrong type is not answered with 422 and its pointer. */
  | "wrong type accepted"
  /** An option that does not exist is not answered with 422 and its pointer. */
  | "wrong option accepted"
  /** A read-only attribute is not ignored. */
  | "written"
  /** An unknown attribute is not ignored. */
  | "unknown written"
  /** A required attribute is missing, which is not answered with 422 and its pointer. */
  | "not required"
  /** Another status than those of the document. */
  | "status"
  /** A query parameter or an include is said to be unknown. */
  | "parameter"
  /** No test: the world of the test has no object, or the request no body. */
  | "untested";

/** Collects findings; those of several operations are one. */
export class Findings {
  readonly #found = new Map<string, { finding: Finding; operations: Set<string> }>();

  add(operation: string, where: string, what: What, detail: string): void {
    const key = `${where} ${what} ${detail}`;
    const present = this.#found.get(key) ?? { finding: { where, what, detail }, operations: new Set<string>() };
    present.operations.add(operation);
    this.#found.set(key, present);
  }

  /** A line for each finding that is no deviation, sorted by where it is. */
  lines(deviations: readonly Deviation[]): readonly string[] {
    return [...this.#found.values()]
      .filter(({ finding }) => !deviations.some((deviation) => covers(deviation, finding)))
      .map(({ finding: { where, what, detail }, operations }) => {
        const several = operations.size > 2 ? `${operations.size} operations` : [...operations].join(", ");
        const isOperation = /^[A-Z]+ /.test(where);
        return `${where}: ${what}: ${detail}${isOperation ? "" : ` (${several})`}`;
      })
      .sort();
  }

  /** The deviations that cover no finding, as `where: what`. */
  unneeded(deviations: readonly Deviation[]): readonly string[] {
    const found = [...this.#found.values()].map(({ finding }) => finding);
    return deviations
      .filter(({ what }) => what !== "read-only")
      .filter((deviation) => !found.some((finding) => covers(deviation, finding)))
      .map(({ where, what }) => `${where}: ${what}`);
  }
}

function covers(deviation: Deviation, { where, what }: Finding): boolean {
  return deviation.what === what && deviation.where === where;
}
