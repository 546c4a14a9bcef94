/** The lowest limit of requests per second: one request per minute. A lower limit would silently stop all work. */
const MIN_REQUESTS_PER_SECOND = 1 / 60;

/** Why a number cannot limit the requests per second; undefined if it can. */
export function invalidRequestRate(rate: number): string | undefined {
  if (Number.isFinite(rate) && rate >= MIN_REQUESTS_PER_SECOND) return undefined;
  return `must be a number of at least 1/60 (one request per minute); it is ${rate}`;
}
