/**
 * `duration` of a task stage or task result, in milliseconds: from the first to the last of its status timestamps, as
 * in the documented samples; 0 with less than two.
 */
export function duration(statusTimestamps: Readonly<Record<string, string>>): number {
  const times = Object.values(statusTimestamps).map((timestamp) => Date.parse(timestamp));
  return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
}
