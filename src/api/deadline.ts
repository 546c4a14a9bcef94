/** Time limit of a call, including all its waits. */
export class Deadline {
  /** Time limit, from the beginning of the call. */
  readonly durationMs: number;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(durationMs: number) {
    this.durationMs = durationMs;
    this.#timer = setTimeout(() => this.#controller.abort(), durationMs);
  }

  /** Aborted when the time limit is reached. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether a combined signal was aborted by this deadline, rather than by a caller. */
  hasAborted(signal: AbortSignal): boolean {
    return signal.aborted && signal.reason === this.signal.reason;
  }

  /** Must be called when the call has ended. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
