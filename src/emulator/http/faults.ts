import { validateFault } from "./fault-validation";

/** Something that is to go wrong with requests. What is not given does not happen; something must. */
export interface Fault {
  /** Only requests of this method. */
  readonly method?: string | undefined;
  /** Only requests whose path with query, as sent or percent-decoded, contains this text or matches this expression. */
  readonly path?: string | RegExp | undefined;
  /** Answer with this status (200 to 599) and, from 400 on, an error document; the work is not done. */
  readonly status?: number | undefined;
  /** Headers of that answer, such as `{ "retry-after": "1" }`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Body of that answer, sent as it stands instead of an error document. Without a status the work is done, and its answer has this body instead
   * of its own: what a proxy makes of it. (A 204, which has none, becomes a 200.)
   */
  readonly body?: string | undefined;
  /** Wait this long, in milliseconds of real time, before anything else. */
  readonly delayMs?: number | undefined;
  /** Close the connection without an answer: `before` the work is done, or `after` it was. */
  readonly drop?: "before" | "after" | undefined;
  /** Send half of the answer's body, and close the connection; of an answer without a body, send nothing. */
  readonly truncate?: boolean | undefined;
  /** How many matching requests are let through first. @default 0 */
  readonly skip?: number | undefined;
  /** Of the matching requests after those, it happens to each n-th: with 3, to the third, the sixth, … @default 1 */
  readonly every?: number | undefined;
  /** To how many requests it happens; `Infinity` until faults are cleared. @default 1 */
  readonly times?: number | undefined;
}

/** A fault that has not happened often enough yet. */
export interface PendingFault {
  readonly fault: Fault;
  /** How many requests it matched so far; those that an earlier fault happened to are not among them. */
  readonly matched: number;
  /** To how many of them it happened. */
  readonly triggered: number;
}

/** Faults that a test injects into responses. If several match a request, the one added first is applied. */
export interface FaultControl {
  /** The faults that still apply. */
  readonly pending: readonly PendingFault[];
  /** Adds a fault. @throws RangeError when the fault could never apply, or contradicts itself */
  add(fault: Fault): void;
  /** Removes all faults. */
  clear(): void;
}

/** The faults that still apply. */
export class FaultQueue implements FaultControl {
  #pending: { readonly fault: Fault; matched: number; triggered: number }[] = [];

  get pending(): readonly PendingFault[] {
    return this.#pending.map((pending) => ({ ...pending }));
  }

  add(fault: Fault): void {
    validateFault(fault);
    this.#pending.push({ fault, matched: 0, triggered: 0 });
  }

  clear(): void {
    this.#pending = [];
  }

  /** The fault that is to happen to this request, if any; it has then happened once more. */
  take(method: string, path: string): Fault | undefined {
    for (const pending of this.#pending) {
      const { fault } = pending;
      const { skip = 0, every = 1, times = 1 } = fault;
      if (!matches(fault, method, path)) continue;
      pending.matched += 1;
      const position = pending.matched - skip;
      if (position < 1 || position % every !== 0) continue;
      pending.triggered += 1;
      if (pending.triggered >= times) this.#pending = this.#pending.filter((other) => other !== pending);
      return fault;
    }
    return undefined;
  }
}

function matches(fault: Fault, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
  const { path: wanted } = fault;
  if (wanted === undefined) return true;
  return [path, decoded(path)].some((form) =>
    // A global or sticky expression remembers where it was; a fault must not depend on that.
    typeof wanted === "string" ? form.includes(wanted) : form.search(wanted) >= 0,
  );
}

/** With `filter[names]` as people write it, not `filter%5Bnames%5D`. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
