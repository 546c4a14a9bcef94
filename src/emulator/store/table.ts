import type { Decoder } from "../decode";
import { SortedList } from "./sorted-list";

/** The members of every record: its ID, and a number in the order of creation. */
export interface BaseRecord {
  readonly id: string;
  readonly sequence: number;
}

/** A record was put, or removed (`record` is null). */
export interface Change {
  readonly table: string;
  readonly id: string;
  readonly record: BaseRecord | null;
}

interface Index<R> {
  update(old: R | undefined, next: R | undefined): void;
}

/**
 * Records of one kind. Records are immutable: an updated one is put under the same ID, and all indexes follow. Lookups
 * by ID or index take constant time.
 */
export class Table<R extends BaseRecord> {
  readonly #records = new Map<string, R>();
  readonly #indexes: Index<R>[] = [];

  constructor(
    readonly name: string,
    private readonly decoder: Decoder<R>,
    /** `revert` undoes the change, without another call. */
    private readonly onChange: (change: Change, revert: () => void) => void,
  ) {}

  get(id: string): R | undefined {
    return this.#records.get(id);
  }

  /** The record that another one refers to. @throws Error when it is missing (a bug in the emulator) */
  expect(id: string): R {
    const record = this.#records.get(id);
    if (record === undefined) throw new Error(`This is a bug in the emulator: ${id} is missing from ${this.name}.`);
    return record;
  }

  values(): IterableIterator<R> {
    return this.#records.values();
  }

  put(record: R): R {
    const old = this.#records.get(record.id);
    this.#replace(record.id, old, record);
    this.onChange({ table: this.name, id: record.id, record }, () => this.#replace(record.id, record, old));
    return record;
  }

  remove(id: string): void {
    const old = this.#records.get(id);
    if (old === undefined) return;
    this.#replace(id, old, undefined);
    this.onChange({ table: this.name, id, record: null }, () => this.#replace(id, undefined, old));
  }

  #replace(id: string, old: R | undefined, next: R | undefined): void {
    if (next === undefined) this.#records.delete(id);
    else this.#records.set(id, next);
    for (const index of this.#indexes) index.update(old, next);
  }

  /** All records, as changes that put them. */
  *contents(): IterableIterator<Change> {
    for (const record of this.#records.values()) yield { table: this.name, id: record.id, record };
  }

  /** Puts or removes (null) a record from a state file. @throws DecodeError */
  restore(id: string, record: unknown, path: string): void {
    if (record === null) this.remove(id);
    else this.put(this.decoder(record, path));
  }

  /** Adds a unique index; returns its lookup. */
  uniqueBy(keyOf: (record: R) => string): (key: string) => R | undefined {
    const ids = new Map<string, string>();
    this.#indexes.push({
      update: (old, next) => {
        // Another record may have got the key in the meantime.
        if (old !== undefined && ids.get(keyOf(old)) === old.id) ids.delete(keyOf(old));
        if (next !== undefined) ids.set(keyOf(next), next.id);
      },
    });
    return (key) => {
      const id = ids.get(key);
      return id === undefined ? undefined : this.#records.get(id);
    };
  }

  /**
   * Adds an index that groups records by key, in the given order (by default of creation); records with an undefined
   * key are left out. Returns its lookup.
   */
  groupedBy(
    keyOf: (record: R) => string | undefined,
    compare: (one: R, other: R) => number = bySequence,
  ): (key: string) => SortedList<R> {
    const groups = new Map<string, SortedList<R>>();
    const empty = new SortedList(compare);
    const add = (key: string, record: R): void => {
      let group = groups.get(key);
      if (group === undefined) {
        group = new SortedList(compare);
        groups.set(key, group);
      }
      group.add(record);
    };
    const remove = (key: string, record: R): void => {
      const group = groups.get(key);
      group?.remove(record);
      if (group?.size === 0) groups.delete(key);
    };
    this.#indexes.push({
      update: (old, next) => {
        const from = old === undefined ? undefined : keyOf(old);
        const to = next === undefined ? undefined : keyOf(next);
        if (old !== undefined && next !== undefined && from !== undefined && from === to) {
          groups.get(from)?.replace(old, next);
          return;
        }
        if (old !== undefined && from !== undefined) remove(from, old);
        if (next !== undefined && to !== undefined) add(to, next);
      },
    });
    return (key) => groups.get(key) ?? empty;
  }
}

/** Order of creation. */
export function bySequence(one: BaseRecord, other: BaseRecord): number {
  return one.sequence - other.sequence;
}
