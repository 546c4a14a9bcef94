/**
 * A sorted list, in which the cost of reading a page depends only on the size of the page. The order must be total.
 */
export class SortedList<T> {
  readonly #items: T[] = [];
  readonly #compare: (one: T, other: T) => number;

  constructor(compare: (one: T, other: T) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  get last(): T | undefined {
    return this.#items.at(-1);
  }

  add(item: T): void {
    this.#items.splice(this.#position(item), 0, item);
  }

  remove(item: T): void {
    this.#items.splice(this.#position(item), 1);
  }

  /** Replaces an item and moves it to its new position. */
  replace(old: T, next: T): void {
    if (this.#compare(old, next) === 0) {
      this.#items[this.#position(old)] = next;
    } else {
      this.remove(old);
      this.add(next);
    }
  }

  /** All items in order; not a copy. */
  all(): readonly T[] {
    return this.#items;
  }

  slice(start: number, end: number): readonly T[] {
    return this.#items.slice(start, end);
  }

  /** Equal to reversing the whole list and slicing that. */
  sliceReversed(start: number, end: number): readonly T[] {
    const { length } = this.#items;
    return this.#items.slice(Math.max(0, length - end), Math.max(0, length - start)).reverse();
  }

  /** The index of the item, or where it would be inserted. */
  #position(item: T): number {
    const last = this.#items.at(-1);
    // New items usually come last.
    if (last === undefined || this.#compare(last, item) < 0) return this.#items.length;
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = this.#items[middle];
      if (there !== undefined && this.#compare(there, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
