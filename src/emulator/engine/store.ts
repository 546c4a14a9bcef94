import type { Clock } from "../clock";
import { number, object, string } from "../decode";
import { DecodeError } from "../errors";
import type { Place } from "./access";
import type { Choices } from "./choices";
import { DEFAULT_CHOICES } from "./choices";
import type { HasRecords, Kind, ObjectOf, Store } from "./kind";
import { memberOfRelation } from "./relation";
import type { BaseRecord, Change } from "./table";
import { memberOf, Table } from "./table";

/** Receives every change to the store, in order. */
export type ChangeListener = (change: Change) => void;

/** A single record, with the milliseconds by which the clock has been advanced. */
const clockRecord = object({ id: string, sequence: number, advanced: number });

/** The state of the service, in memory: a table for each kind. */
export class TableStore implements Store {
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly #tables = new Map<string, Table<BaseRecord>>();
  readonly #clocks = new Table("clock", clockRecord, (change, revert) => this.#changed(change, revert));
  #lastSequence = 0;
  #revision = 0;
  #listener: ChangeListener | undefined;
  /** The changes since the beginning of {@link atomically}, each with its inverse. */
  #transaction: { readonly change: Change; readonly revert: () => void }[] | undefined;

  constructor(
    kinds: readonly Kind[],
    readonly clock: Clock,
    readonly choices: Choices = DEFAULT_CHOICES,
  ) {
    this.kinds = new Map(kinds.map((kind) => [kind.type, kind]));
    for (const { type, schema, indexes } of kinds) {
      this.#tables.set(type, new Table(type, schema, (change, revert) => this.#changed(change, revert), indexes));
    }
  }

  table<R extends BaseRecord>({ type }: HasRecords<R>): Table<R> {
    // Its records were all made by the kind itself, or by the kind's schema.
    return this.of(type) as unknown as Table<R>;
  }

  of(type: string): Table<BaseRecord> {
    const table = this.#tables.get(type);
    if (table === undefined) throw new Error(`This is a bug in the emulator: there is no kind ${type}.`);
    return table;
  }

  kind(type: string): Kind {
    const kind = this.kinds.get(type);
    if (kind === undefined) throw new Error(`This is a bug in the emulator: there is no kind ${type}.`);
    return kind;
  }

  parentOf(kind: Kind, record: BaseRecord): ObjectOf | undefined {
    for (const [name, relation] of kind.parents) {
      const id = memberOf(record, memberOfRelation(name, relation));
      if (typeof id === "string") return { kind: this.kind(relation.to), record: this.of(relation.to).expect(id) };
    }
    return undefined;
  }

  placeOf(kind: Kind, record: BaseRecord): Place {
    if (kind.place !== undefined) return kind.place(record);
    const parent = this.parentOf(kind, record);
    if (parent === undefined) throw new Error(`This is a bug in the emulator: ${kind.type} have no place.`);
    return this.placeOf(parent.kind, parent.record);
  }

  get revision(): number {
    return this.#revision;
  }

  nextSequence(): number {
    this.#lastSequence += 1;
    return this.#lastSequence;
  }

  /** Advances the clock. @param seconds not negative */
  advance(seconds: number): void {
    this.clock.advance(seconds);
    this.#clocks.put({ id: "clock", sequence: 0, advanced: this.clock.advanced });
  }

  /** Sets the listener, which receives every change except those of {@link restore}. */
  onChange(listener: ChangeListener): void {
    this.#listener = listener;
  }

  atomically<T>(change: () => T): T {
    if (this.#transaction !== undefined) return change();
    const made: { readonly change: Change; readonly revert: () => void }[] = [];
    this.#transaction = made;
    try {
      const result = change();
      for (const it of made) this.#listener?.(it.change);
      return result;
    } catch (error) {
      for (const { revert } of made.reverse()) revert();
      this.#revision += 1;
      throw error;
    } finally {
      this.#transaction = undefined;
    }
  }

  /** All records, as changes to an empty store. */
  *contents(): IterableIterator<Change> {
    yield* this.#clocks.contents();
    for (const table of this.#tables.values()) yield* table.contents();
  }

  /** Applies a change from a state file. @throws DecodeError when its table or record is invalid */
  restore(change: { readonly table: string; readonly id: string; readonly record: unknown }, path: string): void {
    const table = change.table === "clock" ? this.#clocks : this.#tables.get(change.table);
    if (table === undefined) throw new DecodeError(`${path}.table`, `${JSON.stringify(change.table)} is not a table.`);
    const listener = this.#listener;
    this.#listener = undefined;
    table.restore(change.id, change.record, `${path}.record`);
    this.#listener = listener;
  }

  /** Must be called after the last {@link restore}. */
  finishRestore(): void {
    const advanced = this.#clocks.get("clock")?.advanced ?? 0;
    this.clock.advance(advanced / 1000);
    for (const table of this.#tables.values()) {
      for (const { sequence } of table.values()) this.#lastSequence = Math.max(this.#lastSequence, sequence);
    }
  }

  #changed(change: Change, revert: () => void): void {
    this.#revision += 1;
    if (this.#transaction === undefined) this.#listener?.(change);
    else this.#transaction.push({ change, revert });
  }
}
