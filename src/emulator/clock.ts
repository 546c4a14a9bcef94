/** Timestamps of later years are written with more digits, which the service's clients do not read. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * The emulator's time: real time (or the given source) plus what a test has let pass. Timestamps, the rate limit and
 * everything that happens "after a while" go by this clock.
 */
export class Clock {
  readonly #source: () => number;
  #advanced = 0;

  /** @param source milliseconds since 1970; the machine's clock by default. A constant one freezes time. */
  constructor(source: () => number = Date.now) {
    this.#source = source;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#source() + this.#advanced;
  }

  /** How much time was let pass in all, in milliseconds. */
  get advanced(): number {
    return this.#advanced;
  }

  /** Lets time pass. @param seconds not negative, and not beyond the year 9999; fractions are fine. @throws RangeError for others. */
  advance(seconds: number): void {
    if (!Number.isFinite(seconds) || seconds < 0) {
      throw new RangeError(
        `The emulator's clock only goes forward: advance(${seconds}) is not a number of seconds to wait.`,
      );
    }
    if (this.now() + seconds * 1000 > LAST) {
      throw new RangeError(`The emulator's clock ends with the year 9999: advance(${seconds}) leads beyond it.`);
    }
    this.#advanced += seconds * 1000;
  }

  /** `created-at` and `updated-at` as the service writes them: `2026-11-02T10:00:00.000Z`. */
  timestamp(at = this.now()): string {
    return new Date(at).toISOString();
  }

  /** `status-timestamps` as the service writes them: whole seconds with an offset, `2026-11-02T10:00:00+00:00`. */
  statusTimestamp(at = this.now()): string {
    return this.timestamp(at).replace(/\.\d+Z$/, "+00:00");
  }
}
