import type { Clock } from "../clock";

/** Where a caller stands after a request. */
export interface RateState {
  readonly exceeded: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface Window {
  readonly since: number;
  used: number;
}

/**
 * Counts each caller's requests by the second of the emulator's clock. The headers are those of the service: `x-ratelimit-reset` is
 * the time to wait in seconds, a fraction, not a point in time (facts, section 3).
 */
export class RateLimit {
  readonly #windows = new Map<string, Window>();

  /** @param limit requests per second and caller. */
  constructor(
    private readonly limit: number,
    private readonly clock: Clock,
  ) {}

  count(caller: string): RateState {
    const now = this.clock.now();
    let window = this.#windows.get(caller);
    if (window === undefined || now - window.since >= 1000) {
      window = { since: now, used: 0 };
      this.#windows.set(caller, window);
    }
    window.used += 1;
    const exceeded = window.used > this.limit;
    const wait = exceeded ? (window.since + 1000 - now) / 1000 : 0;
    return {
      exceeded,
      headers: {
        "x-ratelimit-limit": String(this.limit),
        "x-ratelimit-remaining": String(Math.max(0, this.limit - window.used)),
        "x-ratelimit-reset": wait.toFixed(3),
      },
    };
  }
}
