import type { Clock } from "../clock";

/** The rate limit after a request. */
export interface RateLimitStatus {
  readonly exceeded: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface Window {
  readonly since: number;
  used: number;
}

const UNLIMITED: RateLimitStatus = { exceeded: false, headers: {} };

/**
 * Counts the requests of each client per second of the emulator's clock. The headers are the service's:
 * `x-ratelimit-reset` is the time until the next second, in seconds with a fraction, also below the limit.
 */
export class RateLimit {
  readonly #windows = new Map<string, Window>();
  #limit: number | undefined;

  /**
   * @param limit requests per second and client; undefined for no limit. @throws RangeError unless it is an integer of
   *   at least 1
   */
  constructor(
    limit: number | undefined,
    private readonly clock: Clock,
  ) {
    this.limit = limit;
  }

  get limit(): number | undefined {
    return this.#limit;
  }

  /** Changes the limit and resets all counts. @throws RangeError unless it is an integer of at least 1 */
  set limit(limit: number | undefined) {
    if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1)) {
      throw new RangeError(`The rate limit must be an integer of at least 1, or undefined for none, not ${limit}.`);
    }
    this.#limit = limit;
    this.#windows.clear();
  }

  count(client: string): RateLimitStatus {
    const limit = this.#limit;
    // Terraform Enterprise without a rate limit sends no such headers either.
    if (limit === undefined) return UNLIMITED;
    const now = this.clock.now();
    let window = this.#windows.get(client);
    if (window === undefined || now - window.since >= 1000) {
      window = { since: now, used: 0 };
      this.#windows.set(client, window);
    }
    window.used += 1;
    return {
      exceeded: window.used > limit,
      headers: {
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": String(Math.max(0, limit - window.used)),
        // Always with a decimal point, as the service formats it: 1.0.
        "x-ratelimit-reset": ((window.since + 1000 - now) / 1000).toFixed(3).replace(/(\.\d+?)0+$/, "$1"),
      },
    };
  }
}
