import { distance } from "fastest-levenshtein";
import { nameKey } from "../model";

/**
 * The name that was most likely meant, without regard to case; undefined when none is similar. Of names that are
 * equally similar, the first.
 *
 * @param maxDistance - How many letters may differ. @default a third of them, at most 3
 */
export function nearestName(
  name: string,
  names: Iterable<string>,
  maxDistance = Math.min(3, Math.floor(name.length / 3)),
): string | undefined {
  const key = nameKey(name);
  let [nearest, limit]: [string | undefined, number] = [undefined, maxDistance];
  for (const other of names) {
    if (Math.abs(other.length - name.length) > limit) continue;
    const found = distance(key, nameKey(other));
    if (found > limit) continue;
    nearest = other;
    if (found === 0) break;
    limit = found - 1;
  }
  return nearest;
}
