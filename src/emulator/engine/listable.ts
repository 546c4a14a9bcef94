import { nameKey } from "../../model";
import type { SortedList } from "./sorted-list";

/** A list whose pages can be read without the rest. */
export interface Listable<R> {
  readonly size: number;
  slice(start: number, end: number): readonly R[];
}

export function listable<R>(records: readonly R[]): Listable<R> {
  return { size: records.length, slice: (start, end) => records.slice(start, end) };
}

/** The list in reverse order. */
export function reversed<R>(list: SortedList<R> | Listable<R>): Listable<R> {
  if ("sliceReversed" in list) return { size: list.size, slice: (start, end) => list.sliceReversed(start, end) };
  return listable([...list.slice(0, list.size)].reverse());
}

/** The records that satisfy all conditions. */
export function filterList<R>(list: Listable<R>, conditions: readonly ((record: R) => boolean)[]): Listable<R> {
  if (conditions.length === 0) return list;
  return listable(list.slice(0, list.size).filter((record) => conditions.every((holds) => holds(record))));
}

/** A search for names that contain the text, ignoring case. */
export function nameContains(text: string): (it: { readonly name: string }) => boolean {
  const key = nameKey(text);
  return ({ name }) => nameKey(name).includes(key);
}
