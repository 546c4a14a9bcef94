import { compareStrings } from "../lists";
import { nameKey } from "../model";

/** Compares by name for `sort`, ignoring case. */
export function compareNames(one: { readonly name: string }, other: { readonly name: string }): number {
  return compareStrings(nameKey(one.name), nameKey(other.name));
}

/** All items of a list. */
export function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  return convertAll(items, (item) => item);
}

/** All items of a list, each converted. */
export async function convertAll<T, U>(items: AsyncIterable<T>, convert: (item: T) => U): Promise<readonly U[]> {
  const all: U[] = [];
  for await (const item of items) all.push(convert(item));
  return all;
}
