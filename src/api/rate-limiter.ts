import { MAX_TIMER_MS } from "./deadline";

/** Requests in flight at the same time, whatever the limit. */
export const MAX_IN_FLIGHT = 20;
/**
 * The longest pause that a header can cause. A reset of the limit further away is ignored: the limit is per second, so
 * a large number has another meaning. A longer Retry-After is cut to this.
 */
export const MAX_PAUSE_MS = 180_000;

/** The lowest limit in requests per second that is accepted from a service; a lower one would stop all work. */
const MIN_LIMIT = 1 / 60;

/** The pause after a 429 that does not say how long to wait. */
const DEFAULT_PAUSE_MS = 1_000;

/** Held while a request is in flight. */
export interface Permit {
  /** Must be called when the request has its response or has failed. */
  release(): void;
}

/**
 * Lets requests through no faster than the service allows.
 *
 * With a limit of N requests per second there are N permits, and a permit stays in use until one second after the
 * response of its request. The service counts a request before it responds, so it cannot have counted more than N in
 * any of its seconds, wherever they begin. Without a limit, a permit is free again with the response.
 *
 * The limit is the caller's, else that of the header `x-ratelimit-limit`; without either there is none.
 */
export class RateLimiter {
  readonly #configuredLimit: number | undefined;
  #advertisedLimit: number | undefined;
  #inFlight = 0;
  /** When each permit whose request has its response becomes free, earliest first. */
  #backoffUntil: number[] = [];
  #pausedUntil = -Infinity;
  readonly #waiting: Waiter[] = [];
  /** Set while a timer is to check the queue again. */
  #timer: NodeJS.Timeout | undefined;

  /** @param requestsPerSecond - The caller's limit; undefined to apply the service's. */
  constructor(requestsPerSecond: number | undefined) {
    this.#configuredLimit = requestsPerSecond;
  }

  /** Waits for a permit, first come first served; rejects when the signal is aborted. */
  async acquire(signal: AbortSignal | undefined): Promise<Permit> {
    if (signal?.aborted) throw new Error("aborted");
    await new Promise<void>((admit, reject) => {
      const waiter: Waiter = { admit };
      if (signal !== undefined) {
        const leave = (): void => {
          this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
          reject(new Error("aborted"));
          this.#admit();
        };
        waiter.admit = () => {
          signal.removeEventListener("abort", leave);
          admit();
        };
        signal.addEventListener("abort", leave, { once: true });
      }
      this.#waiting.push(waiter);
      this.#admit();
    });
    return { release: () => this.#release() };
  }

  /** Applies the rate limit headers of a response. Must be called before the permit of its request is released. */
  updateFromHeaders(response: ResponseHead): void {
    this.#advertisedLimit = advertisedLimit(response) ?? this.#advertisedLimit;
    const resetMs = rateLimitResetMs(response);
    if (response.status === 429) this.pause(resetMs ?? retryAfterHeaderMs(response) ?? DEFAULT_PAUSE_MS);
    else if (response.header("x-ratelimit-remaining") === "0") this.pause(resetMs ?? 0);
  }

  /** Lets no request through for this time. */
  pause(durationMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + durationMs);
  }

  #release(): void {
    this.#inFlight -= 1;
    const limit = this.#limit();
    if (limit !== undefined) this.#backoffUntil.push(performance.now() + (permitsFor(limit) / limit) * 1000);
    this.#admit();
  }

  #limit(): number | undefined {
    return this.#configuredLimit ?? this.#advertisedLimit;
  }

  #admit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0) {
      const waitMs = this.#msUntilFree();
      if (waitMs > 0) {
        // With all permits in flight there is no time to wait for: release() calls this again.
        if (waitMs !== Infinity) this.#scheduleAdmit(waitMs);
        return;
      }
      this.#inFlight += 1;
      this.#waiting.shift()?.admit();
    }
  }

  /** Milliseconds until a permit is free; Infinity when that depends on a response. */
  #msUntilFree(): number {
    const now = performance.now();
    if (this.#pausedUntil > now) return this.#pausedUntil - now;
    if (this.#inFlight >= MAX_IN_FLIGHT) return Infinity;
    const limit = this.#limit();
    if (limit === undefined) return 0;
    this.#backoffUntil = this.#backoffUntil.filter((time) => time > now);
    if (this.#inFlight + this.#backoffUntil.length < permitsFor(limit)) return 0;
    const earliest = this.#backoffUntil[0];
    return earliest === undefined ? Infinity : earliest - now;
  }

  #scheduleAdmit(waitMs: number): void {
    this.#timer = setTimeout(() => this.#admit(), Math.min(Math.ceil(waitMs), MAX_TIMER_MS));
  }
}

/** The parts of a response that matter to rate limiting. */
export interface ResponseHead {
  readonly status: number;
  header(name: string): string | undefined;
}

interface Waiter {
  admit: () => void;
}

/** The rate limit after a request. */
export interface RateLimitStatus {
  /** Requests per second. */
  readonly limit: number;
  /** How many more requests the service takes now; undefined where the response does not say. */
  readonly remaining: number | undefined;
}

/** The rate limit in the headers of a response; undefined without a valid one. */
export function rateLimitStatus(response: ResponseHead): RateLimitStatus | undefined {
  const limit = advertisedLimit(response);
  const remaining = Number(response.header("x-ratelimit-remaining") ?? Number.NaN);
  return limit === undefined ? undefined : { limit, remaining: remaining >= 0 ? remaining : undefined };
}

function advertisedLimit(response: ResponseHead): number | undefined {
  const limit = Number(response.header("x-ratelimit-limit") ?? Number.NaN);
  return Number.isFinite(limit) && limit >= MIN_LIMIT ? limit : undefined;
}

/** A limit below one per second is one permit that stays in use longer. */
function permitsFor(limit: number): number {
  return Math.max(1, Math.floor(limit));
}

/** Milliseconds that a response without success asks to wait; the limit's reset counts only for a 429. */
export function retryAfterMs(response: ResponseHead): number | undefined {
  return (response.status === 429 ? rateLimitResetMs(response) : undefined) ?? retryAfterHeaderMs(response);
}

/** `x-ratelimit-reset`, which is in seconds from now, with decimals. */
function rateLimitResetMs(response: ResponseHead): number | undefined {
  const milliseconds = Number(response.header("x-ratelimit-reset") ?? Number.NaN) * 1000;
  return milliseconds >= 0 && milliseconds <= MAX_PAUSE_MS ? milliseconds : undefined;
}

/** `retry-after`, which is in seconds from now, or a date. */
function retryAfterHeaderMs(response: ResponseHead): number | undefined {
  const value = response.header("retry-after");
  if (value === undefined) return undefined;
  const milliseconds = /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return milliseconds >= 0 ? Math.min(milliseconds, MAX_PAUSE_MS) : undefined;
}
