import { METHODS, validateHeaderName, validateHeaderValue } from "node:http";
import { MAX_TIMER_MS } from "../../timer";

/** A fault to inject. At least one of `status`, `body`, `delayMs`, `dripMs`, `drop` and `truncate` is required. */
export interface Fault {
  /** Only requests with this method. */
  readonly method?: string | undefined;
  /** Only requests whose path and query, encoded or decoded, contains this string or matches this expression. */
  readonly path?: string | RegExp | undefined;
  /** Respond with this status (200 to 599), from 400 on with an error document; the request is not processed. */
  readonly status?: number | undefined;
  /** Headers of that response, such as `{ "retry-after": "1" }`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Body of that response, sent as is. Without a status the request is processed, and the body of its response is
   * replaced, as a proxy might do. (A 204, which has no body, becomes a 200.)
   */
  readonly body?: string | undefined;
  /** Wait this long before anything else, in milliseconds of real time. */
  readonly delayMs?: number | undefined;
  /** Send the response's body a byte at a time, and wait this long after each, in milliseconds of real time. */
  readonly dripMs?: number | undefined;
  /** Close the connection without a response, `before` or `after` the request is processed. */
  readonly drop?: "before" | "after" | undefined;
  /** Send half of the response's body and close the connection; of a response without a body, send nothing. */
  readonly truncate?: boolean | undefined;
  /** How many matching requests to let through first. @default 0 */
  readonly skip?: number | undefined;
  /** Of the matching requests after that, apply to every n-th. @default 1 */
  readonly every?: number | undefined;
  /** How many requests to apply to; `Infinity` for all until faults are cleared. @default 1 */
  readonly times?: number | undefined;
}

/** A fault that still applies. */
export interface PendingFault {
  readonly fault: Fault;
  /** How many requests have matched it, excluding those to which an earlier fault was applied. */
  readonly matched: number;
  /** How many of them it was applied to. */
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

  /** The fault to apply to this request, if any; counts it. */
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
    // `search` ignores the state of a global or sticky expression.
    typeof wanted === "string" ? form.includes(wanted) : form.search(wanted) >= 0,
  );
}

/** `filter[names]` rather than `filter%5Bnames%5D`. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Statuses of responses without a body. */
const BODILESS_STATUSES = [204, 205, 304];

/** Headers that the server sets; other values would break the connection. */
const CONNECTION_HEADERS = ["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

/** @throws RangeError when the fault can never apply, or contradicts itself */
function validateFault(fault: Fault): void {
  const problem = [...faultProblems(fault)][0];
  if (problem !== undefined) throw new RangeError(`Invalid fault: ${problem}`);
}

function* faultProblems(fault: Fault): Generator<string> {
  const { method, path, status, headers, body, delayMs, dripMs, drop, truncate, skip, every, times } = fault;
  if (method !== undefined && !METHODS.includes(method.toUpperCase())) {
    yield `${JSON.stringify(method)} is not an HTTP method.`;
  }
  if (typeof path === "string" && /[\s#]/.test(path)) {
    yield `no request path contains ${JSON.stringify(path)}: spaces and # are always percent-encoded.`;
  }
  if ([status, body, delayMs, dripMs, drop].every((effect) => effect === undefined) && truncate !== true) {
    yield "one of status, body, delayMs, dripMs, drop and truncate is required.";
  }
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    yield `status must be an integer from 200 to 599, not ${status}.`;
  }
  if (status === undefined && headers !== undefined && body === undefined) {
    yield "headers requires status or body.";
  }
  if (body !== undefined && drop !== undefined) {
    yield "drop and body are mutually exclusive.";
  }
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (CONNECTION_HEADERS.includes(name.toLowerCase())) {
      yield `the header ${JSON.stringify(name)} is set by the emulator; use truncate to cut a response short.`;
    }
    if (!isHeader(name, value)) yield `${JSON.stringify(name)}: ${JSON.stringify(value)} is not a valid header.`;
  }
  if (body !== undefined && status !== undefined && BODILESS_STATUSES.includes(status)) {
    yield `a response with status ${status} has no body.`;
  }
  for (const [name, delay] of Object.entries({ delayMs, dripMs })) {
    if (delay === undefined || (delay >= 0 && delay <= MAX_TIMER_MS)) continue;
    yield `${name} must be a number from 0 to ${MAX_TIMER_MS}, not ${delay}.`;
  }
  if (drop !== undefined && status !== undefined) {
    yield "drop and status are mutually exclusive.";
  }
  if (drop !== undefined && truncate === true) {
    yield "drop and truncate are mutually exclusive.";
  }
  if (dripMs !== undefined && (drop !== undefined || truncate === true)) {
    yield "dripMs and drop or truncate are mutually exclusive.";
  }
  if (times !== undefined && times !== Infinity && !isCount(times, 1)) {
    yield `times must be an integer of at least 1, or Infinity, not ${times}.`;
  }
  if (skip !== undefined && !isCount(skip, 0)) yield `skip must be an integer of at least 0, not ${skip}.`;
  if (every !== undefined && !isCount(every, 1)) yield `every must be an integer of at least 1, not ${every}.`;
}

function isCount(number: number, least: number): boolean {
  return Number.isSafeInteger(number) && number >= least;
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
