/** Later years have more digits, which clients of the service do not parse. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * The emulator's time: real time (or the given source) plus the time by which a test has advanced it. Timestamps, the
 * rate limit and all timeouts use it.
 */
export class Clock {
  readonly #source: () => number;
  #advanced = 0;

  /**
   * @param source milliseconds since the Unix epoch; by default the machine's clock. A constant source freezes time.
   */
  constructor(source: () => number = Date.now) {
    this.#source = source;
  }

  /** Milliseconds since the Unix epoch. */
  now(): number {
    return this.#source() + this.#advanced;
  }

  /** How far the clock has been advanced in total, in milliseconds. */
  get advanced(): number {
    return this.#advanced;
  }

  /**
   * Advances the clock. @param seconds not negative; fractions are accepted. @throws RangeError for others, and beyond
   * year 9999
   */
  advance(seconds: number): void {
    if (!Number.isFinite(seconds) || seconds < 0) {
      throw new RangeError(`The clock can only be advanced by a non-negative number of seconds, not by ${seconds}.`);
    }
    if (this.now() + seconds * 1000 > LAST) {
      throw new RangeError(`The clock cannot be advanced beyond the year 9999, as by ${seconds} seconds.`);
    }
    this.#advanced += seconds * 1000;
  }

  /** The format of `created-at` and `updated-at`: `2026-11-02T10:00:00.000Z`. */
  timestamp(at = this.now()): string {
    return new Date(at).toISOString();
  }

  /** The format of `status-timestamps`: whole seconds with an offset, `2026-11-02T10:00:00+00:00`. */
  statusTimestamp(at = this.now()): string {
    return this.timestamp(at).replace(/\.\d+Z$/, "+00:00");
  }
}
