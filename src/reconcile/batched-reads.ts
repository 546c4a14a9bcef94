import { MAX_PAGE_SIZE, nameKey } from "../model";
import type { CallOptions, Page } from "../api";

/** What a collection of the service offers to read it. */
export interface Source<T> {
  /** One object by id; undefined when the service says there is none. */
  readonly byId: (id: string, options?: CallOptions) => Promise<T | undefined>;
  /** One object by name, without regard to case; undefined when there is none. */
  readonly byName: (name: string, options?: CallOptions) => Promise<T | undefined>;
  /** One page of 100 of all objects, from 1. */
  readonly page: (number: number) => Promise<Page<T>>;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** An object, and the moment that it is known of: when its read began, or its write ended. */
interface Entry<T> {
  readonly object: T;
  readonly at: number;
}

/** Single reads that are made without asking what the whole list would cost. */
const FREE_SINGLE_READS = 3;
/** Beyond those, single reads may cost at most this share of what the whole list costs. */
const SINGLE_READS_SHARE = 0.1;
/** Pages under way at the same time. */
const PAGE_CONCURRENCY = 8;
/** How often the pages are read because the list changed while they were. */
const MAX_PASSES = 3;
/** Reads that arrive within this time are decided on together, in milliseconds: Terraform sends ten at once. */
export const BATCH_WINDOW_MS = 2;

/**
 * Reads of a collection, shared: reads that arrive together are answered from pages of 100, each page read once in the
 * life of the process; a few reads stay single. Own writes are told with {@link recordWrite} and {@link recordDeletion}.
 *
 * Of two things that are known of one object, the later one holds: a read is as old as its beginning, a write as its end.
 *
 * An object that is not in the pages is looked for singly before it counts as absent, since objects that are created and
 * deleted while pages are read can slip from one to another.
 */
export class BatchedReads<T extends Named> {
  readonly #source: Source<T>;
  readonly #known = new Map<string, Entry<T>>();
  readonly #idByName = new Map<string, string>();
  /** What own writes or single reads found gone, and when: what was read before may still hold it. */
  readonly #goneAt = new Map<string, number>();
  #moment = 0;
  #complete: Promise<void> | undefined;
  /** How many pages there are, for weighing what they cost. */
  #pages: number | undefined;
  #weighing: Promise<Page<T>> | undefined;
  #singleReads = 0;
  #isSnapshot = false;
  #gathering: { wanted: number; readonly decided: Promise<void> } | undefined;

  constructor(source: Source<T>) {
    this.#source = source;
  }

  /** The object of this id; undefined when there is none. */
  async byId(id: string): Promise<T | undefined> {
    if (!this.#known.has(id)) await this.readAllIfCheaper();
    return this.peek(id) ?? this.freshById(id);
  }

  /**
   * The object of this name, without regard to case; undefined when there is none. With `confirmAbsence: false` an object
   * that is not in the pages counts as absent at once: for callers whose next write would find out.
   */
  async byName(name: string, options: { readonly confirmAbsence: boolean }): Promise<T | undefined> {
    if (this.#knownByName(name) === undefined) await this.readAllIfCheaper();
    const known = this.#knownByName(name);
    if (known !== undefined) return known;
    return this.isComplete && !options.confirmAbsence ? undefined : this.freshByName(name);
  }

  /** All objects, from pages of 100. */
  async all(): Promise<readonly T[]> {
    await this.#readPages();
    return [...this.#known.values()].map(({ object }) => object);
  }

  /** The object of this id as the service says now, whatever was read before. */
  async freshById(id: string, options?: CallOptions): Promise<T | undefined> {
    const begin = this.now();
    const found = await this.#source.byId(id, options);
    if (found === undefined) {
      this.#forget(id, begin);
      return undefined;
    }
    this.record(found, begin);
    return this.peek(id) ?? found;
  }

  /** The object of this name as the service says now, whatever was read before. */
  async freshByName(name: string, options?: CallOptions): Promise<T | undefined> {
    const begin = this.now();
    const found = await this.#source.byName(name, options);
    if (found !== undefined) {
      this.record(found, begin);
      return this.peek(found.id) ?? found;
    }
    const id = this.#idByName.get(nameKey(name));
    const known = id === undefined ? undefined : this.#known.get(id);
    // The one that had the name when it was last read has another by now, or is gone.
    if (known !== undefined && known.at < begin) this.#idByName.delete(nameKey(name));
    return undefined;
  }

  /**
   * Counts one read more; waits for those that arrive together, and reads all pages if that is what they are worth.
   * Afterwards {@link isComplete} says whether all objects are known.
   */
  async readAllIfCheaper(): Promise<void> {
    if (this.#complete === undefined) {
      this.#gathering ??= { wanted: 0, decided: this.#decide() };
      this.#gathering.wanted += 1;
      await this.#gathering.decided;
    }
    await this.#complete;
  }

  /** Whether all objects are known. */
  get isComplete(): boolean {
    return this.#complete !== undefined;
  }

  /**
   * Whether all that is known came in one answer, so that nothing can have slipped past: between several pages something can, whatever they
   * count.
   */
  get isSnapshot(): boolean {
    return this.isComplete && this.#isSnapshot;
  }

  /** What is known of this object without a read. */
  peek(id: string): T | undefined {
    return this.#known.get(id)?.object;
  }

  /** Takes note of what the service answered to an own write. */
  recordWrite(object: T): void {
    this.record(object, this.now());
  }

  /** Takes note that an object is gone. */
  recordDeletion(id: string): void {
    this.#forget(id, this.now());
  }

  /** A moment later than all that is known. */
  protected now(): number {
    this.#moment += 1;
    return this.#moment;
  }

  /** How many pages all that is known fills; undefined while not all is. */
  protected get pageCount(): number | undefined {
    return this.isComplete ? Math.max(1, Math.ceil(this.#known.size / MAX_PAGE_SIZE)) : undefined;
  }

  /** Takes note of what the service said of an object. */
  protected record(object: T, at: number): void {
    if ((this.#goneAt.get(object.id) ?? 0) > at) return;
    const known = this.#known.get(object.id);
    if (known === undefined) this.#know({ object, at });
    else if (known.at > at) this.#know({ object: this.merge(known.object, object), at: known.at });
    else this.#know({ object: this.merge(object, known.object), at });
  }

  /** What is known of an object when two answers tell of it; what the later does not carry, the earlier tells. */
  protected merge(later: T, earlier: T): T {
    return { ...earlier, ...later };
  }

  /** Told of every object before it is known otherwise, or as gone. */
  protected onChange(before: T | undefined, after: T | undefined): void {
    if (before !== undefined && this.#idByName.get(nameKey(before.name)) === before.id)
      this.#idByName.delete(nameKey(before.name));
    if (after !== undefined) this.#idByName.set(nameKey(after.name), after.id);
  }

  /** Reads all pages again, as the service says now. */
  protected async rereadPages(): Promise<void> {
    this.#complete = undefined;
    await this.#readPages();
  }

  #know(known: Entry<T>): void {
    const { id } = known.object;
    this.onChange(this.peek(id), known.object);
    this.#goneAt.delete(id);
    this.#known.set(id, known);
  }

  /** @param at - The moment at which it was gone. */
  #forget(id: string, at: number): void {
    const known = this.#known.get(id);
    if (known !== undefined && known.at > at) return;
    this.#goneAt.set(id, at);
    this.onChange(known?.object, undefined);
    this.#known.delete(id);
  }

  #knownByName(name: string): T | undefined {
    const id = this.#idByName.get(nameKey(name));
    return id === undefined ? undefined : this.peek(id);
  }

  async #decide(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, BATCH_WINDOW_MS));
    const wanted = this.#gathering?.wanted ?? 0;
    this.#gathering = undefined;
    this.#singleReads += wanted;
    if (this.#singleReads <= FREE_SINGLE_READS) return;
    const first = this.#pages === undefined ? await this.#weighed() : undefined;
    const worth = Math.max(FREE_SINGLE_READS, (this.#pages ?? 0) * SINGLE_READS_SHARE);
    if (this.#singleReads > worth) await this.#readPages(first);
  }

  /** @param first - The first page, where it was read just now: one that was read earlier may leave a gap before the next. */
  #readPages(first?: Page<T>): Promise<void> {
    if (this.#complete !== undefined) return this.#complete;
    const reading = this.#readAllPages(first).catch((error: unknown) => {
      if (this.#complete === reading) this.#complete = undefined;
      throw error;
    });
    this.#complete = reading;
    return reading;
  }

  async #readAllPages(first: Page<T> | undefined): Promise<void> {
    let next = first ?? (await this.#readFirst());
    for (let pass = 1; await this.#readPass(next); pass += 1) {
      if (pass === MAX_PASSES) return;
      next = await this.#readFirst();
    }
  }

  /** The first page, for decisions that are made while it is under way. */
  async #weighed(): Promise<Page<T>> {
    this.#weighing ??= this.#readFirst();
    try {
      return await this.#weighing;
    } finally {
      this.#weighing = undefined;
    }
  }

  async #readFirst(): Promise<Page<T>> {
    const first = await this.#readPage(1);
    this.#pages = Math.ceil((first.pagination.totalCount ?? 0) / MAX_PAGE_SIZE);
    return first;
  }

  async #readPage(number: number): Promise<Page<T>> {
    const begin = this.now();
    const page = await this.#source.page(number);
    for (const item of page.items) this.record(item, begin);
    return page;
  }

  /** Reads the pages after the first; says whether the list changed meanwhile, so that objects may have slipped past. */
  async #readPass(first: Page<T>): Promise<boolean> {
    const totals = new Set([first.pagination.totalCount]);
    let last = lastPage(first);
    let next = 2;
    const readOn = async (): Promise<void> => {
      while (next <= last) {
        const number = next;
        next += 1;
        const page = await this.#readPage(number).catch((error: unknown) => {
          // The others need not go on: the pages are read anew the next time.
          last = 0;
          throw error;
        });
        if (last > 0) last = Math.max(last, lastPage(page));
        totals.add(page.pagination.totalCount);
      }
    };
    await Promise.all(Array.from({ length: PAGE_CONCURRENCY }, readOn));
    this.#isSnapshot = last <= 1;
    return totals.size > 1;
  }
}

/** The last page there is, as far as this one tells. */
function lastPage({ pagination }: Page<unknown>): number {
  return pagination.totalPages ?? pagination.nextPage ?? pagination.currentPage;
}
