import { distance } from "fastest-levenshtein";
import { nameKey } from "./name";

/**
 * The most similar name, ignoring case; undefined if none is similar. Of equally similar names, the first.
 *
 * @param maxDistance - How many letters may differ. @default a third of the shorter of the two names, at most 3
 */
export function nearestName(name: string, names: Iterable<string>, maxDistance?: number): string | undefined {
  const key = nameKey(name);
  let [nearest, least]: [string | undefined, number] = [undefined, Infinity];
  for (const other of names) {
    const third = Math.floor(Math.min(name.length, other.length) / 3);
    const limit = Math.min(maxDistance ?? Math.min(3, third), least - 1);
    if (Math.abs(other.length - name.length) > limit) continue;
    const found = distance(key, nameKey(other));
    if (found > limit) continue;
    nearest = other;
    least = found;
  }
  return nearest;
}
