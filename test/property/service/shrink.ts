import { runAgain } from "./sequence";
import type { Disagreement } from "./sequence";

/**
 * The shortest sequence found in the given time that still shows the disagreement: omits parts, first halves, then
 * smaller ones, as long as the rest still fails.
 */
export async function shrink(found: Disagreement, seconds: number): Promise<Disagreement> {
  const end = Date.now() + seconds * 1000;
  let shortest = found;
  for (let size = Math.ceil(found.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    // From the end, so that omitted parts are not tried again.
    for (let start = shortest.steps.length - 1 - size; start > -size; start -= size) {
      if (Date.now() > end) return shortest;
      const { steps } = shortest;
      const rest = [...steps.slice(0, Math.max(0, start)), ...steps.slice(start + size)];
      const again = await runAgain(rest);
      if (again !== undefined && isSame(found, again)) shortest = again;
    }
  }
  return shortest;
}

/** Whether two disagreements have the same cause: shrinking must not find another one. */
function isSame(one: Disagreement, other: Disagreement): boolean {
  const gist = ({ difference }: Disagreement): string => difference.slice(0, 40).replace(/\d+/g, "0");
  return gist(one) === gist(other);
}
