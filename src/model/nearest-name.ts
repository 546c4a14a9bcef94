import { distance } from "fastest-levenshtein";
import { nameKey } from "./name";
import { patternMatcher } from "./name-pattern";

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

/** The names that are nearest to one, however different, in the order of their distance. */
export function nearestNames(name: string, names: readonly string[], count: number): readonly string[] {
  const key = nameKey(name);
  return names
    .map((other) => ({ other, far: distance(key, nameKey(other)) }))
    .sort((one, another) => one.far - another.far)
    .slice(0, count)
    .map(({ other }) => other);
}

/**
 * A pattern that matches some of the names, and is similar to one that matches none: it begins as these names do, with
 * as many words. Undefined if there is none.
 */
export function nearestPattern(pattern: string, names: readonly string[]): string | undefined {
  const [start = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return nearestName(pattern, names);
  const words = start.split(SEPARATOR).length - 1;
  const beginnings = new Map(
    names.flatMap((name) => {
      const beginning = beginningOf(name, words);
      return beginning === undefined ? [] : [[nameKey(beginning), beginning]];
    }),
  );
  const nearest = nearestName(start, beginnings.values());
  if (nearest === undefined) return undefined;
  const found = nearest + pattern.slice(start.length);
  const matches = patternMatcher([found]);
  return names.some((name) => matches(nameKey(name)) !== undefined) ? found : undefined;
}

/** Between the words of a name; projects have spaces, too. */
const SEPARATOR = /[-_ ]/;

/** The first words of a name, with the separator after the last; the first word without it if there are no words. */
function beginningOf(name: string, words: number): string | undefined {
  const parts = name.split(SEPARATOR);
  if (words === 0) return parts[0];
  return parts.length > words ? name.slice(0, parts.slice(0, words).join("-").length + 1) : undefined;
}
