/** Something that is to go wrong with requests. What is not given does not happen. */
export interface Fault {
  /** Only requests of this method. */
  readonly method?: string | undefined;
  /** Only requests whose path with query contains this text, or matches this expression. */
  readonly path?: string | RegExp | undefined;
  /** Answer with this status and an error document; the work is not done. */
  readonly status?: number | undefined;
  /** Headers of that answer, such as `{ "retry-after": "1" }`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Body of that answer, sent as it stands instead of an error document. */
  readonly body?: string | undefined;
  /** Wait this long, in milliseconds of real time, before anything else. */
  readonly delayMs?: number | undefined;
  /** Close the connection without an answer: `before` the work is done, or `after` it was. */
  readonly drop?: "before" | "after" | undefined;
  /** Do the work, send half of the body, and close the connection. */
  readonly truncate?: boolean | undefined;
  /** To how many matching requests it happens; 1 by default, `Infinity` until faults are cleared. */
  readonly times?: number | undefined;
}

/** The faults that are still to happen. Of several that match a request, the one added first happens. */
export class Faults {
  #waiting: { readonly fault: Fault; left: number }[] = [];

  /** Number of faults that have not happened often enough yet. */
  get size(): number {
    return this.#waiting.length;
  }

  add(fault: Fault): void {
    const times = fault.times ?? 1;
    if (times < 1) throw new RangeError(`A fault happens at least once; times is ${times}.`);
    this.#waiting.push({ fault, left: times });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The fault that is to happen to this request, if any; it has then happened once more. */
  take(method: string, path: string): Fault | undefined {
    if (this.#waiting.length === 0) return undefined;
    const waiting = this.#waiting.find(({ fault }) => matches(fault, method, path));
    if (waiting === undefined) return undefined;
    waiting.left -= 1;
    if (waiting.left <= 0) this.#waiting = this.#waiting.filter((other) => other !== waiting);
    return waiting.fault;
  }
}

function matches(fault: Fault, method: string, path: string): boolean {
  if (fault.method !== undefined && fault.method.toUpperCase() !== method) return false;
  if (fault.path === undefined) return true;
  // A global or sticky expression remembers where it was; a fault must not depend on that.
  return typeof fault.path === "string" ? path.includes(fault.path) : path.search(fault.path) >= 0;
}
