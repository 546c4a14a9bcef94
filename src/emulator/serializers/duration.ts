/**
 * `duration` of a stage or a result, in milliseconds: from the earliest to the latest of its status timestamps, which is what the public
 * samples add up to; 0 before there are two.
 */
export function duration(statusTimestamps: Readonly<Record<string, string>>): number {
  const times = Object.values(statusTimestamps).map((timestamp) => Date.parse(timestamp));
  return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
}
