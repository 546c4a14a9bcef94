import { MAX_TIMER_MS } from "./deadline";

/** Requests that may be under way at the same time, whatever the limit. */
export const MAX_IN_FLIGHT = 20;
/**
 * The longest pause that a header can bring about, in milliseconds. A reset of the limit further away is not believed: the limit is one of a
 * second, and a large number is another notion of time. A longer Retry-After is cut to this.
 */
export const MAX_PAUSE_MS = 180_000;

/** The least requests a second that a service is believed to allow: less is no limit but a mistake, and would stop all work. */
const MIN_LIMIT = 1 / 60;

/** The pause after a 429 that does not say how long, in milliseconds. */
const DEFAULT_PAUSE_MS = 1_000;

/** Held while a request is under way. */
export interface Permit {
  /** To be called once, when the request has its answer or has failed. */
  release(): void;
}

/**
 * Lets requests through no faster than the service allows.
 *
 * With a limit of N requests a second there are N places, and a place stays taken until one second after its request's answer. Whenever the
 * service counted a request, it was before the answer: so in none of its seconds can it have counted more than N, wherever its
 * seconds begin. Without a limit, places are free with the answer.
 *
 * The limit is the caller's, or else what the service says in `x-ratelimit-limit`; a service that says nothing is not limited.
 */
export class RateLimiter {
  readonly #given: number | undefined;
  #learned: number | undefined;
  #inFlight = 0;
  /** For each place that is taken although its request is answered: when it becomes free; earliest first. */
  #coolingUntil: number[] = [];
  #pausedUntil = -Infinity;
  readonly #waiting: Waiter[] = [];
  /** Set while a timer will look at the queue again. */
  #timer: NodeJS.Timeout | undefined;

  /** @param requestsPerSecond - The caller's limit; undefined to go by what the service says. */
  constructor(requestsPerSecond: number | undefined) {
    this.#given = requestsPerSecond;
  }

  /** Waits for a place, behind those who came before; rejects when the signal is aborted. */
  async acquire(signal: AbortSignal | undefined): Promise<Permit> {
    if (signal?.aborted) throw new Error("aborted");
    await new Promise<void>((admit, reject) => {
      const waiting: Waiter = { admit };
      if (signal !== undefined) {
        const leave = (): void => {
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
          reject(new Error("aborted"));
          this.#admit();
        };
        waiting.admit = () => {
          signal.removeEventListener("abort", leave);
          admit();
        };
        signal.addEventListener("abort", leave, { once: true });
      }
      this.#waiting.push(waiting);
      this.#admit();
    });
    return { release: () => this.#release() };
  }

  /** Takes what an answer says about the limit; to be told before the place of its request is released. */
  updateFromHeaders(answer: ResponseHead): void {
    const limit = Number(answer.header("x-ratelimit-limit") ?? Number.NaN);
    if (Number.isFinite(limit) && limit >= MIN_LIMIT) this.#learned = limit;
    const reset = rateLimitResetMs(answer);
    if (answer.status === 429) this.pause(reset ?? retryAfterHeaderMs(answer) ?? DEFAULT_PAUSE_MS);
    else if (answer.header("x-ratelimit-remaining") === "0") this.pause(reset ?? 0);
  }

  /** Lets no request through for so many milliseconds. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + milliseconds);
  }

  #release(): void {
    this.#inFlight -= 1;
    const limit = this.#limit();
    if (limit !== undefined) this.#coolingUntil.push(performance.now() + (permitsFor(limit) / limit) * 1000);
    this.#admit();
  }

  #limit(): number | undefined {
    return this.#given ?? this.#learned;
  }

  #admit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0) {
      const wait = this.#untilFree();
      if (wait > 0) {
        // Nothing to wait for by time when all places are under way: release() comes here again.
        if (wait !== Infinity) this.#lookAgainAfter(wait);
        return;
      }
      this.#inFlight += 1;
      this.#waiting.shift()?.admit();
    }
  }

  /** Milliseconds until a place is free; Infinity when that depends on an answer. */
  #untilFree(): number {
    const now = performance.now();
    if (this.#pausedUntil > now) return this.#pausedUntil - now;
    if (this.#inFlight >= MAX_IN_FLIGHT) return Infinity;
    const limit = this.#limit();
    if (limit === undefined) return 0;
    this.#coolingUntil = this.#coolingUntil.filter((time) => time > now);
    if (this.#inFlight + this.#coolingUntil.length < permitsFor(limit)) return 0;
    const earliest = this.#coolingUntil[0];
    return earliest === undefined ? Infinity : earliest - now;
  }

  #lookAgainAfter(wait: number): void {
    this.#timer = setTimeout(() => this.#admit(), Math.min(Math.ceil(wait), MAX_TIMER_MS));
  }
}

/** Of an answer, what the limiter looks at. */
export interface ResponseHead {
  readonly status: number;
  header(name: string): string | undefined;
}

interface Waiter {
  admit: () => void;
}

/** A limit below one a second is one place that stays taken longer. */
function permitsFor(limit: number): number {
  return Math.max(1, Math.floor(limit));
}

/** Milliseconds that an answer without success asks to wait; the reset of the limit counts only where the limit was the trouble. */
export function retryAfterMs(answer: ResponseHead): number | undefined {
  return (answer.status === 429 ? rateLimitResetMs(answer) : undefined) ?? retryAfterHeaderMs(answer);
}

/** `x-ratelimit-reset` in milliseconds: on the wire it is seconds to wait, with decimals (facts: rate limits). */
function rateLimitResetMs(answer: ResponseHead): number | undefined {
  const milliseconds = Number(answer.header("x-ratelimit-reset") ?? Number.NaN) * 1000;
  return milliseconds >= 0 && milliseconds <= MAX_PAUSE_MS ? milliseconds : undefined;
}

/** `retry-after` in milliseconds, whether it gives seconds or a date. */
function retryAfterHeaderMs(answer: ResponseHead): number | undefined {
  const value = answer.header("retry-after");
  if (value === undefined) return undefined;
  const milliseconds = /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return milliseconds >= 0 ? Math.min(milliseconds, MAX_PAUSE_MS) : undefined;
}
