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
    const distance = editDistance(key, nameKey(other), limit);
    if (distance > limit) continue;
    nearest = other;
    if (distance === 0) break;
    limit = distance - 1;
  }
  return nearest;
}

/**
 * The Levenshtein distance: how many letters must be inserted, removed or replaced to turn one name into the other; any
 * larger number if it is above the limit.
 */
function editDistance(one: string, other: string, limit: number): number {
  const [left, right] = withoutCommonEnds(one, other);
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(left).entries()) {
    const next = [index + 1];
    for (let at = 1; at <= right.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (letter === right[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
    // Rows never get smaller.
    if (Math.min(...row) > limit) return limit + 1;
  }
  return row.at(-1) ?? 0;
}

/** Most names of an organization begin or end alike, and what they share needs no comparison letter by letter. */
function withoutCommonEnds(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}
