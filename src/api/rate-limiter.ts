import { invalidRequestRate } from "../model";
import { MAX_TIMER_MS } from "../timer";

/** Maximum number of requests in flight without a rate limit. */
export const MAX_IN_FLIGHT = 20;
/** Maximum number of requests in flight with any limit. */
const MAX_IN_FLIGHT_WITH_LIMIT = 60;
/**
 * Response time up to which a client can reach its limit. With slower responses, more requests in flight would only
 * pile up at the service.
 */
const LATENCY_MS = 1_500;
/**
 * Variation of the time between sending a request and the service counting it, in milliseconds. A permit is held this
 * much longer than a second.
 */
const JITTER_MS = 50;
/** Maximum number of requests remembered while no limit is known. */
const MAX_REMEMBERED = 100;
/**
 * The longest pause that a header can cause. A longer `x-ratelimit-reset` is ignored: the limit is per second, so a
 * large number has another meaning. A longer Retry-After is capped.
 */
export const MAX_PAUSE_MS = 180_000;

/** The pause after a 429 that does not say how long to wait. */
const DEFAULT_PAUSE_MS = 1_000;

/** Held while a request is in flight. */
interface Permit {
  /** Applies the rate limit headers of the request's response. Must be called before {@link release}. */
  updateFromHeaders(response: ResponseHead): void;
  /** Must be called when the request has its response or has failed. */
  release(): void;
}

/** A request that the service may still count. */
interface SentRequest {
  readonly sentAt: number;
  /** Undefined while it is in flight. */
  endedAt: number | undefined;
}

/**
 * Lets requests through no faster than the service allows.
 *
 * With a limit of N requests per second there are N permits. A permit stays in use for a second after its request is
 * sent, plus the time by which its response exceeds the fastest so far, since requests do not all take the same time to
 * reach the service. Uniformly slow responses therefore cost no throughput.
 *
 * The limit is the caller's, else that of the header `x-ratelimit-limit`; without either there is none. Other clients
 * may share the limit, so a 429, or a response with no requests remaining, pauses all requests.
 */
export class RateLimiter {
  readonly #configuredLimit: number | undefined;
  #advertisedLimit: number | undefined;
  #inFlight = 0;
  /** In the order of sending. */
  #sent: SentRequest[] = [];
  #pausedUntil = -Infinity;
  /** The time that the fastest response took. */
  #fastestMs = Infinity;
  readonly #waiting: Waiter[] = [];
  /** Set while a timer is scheduled to check the queue. */
  #timer: NodeJS.Timeout | undefined;

  /** @param requestsPerSecond - The caller's limit; undefined to apply the service's. */
  constructor(requestsPerSecond: number | undefined) {
    this.#configuredLimit = requestsPerSecond;
  }

  /**
   * How many requests may be in flight: enough to reach the limit while responses take up to 1.5 seconds.
   *
   * @param unlimited - The result without a limit.
   */
  concurrency(unlimited: number): number {
    const limit = this.#limit();
    if (limit === undefined) return unlimited;
    return Math.min(MAX_IN_FLIGHT_WITH_LIMIT, Math.max(unlimited, Math.ceil((limit * LATENCY_MS) / 1000)));
  }

  /** Waits for a permit, first come first served; rejects when the signal is aborted. */
  async acquire(signal: AbortSignal | undefined): Promise<Permit> {
    if (signal?.aborted) throw new Error("aborted");
    const request = await new Promise<SentRequest>((admit, reject) => {
      const waiter: Waiter = { admit };
      if (signal !== undefined) {
        const leave = (): void => {
          this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
          reject(new Error("aborted"));
          this.#admit();
        };
        waiter.admit = (request) => {
          signal.removeEventListener("abort", leave);
          admit(request);
        };
        signal.addEventListener("abort", leave, { once: true });
      }
      this.#waiting.push(waiter);
      this.#admit();
    });
    return {
      updateFromHeaders: (response) => this.#update(response),
      release: () => this.#release(request),
    };
  }

  #update(response: ResponseHead): void {
    this.#advertisedLimit = advertisedLimit(response) ?? this.#advertisedLimit;
    const resetMs = rateLimitResetMs(response);
    if (response.status === 429) this.pause(resetMs ?? retryAfterHeaderMs(response) ?? DEFAULT_PAUSE_MS);
    else if (response.header("x-ratelimit-remaining") === "0") this.pause(resetMs ?? 0);
  }

  /** Blocks all requests for this time. */
  pause(durationMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + durationMs);
  }

  #release(request: SentRequest): void {
    this.#inFlight -= 1;
    request.endedAt = performance.now();
    this.#fastestMs = Math.min(this.#fastestMs, request.endedAt - request.sentAt);
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
        // With all permits in flight, the wait is unknown: release() calls this again.
        if (waitMs !== Infinity) this.#scheduleAdmit(waitMs);
        return;
      }
      const request: SentRequest = { sentAt: performance.now(), endedAt: undefined };
      this.#inFlight += 1;
      this.#sent.push(request);
      this.#waiting.shift()?.admit(request);
    }
  }

  /** Milliseconds until a permit is free; Infinity when that depends on a response. */
  #msUntilFree(): number {
    const now = performance.now();
    if (this.#pausedUntil > now) return this.#pausedUntil - now;
    if (this.#inFlight >= this.concurrency(MAX_IN_FLIGHT)) return Infinity;
    const limit = this.#limit();
    if (limit === undefined) {
      // There are no permits. The latest requests count once a response states a limit.
      this.#sent.splice(0, this.#sent.length - MAX_REMEMBERED);
      return 0;
    }
    // A limit below one per second is one permit that stays in use longer.
    const permits = Math.max(1, Math.floor(limit));
    const holdMs = (permits / limit) * 1000;
    this.#sent = this.#sent.filter((request) => this.#inUseUntil(request, holdMs, now) > now);
    const ends = this.#sent.map((request) => this.#inUseUntil(request, holdMs, now)).sort((one, other) => one - other);
    return (ends.at(-permits) ?? now) - now;
  }

  /**
   * When the permit of a request becomes free; Infinity when that depends on the first response.
   *
   * @param holdMs - Minimum time that the permit stays in use.
   */
  #inUseUntil({ sentAt, endedAt }: SentRequest, holdMs: number, now: number): number {
    if (this.#fastestMs === Infinity) return Infinity;
    const longerMs = Math.max(0, (endedAt ?? now) - sentAt - this.#fastestMs);
    return Math.min((endedAt ?? Infinity) + holdMs, sentAt + holdMs + JITTER_MS + longerMs);
  }

  #scheduleAdmit(waitMs: number): void {
    this.#timer = setTimeout(() => this.#admit(), Math.min(Math.ceil(waitMs), MAX_TIMER_MS));
  }
}

/** The parts of a response that matter to rate limiting. */
interface ResponseHead {
  readonly status: number;
  header(name: string): string | undefined;
}

interface Waiter {
  admit: (request: SentRequest) => void;
}

/** The rate limit after a request. */
export interface RateLimitStatus {
  /** Requests per second. */
  readonly limit: number;
  /** How many more requests are allowed now; undefined where the response does not say. */
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
  return invalidRequestRate(limit) === undefined ? limit : undefined;
}

/** Milliseconds that an unsuccessful response asks to wait; `x-ratelimit-reset` counts only for a 429. */
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
