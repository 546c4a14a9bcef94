import { distance } from "fastest-levenshtein";
import { nameKey } from "../model";

/**
 * The most similar name, ignoring case; undefined if none is similar. Of equally similar names, the first.
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
