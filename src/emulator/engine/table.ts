import { nameKey } from "../../model";
import type { Schema } from "../decode";
import { decode } from "../decode";
import { SortedList } from "./sorted-list";

/** The members of every record: its ID, and a number that increases with creation. */
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

/** Groups records by key; a record without a key is left out. */
export interface IndexDefinition<R> {
  keys(record: R): string | readonly string[] | undefined;
  /** @default by creation */
  compare?(one: R, other: R): number;
}

/** The order of a list of records. */
export type ListOrder = "creation" | "name";

interface Index<R> {
  update(old: R | undefined, next: R | undefined): void;
}

/**
 * Records of one kind. Records are immutable: an updated record replaces the one with its ID, and all indexes follow.
 * Lookups by ID or index take constant time. Indexes are made on first use.
 */
export class Table<R extends BaseRecord> {
  readonly #records = new Map<string, R>();
  readonly #groups = new Map<string, Groups<R>>();
  readonly #names = new Map<string, Names<R>>();

  constructor(
    readonly name: string,
    private readonly schema: Schema<R>,
    /** Called after each change, with a function that reverts it. */
    private readonly onChange: (change: Change, revert: () => void) => void,
    /** Indexes by name, in addition to those by member. */
    private readonly indexes: Readonly<Record<string, IndexDefinition<R>>> = {},
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
    this.#update(this.#records.get(record.id), record);
    return record;
  }

  remove(id: string): void {
    const old = this.#records.get(id);
    if (old !== undefined) this.#update(old, undefined);
  }

  /** All records, as changes that put them. */
  *contents(): IterableIterator<Change> {
    for (const record of this.#records.values()) yield { table: this.name, id: record.id, record };
  }

  /** Puts or removes (null) a record from a state file. @throws DecodeError */
  restore(id: string, record: unknown, path: string): void {
    if (record === null) this.remove(id);
    else this.put(decode(this.schema, record, path));
  }

  /** The records whose member is, or contains, the ID. */
  where(member: string, id: string, order: ListOrder = "creation"): SortedList<R> {
    const key = `${order} ${member}`;
    const groups =
      this.#groups.get(key) ??
      this.#addGroups(key, { keys: (record) => keysIn(record, member), compare: COMPARE[order] });
    return groups.of(id);
  }

  /** The records that a declared index has under the key. @throws Error when there is no such index (a bug) */
  index(name: string, key: string): SortedList<R> {
    const groups = this.#groups.get(name) ?? this.#addGroups(name, this.#definition(name));
    return groups.of(key);
  }

  /** The record of an organization with this text in a member, ignoring case. */
  find(member: string, organizationId: string, text: string): R | undefined {
    let names = this.#names.get(member);
    if (names === undefined) {
      names = new Names(member);
      for (const record of this.#records.values()) names.update(undefined, record);
      this.#names.set(member, names);
    }
    const id = names.get(organizationId, text);
    return id === undefined ? undefined : this.#records.get(id);
  }

  #update(old: R | undefined, next: R | undefined): void {
    const id = this.#replace(old, next);
    this.onChange({ table: this.name, id, record: next ?? null }, () => void this.#replace(next, old));
  }

  #replace(old: R | undefined, next: R | undefined): string {
    const id = next?.id ?? old?.id ?? "";
    if (next === undefined) this.#records.delete(id);
    else this.#records.set(id, next);
    for (const index of this.#groups.values()) index.update(old, next);
    for (const index of this.#names.values()) index.update(old, next);
    return id;
  }

  #definition(name: string): IndexDefinition<R> {
    const definition = this.indexes[name];
    if (definition === undefined) throw new Error(`This is a bug in the emulator: ${this.name} has no index ${name}.`);
    return definition;
  }

  #addGroups(name: string, definition: IndexDefinition<R>): Groups<R> {
    const groups = new Groups(definition);
    groups.addAll(this.#records.values());
    this.#groups.set(name, groups);
    return groups;
  }
}

export function bySequence(one: BaseRecord, other: BaseRecord): number {
  return one.sequence - other.sequence;
}

/** By name, case-insensitively, then by creation. */
function byName(one: BaseRecord, other: BaseRecord): number {
  const [first, second] = [nameKey(textIn(one, "name")), nameKey(textIn(other, "name"))];
  return first < second ? -1 : first > second ? 1 : bySequence(one, other);
}

export const COMPARE = { creation: bySequence, name: byName } as const satisfies Record<ListOrder, unknown>;

class Groups<R extends BaseRecord> implements Index<R> {
  readonly #lists = new Map<string, SortedList<R>>();
  readonly #compare: (one: R, other: R) => number;
  readonly #empty: SortedList<R>;

  constructor(private readonly definition: IndexDefinition<R>) {
    this.#compare = (one, other) => definition.compare?.(one, other) ?? bySequence(one, other);
    this.#empty = new SortedList(this.#compare);
  }

  of(key: string): SortedList<R> {
    return this.#lists.get(key) ?? this.#empty;
  }

  addAll(records: Iterable<R>): void {
    // Sorted first, so that each is added at the end.
    for (const record of [...records].sort(this.#compare)) this.update(undefined, record);
  }

  update(old: R | undefined, next: R | undefined): void {
    if (old !== undefined && next !== undefined && this.#replace(old, next)) return;
    if (old !== undefined) for (const key of listOf(this.definition.keys(old))) this.#remove(key, old);
    if (next !== undefined) for (const key of listOf(this.definition.keys(next))) this.#add(key, next);
  }

  /** Replaces a record that stays in its only list, which is much faster. Returns whether it does. */
  #replace(old: R, next: R): boolean {
    const key = this.definition.keys(old);
    if (typeof key !== "string" || key !== this.definition.keys(next)) return false;
    this.#lists.get(key)?.replace(old, next);
    return true;
  }

  #add(key: string, record: R): void {
    let list = this.#lists.get(key);
    if (list === undefined) {
      list = new SortedList(this.#compare);
      this.#lists.set(key, list);
    }
    list.add(record);
  }

  #remove(key: string, record: R): void {
    const list = this.#lists.get(key);
    list?.remove(record);
    if (list?.size === 0) this.#lists.delete(key);
  }
}

class Names<R extends BaseRecord> implements Index<R> {
  readonly #ids = new Map<string, string>();

  constructor(private readonly member: string) {}

  get(organizationId: string, text: string): string | undefined {
    return this.#ids.get(`${organizationId}/${nameKey(text)}`);
  }

  update(old: R | undefined, next: R | undefined): void {
    // Another record may have taken the key in the meantime.
    if (old !== undefined && this.#ids.get(this.#key(old)) === old.id) this.#ids.delete(this.#key(old));
    if (next !== undefined) this.#ids.set(this.#key(next), next.id);
  }

  #key(record: R): string {
    return `${textIn(record, "organizationId")}/${nameKey(textIn(record, this.member))}`;
  }
}

function listOf(keys: string | readonly string[] | undefined): readonly string[] {
  return typeof keys === "string" ? [keys] : [...new Set(keys)];
}

function keysIn(record: object, member: string): string | readonly string[] | undefined {
  const value = memberOf(record, member);
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((it) => typeof it === "string") : undefined;
}

function textIn(record: object, member: string): string {
  const value = memberOf(record, member);
  return typeof value === "string" ? value : "";
}

/** A member by its name, for code that does not know the kind of the record. */
export function memberOf(record: object, member: string): unknown {
  // Faster than Reflect.get, and valid for every object.
  return (record as Readonly<Record<string, unknown>>)[member];
}
