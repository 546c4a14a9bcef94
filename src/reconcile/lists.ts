import { nameKey } from "../model";

/** An order of strings that is the same on every machine, for `sort`. */
export function compareStrings(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** By name, without regard to case, for `sort`. */
export function compareNames(one: { readonly name: string }, other: { readonly name: string }): number {
  return compareStrings(nameKey(one.name), nameKey(other.name));
}

/** Maps each key to the item that has it, the last of several. */
export function indexBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, T> {
  const index = new Map<K, T>();
  for (const item of items) index.set(keyOf(item), item);
  return index;
}

/** Maps each key to the items that have it, in their order. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
