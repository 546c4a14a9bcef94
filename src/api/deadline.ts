/** The longest that a timer of Node.js can wait, in milliseconds: almost 25 days. One that is told to wait longer does not wait at all. */
export const MAX_TIMER_MS = 2_147_483_647;

/** Until when a call has to end, whatever it waits for. */
export class Deadline {
  /** Milliseconds from the beginning of the call. */
  readonly durationMs: number;
  readonly #reason = new Error("the deadline has passed");
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    this.durationMs = milliseconds;
    this.#timer = setTimeout(() => this.#controller.abort(this.#reason), milliseconds);
  }

  /** Aborted when the time has come. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether it was this deadline, and not a caller, that aborted a signal which follows several. */
  hasAborted(signal: AbortSignal): boolean {
    return signal.aborted && signal.reason === this.#reason;
  }

  /** To be called when the call has ended. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
