/** Compares strings for `sort`, with the same result on every machine. */
export function compareStrings(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Maps each key to its item; to the last one if there are several. */
export function indexBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, T> {
  const index = new Map<K, T>();
  for (const item of items) index.set(keyOf(item), item);
  return index;
}

/** Maps each key to its items, in the original order. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, readonly [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The place of the first item from which on a condition holds, in a list that is sorted by it: a binary search. */
export function firstIndexWhere<T>(items: readonly T[], isReached: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const item = items[middle];
    if (item === undefined || isReached(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
