import { MAX_IN_FLIGHT, MAX_PAUSE_MS, RateLimiter } from "../../src/api/rate-limiter";
import { FOR_CLIENTS, GO_CLIENT, shows } from "../fidelity";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const answer = (headers: Record<string, string> = {}, status = 200) => ({
  status,
  header: (name: string) => headers[name],
});

/** Sends requests at once, each with a response after this time; returns when they were sent and answered. */
function send(limiter: RateLimiter, count: number, latency: number, headers?: Record<string, string>) {
  const exchanges: { sent: number; answered: number }[] = [];
  const begin = performance.now();
  const one = async (): Promise<void> => {
    const place = await limiter.acquire(undefined);
    const sent = performance.now() - begin;
    await new Promise((resolve) => setTimeout(resolve, latency));
    exchanges.push({ sent, answered: performance.now() - begin });
    place.updateFromHeaders(answer(headers));
    place.release();
  };
  const done = Promise.all(Array.from({ length: count }, one));
  return { exchanges, done };
}

/**
 * The highest number of requests in any second, wherever it begins and whenever between sending and response the
 * service counts them.
 */
function mostInOneSecond(exchanges: readonly { sent: number; answered: number }[]): number {
  const counts = exchanges.map(({ answered }) =>
    exchanges.filter((other) => other.answered >= answered && other.sent < answered + 1000),
  );
  return Math.max(...counts.map(({ length }) => length));
}

/** The highest number of requests sent in any second, wherever it begins. */
function mostSentInOneSecond(exchanges: readonly { sent: number }[]): number {
  const counts = exchanges.map(({ sent }) =>
    exchanges.filter((other) => other.sent >= sent && other.sent < sent + 1000),
  );
  return Math.max(...counts.map(({ length }) => length));
}

/** Counts requests as the emulator does: a second begins with the first request after the one before. */
class FixedWindows {
  rejected = 0;
  #since = -Infinity;
  #used = 0;

  constructor(private readonly limit: number) {}

  /** The response to a request that is counted now. */
  count() {
    const now = performance.now();
    if (now - this.#since >= 1000) [this.#since, this.#used] = [now, 0];
    this.#used += 1;
    const isRejected = this.#used > this.limit;
    if (isRejected) this.rejected += 1;
    const headers = {
      "x-ratelimit-limit": String(this.limit),
      "x-ratelimit-remaining": String(Math.max(0, this.limit - this.#used)),
      "x-ratelimit-reset": isRejected ? String((this.#since + 1000 - now) / 1000) : "0.0",
    };
    return answer(headers, isRejected ? 429 : 200);
  }
}

test("without a limit, requests are sent as fast as the service responds", async () => {
  const { exchanges, done } = send(new RateLimiter(undefined), 100, 10);
  await jest.advanceTimersByTimeAsync(10 * Math.ceil(100 / MAX_IN_FLIGHT));
  await done;
  expect(exchanges).toHaveLength(100);
});

test("the number of requests in flight is limited", async () => {
  const { exchanges, done } = send(new RateLimiter(undefined), MAX_IN_FLIGHT + 1, 1000);
  await jest.advanceTimersByTimeAsync(2000);
  await done;
  expect(exchanges.filter(({ sent }) => sent === 0)).toHaveLength(MAX_IN_FLIGHT);
});

test.each([0, 40, 250, 700, 1500])(
  "with responses after %i ms, the caller's limit is used, and no second exceeds it",
  async (latency) => {
    const { exchanges, done } = send(new RateLimiter(10), 100, latency);
    await jest.advanceTimersByTimeAsync(100_000);
    await done;
    expect(mostSentInOneSecond(exchanges)).toBeLessThanOrEqual(10);
    // How long responses take shows with the first one.
    expect(exchanges.at(-1)!.answered).toBeLessThanOrEqual(Math.max(1050, latency) + 8 * 1050 + latency);
  },
);

test.each([0, 40, 700, 3000])(
  "after several 429s, with responses after %i ms, no second exceeds the limit, whenever the service counts requests",
  async (latency) => {
    const limiter = new RateLimiter(10);
    for (let times = 0; times < 7; times += 1) {
      const rejected = await limiter.acquire(undefined);
      rejected.updateFromHeaders(answer({ "x-ratelimit-reset": "0.0" }, 429));
      rejected.release();
      await jest.advanceTimersByTimeAsync(1_000);
    }
    const { exchanges, done } = send(limiter, 50, latency);
    await jest.advanceTimersByTimeAsync(100_000);
    await done;
    expect(mostInOneSecond(exchanges)).toBeLessThanOrEqual(10);
    expect(exchanges.at(-1)!.answered).toBeLessThanOrEqual(6 * (1000 + latency));
  },
);

test("a service that counts requests up to 50 ms later than others rejects none", async () => {
  const service = new FixedWindows(30);
  const limiter = new RateLimiter(undefined);
  const one = async (_: unknown, index: number): Promise<void> => {
    const place = await limiter.acquire(undefined);
    await new Promise((resolve) => setTimeout(resolve, 100 + ((index * 37) % 51)));
    const response = service.count();
    await new Promise((resolve) => setTimeout(resolve, 100));
    place.updateFromHeaders(response);
    place.release();
  };
  const done = Promise.all(Array.from({ length: 300 }, one));
  await jest.advanceTimersByTimeAsync(12_000);
  await done;
  expect(service.rejected).toBe(0);
});

test("a service that takes 5 to 400 ms to count a request, as on a machine under load, rejects none", async () => {
  const service = new FixedWindows(30);
  const limiter = new RateLimiter(undefined);
  const one = async (_: unknown, index: number): Promise<void> => {
    const place = await limiter.acquire(undefined);
    // Those of the first second are counted late, those of the next one at once, and so on.
    const late = Math.floor(index / 30) % 2 === 0;
    await new Promise((resolve) => setTimeout(resolve, late && index > 0 ? 400 - (index % 30) : 5));
    const response = service.count();
    await new Promise((resolve) => setTimeout(resolve, 5));
    place.updateFromHeaders(response);
    place.release();
  };
  const done = Promise.all(Array.from({ length: 300 }, one));
  await jest.advanceTimersByTimeAsync(30_000);
  await done;
  expect(service.rejected).toBe(0);
});

test("as many requests are in flight as the limit needs with responses after a second and a half", () => {
  const limiter = new RateLimiter(30);
  expect(limiter.concurrency(8)).toBe(45);
  expect(new RateLimiter(2).concurrency(8)).toBe(8);
  expect(new RateLimiter(1000).concurrency(8)).toBe(60);
  expect(new RateLimiter(undefined).concurrency(8)).toBe(8);
});

shows("rate-limits: x-ratelimit-limit, -remaining, -reset");
test("the limit in the first response applies to the next burst", async () => {
  const { exchanges, done } = send(new RateLimiter(undefined), 120, 50, { "x-ratelimit-limit": "30" });
  await jest.advanceTimersByTimeAsync(10_000);
  await done;
  expect(mostInOneSecond(exchanges)).toBeLessThanOrEqual(30);
  expect(exchanges.at(-1)!.answered).toBeLessThan(5000);
});

test.each(["0", "-1", "0.0001", "none", "NaN", "Infinity"])("a limit of %s is ignored", async (limit) => {
  const { done } = send(new RateLimiter(undefined), 100, 10, { "x-ratelimit-limit": limit });
  await jest.advanceTimersByTimeAsync(10 * Math.ceil(100 / MAX_IN_FLIGHT));
  await done;
});

test("the caller's limit takes precedence over the service's", async () => {
  const { exchanges, done } = send(new RateLimiter(5), 20, 0, { "x-ratelimit-limit": "30" });
  await jest.advanceTimersByTimeAsync(10_000);
  await done;
  expect(mostInOneSecond(exchanges)).toBe(5);
});

test("a limit below one per second is respected", async () => {
  const { exchanges, done } = send(new RateLimiter(0.5), 3, 0);
  await jest.advanceTimersByTimeAsync(10_000);
  await done;
  expect(exchanges.map(({ sent }) => Math.round(sent / 100) * 100)).toEqual([0, 2000, 4000]);
});

test("requests are sent in the order in which they were made", async () => {
  const limiter = new RateLimiter(1);
  const order: number[] = [];
  const all = [1, 2, 3].map(async (number) => {
    const place = await limiter.acquire(undefined);
    order.push(number);
    place.release();
  });
  await jest.advanceTimersByTimeAsync(3000);
  await Promise.all(all);
  expect(order).toEqual([1, 2, 3]);
});

describe("a pause", () => {
  /** When a request that comes right after this answer is sent. */
  async function delayAfter(headers: Record<string, string>, status: number): Promise<number> {
    const limiter = new RateLimiter(undefined);
    const place = await limiter.acquire(undefined);
    place.updateFromHeaders(answer(headers, status));
    place.release();
    const { exchanges, done } = send(limiter, 1, 0);
    await jest.advanceTimersByTimeAsync(400_000);
    await done;
    return exchanges[0]!.sent;
  }

  shows("rate-limits: x-ratelimit-reset");
  test("lasts as long as x-ratelimit-reset, in seconds with decimals", async () => {
    expect(await delayAfter({ "x-ratelimit-reset": "1.25", "retry-after": "9" }, 429)).toBe(1250);
  });

  shows("rate-limits: Retry-After");
  test("lasts as long as Retry-After without a plausible reset", async () => {
    expect(await delayAfter({ "retry-after": "2" }, 429)).toBe(2000);
    expect(await delayAfter({ "x-ratelimit-reset": "1790000000", "retry-after": "2" }, 429)).toBe(2000);
  });

  shows.documented(GO_CLIENT, "rate-limits: The longest wait", "Three minutes, regardless of the response.", {
    emulator: FOR_CLIENTS,
  });
  test("lasts at most three minutes, and ignores a date in the past", async () => {
    expect(await delayAfter({ "retry-after": "3600" }, 429)).toBe(MAX_PAUSE_MS);
    expect(await delayAfter({ "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, 429)).toBe(1000);
  });

  test("lasts until the date in Retry-After", async () => {
    const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 5000);
    const delay = await delayAfter({ "retry-after": date.toUTCString() }, 429);
    expect(delay).toBeGreaterThanOrEqual(5000);
    expect(delay).toBeLessThanOrEqual(6000);
  });

  test("lasts a second for a 429 without headers", async () => {
    expect(await delayAfter({}, 429)).toBe(1000);
  });

  test("also begins before a 429, when nothing remains of the limit", async () => {
    expect(await delayAfter({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "0.5" }, 200)).toBe(500);
    expect(await delayAfter({ "x-ratelimit-remaining": "1", "x-ratelimit-reset": "0.5" }, 200)).toBe(0);
  });

  test("applies to all requests, also to waiting ones", async () => {
    const limiter = new RateLimiter(1);
    (await limiter.acquire(undefined)).release();
    const { exchanges, done } = send(limiter, 2, 0);
    limiter.pause(5000);
    await jest.advanceTimersByTimeAsync(10_000);
    await done;
    expect(exchanges.map(({ sent }) => Math.round(sent / 100) * 100)).toEqual([5000, 6000]);
  });
});

describe("a request that is aborted while it waits", () => {
  test("leaves the queue at once, and those behind it move up", async () => {
    const limiter = new RateLimiter(1);
    (await limiter.acquire(undefined)).release();
    const abort = new AbortController();
    const aborted = limiter.acquire(abort.signal);
    const { exchanges, done } = send(limiter, 1, 0);
    abort.abort();
    await expect(aborted).rejects.toThrow("aborted");
    await jest.advanceTimersByTimeAsync(2000);
    await done;
    expect(exchanges[0]!.sent).toBe(1000);
  });

  test("leaves no timer that keeps the process alive", async () => {
    const limiter = new RateLimiter(1);
    limiter.pause(60_000);
    const abort = new AbortController();
    const aborted = limiter.acquire(abort.signal);
    abort.abort();
    await expect(aborted).rejects.toThrow("aborted");
    expect(jest.getTimerCount()).toBe(0);
  });

  test("does not wait when it is already aborted", async () => {
    await expect(new RateLimiter(1).acquire(AbortSignal.abort())).rejects.toThrow("aborted");
  });
});

test("no timer keeps the process alive after all responses", async () => {
  const { done } = send(new RateLimiter(2), 2, 0);
  await jest.advanceTimersByTimeAsync(1);
  await done;
  expect(jest.getTimerCount()).toBe(0);
});
