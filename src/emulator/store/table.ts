import type { Decoder } from "../decode";
import { SortedList } from "./sorted-list";

/** What every record has: its identifier, and a number that says in which order records came into being. */
export interface BaseRecord {
  readonly id: string;
  readonly sequence: number;
}

/** One record put (`record` is what it is now) or removed (`record` is null). */
export interface Change {
  readonly table: string;
  readonly id: string;
  readonly record: BaseRecord | null;
}

interface Index<R> {
  update(old: R | undefined, next: R | undefined): void;
}

/**
 * Records of one kind. A record is plain data and never changed in place: a new one is put under the same identifier, and all indexes
 * follow. Lookups by identifier or through an index cost the same however many records there are.
 */
export class Table<R extends BaseRecord> {
  readonly #records = new Map<string, R>();
  readonly #indexes: Index<R>[] = [];

  constructor(
    readonly name: string,
    private readonly decoder: Decoder<R>,
    private readonly onChange: (change: Change) => void,
  ) {}

  get(id: string): R | undefined {
    return this.#records.get(id);
  }

  /** The record that must be there because another refers to it. @throws Error when it is not: a defect of the emulator. */
  expect(id: string): R {
    const record = this.#records.get(id);
    if (record === undefined)
      throw new Error(`The emulator's ${this.name} lost ${id}, which something still refers to.`);
    return record;
  }

  values(): IterableIterator<R> {
    return this.#records.values();
  }

  put(record: R): R {
    const old = this.#records.get(record.id);
    this.#records.set(record.id, record);
    for (const index of this.#indexes) index.update(old, record);
    this.onChange({ table: this.name, id: record.id, record });
    return record;
  }

  remove(id: string): void {
    const old = this.#records.get(id);
    if (old === undefined) return;
    this.#records.delete(id);
    for (const index of this.#indexes) index.update(old, undefined);
    this.onChange({ table: this.name, id, record: null });
  }

  /** All records, as changes that put them. */
  *contents(): IterableIterator<Change> {
    for (const record of this.#records.values()) yield { table: this.name, id: record.id, record };
  }

  /** Puts a record that comes from outside, or removes it (null). @throws DecodeError */
  restore(id: string, record: unknown, path: string): void {
    if (record === null) this.remove(id);
    else this.put(this.decoder(record, path));
  }

  /** Adds an index under which at most one record lies for each key; returns the lookup. */
  uniqueBy(keyOf: (record: R) => string): (key: string) => R | undefined {
    const ids = new Map<string, string>();
    this.#indexes.push({
      update: (old, next) => {
        // Another record may have come to the key in the meantime.
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
   * Adds an index under which the records of one key lie together, in the given order (of creation by default); a record whose
   * key is undefined is left out. Returns the lookup.
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

/** Order of creation: arbitrary to a client, but stable (service-api.md section 4.3). */
export function bySequence(one: BaseRecord, other: BaseRecord): number {
  return one.sequence - other.sequence;
}
