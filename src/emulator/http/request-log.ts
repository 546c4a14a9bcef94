/** A request to the service. */
export interface LoggedRequest {
  readonly method: string;
  /** With query, as sent. */
  readonly path: string;
  /** Status of the response; 0 without one: a fault dropped the connection, or the client left within its body. */
  readonly status: number;
}

/** Numbers of requests. */
export interface RequestCounts {
  readonly total: number;
  readonly byMethod: Readonly<Record<string, number>>;
  /** By status as a string; "0" for requests without a response. */
  readonly byStatus: Readonly<Record<string, number>>;
}

/** How many requests are kept. */
const MAX_ENTRIES = 100_000;

/** The requests to the service, without those to the control API. */
export interface RequestLog {
  /** A copy of the requests, oldest first; at most the last 100,000. */
  readonly entries: readonly LoggedRequest[];
  /** How many requests there were, including those no longer in {@link entries}. */
  readonly counts: RequestCounts;
  /** Forgets all requests, and counts from 0. */
  clear(): void;
}

/** Records requests for a {@link RequestLog}. */
export class RequestRecorder implements RequestLog {
  #requests: LoggedRequest[] = [];
  #total = 0;
  readonly #byMethod = new Map<string, number>();
  readonly #byStatus = new Map<number, number>();

  get counts(): RequestCounts {
    return {
      total: this.#total,
      byMethod: Object.fromEntries(this.#byMethod),
      byStatus: Object.fromEntries(this.#byStatus),
    };
  }

  get entries(): readonly LoggedRequest[] {
    return this.#requests.slice(-MAX_ENTRIES);
  }

  add(request: LoggedRequest): void {
    this.#total += 1;
    const { method, status } = request;
    this.#byMethod.set(method, (this.#byMethod.get(method) ?? 0) + 1);
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    this.#requests.push(request);
    // Cut in half, so that the cost per request is negligible.
    if (this.#requests.length >= 2 * MAX_ENTRIES) this.#requests = this.#requests.slice(-MAX_ENTRIES);
  }

  clear(): void {
    this.#requests = [];
    this.#total = 0;
    this.#byMethod.clear();
    this.#byStatus.clear();
  }
}
