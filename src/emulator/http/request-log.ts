/** One request that was made of the service; those of the control interface are not among them. */
export interface LoggedRequest {
  readonly method: string;
  /** Path with query, as it was sent. */
  readonly path: string;
  /** Status of the response; 0 when the connection was dropped instead (see Fault). */
  readonly status: number;
}

/** How many requests there were. */
export interface RequestCounts {
  readonly total: number;
  readonly byMethod: Readonly<Record<string, number>>;
  /** Keys are statuses as texts; "0" for dropped connections. */
  readonly byStatus: Readonly<Record<string, number>>;
}

/** How many requests are kept; of earlier ones only the number is known. */
const MAX_ENTRIES = 100_000;

/** The requests to the service, without those to the control API. */
export interface RequestLog {
  /** The requests, oldest first; at most the last 100,000. */
  readonly entries: readonly LoggedRequest[];
  /** How many requests there were, including those no longer in {@link entries}. */
  readonly counts: RequestCounts;
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
    return this.#requests;
  }

  add(request: LoggedRequest): void {
    this.#total += 1;
    const { method, status } = request;
    this.#byMethod.set(method, (this.#byMethod.get(method) ?? 0) + 1);
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    this.#requests.push(request);
    // In halves, so that forgetting costs next to nothing per request.
    if (this.#requests.length >= 2 * MAX_ENTRIES) this.#requests = this.#requests.slice(-MAX_ENTRIES);
  }

  clear(): void {
    this.#requests = [];
    this.#total = 0;
    this.#byMethod.clear();
    this.#byStatus.clear();
  }
}
