import type { CallOptions, Page } from "../api";
import { MAX_PAGE_SIZE, nameKey } from "../model";

/** The requests that read a collection of the service. */
export interface Source<T> {
  /** One object by id; undefined if the service reports that there is none. */
  readonly byId: (id: string, options?: CallOptions) => Promise<T | undefined>;
  /** One object by name, ignoring case; undefined if there is none. */
  readonly byName: (name: string, options?: CallOptions) => Promise<T | undefined>;
  /** One page of 100 objects, counted from 1. */
  readonly page: (number: number) => Promise<Page<T>>;
  /** How many pages to read concurrently. @param unlimited - The result without a rate limit. @default unlimited */
  readonly concurrency?: (unlimited: number) => number;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** An object, and the time at which it was current: when its read started, or its write ended. */
interface Entry<T> {
  readonly object: T;
  readonly at: number;
}

/** How many single reads are sent before the number of pages is known. */
const FREE_SINGLE_READS = 3;
/** How many single reads are sent while more may follow, as a share of the number of pages. */
const SINGLE_READS_SHARE = 0.1;

/** Up to this many pages are read if that is probably cheaper: a wrong guess costs little. */
const FEW_PAGES = 10;

/** Reads that return several objects each. */
export interface OtherReads {
  /** How many requests they will probably take in total. */
  readonly foreseen: number;
  /** How many of these have been requested so far. */
  readonly asked: number;
}

const NO_OTHER_READS: OtherReads = { foreseen: 0, asked: 0 };

/** How many pages are read concurrently if the service has no rate limit. */
const PAGE_CONCURRENCY = 8;
/** How often the pages are read if the list changes in the meantime. */
const MAX_PASSES = 3;
/** How long reads are collected into a batch: Terraform sends ten at once. */
export const BATCH_WINDOW_MS = 2;

/**
 * Batched, cached reads of a collection. Reads that arrive together are answered from pages of 100, each of which is
 * read once in the life of the process; a few objects are read singly. Own writes update the cache with {@link
 * recordWrite} and {@link recordDeletion}.
 *
 * The later of two versions of an object wins. The time of a read is its start, that of a write its end.
 *
 * An object that is in no page is read by itself before it counts as absent: while a list changes, objects can move
 * between pages.
 */
export class BatchedReads<T extends Named> {
  readonly #source: Source<T>;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #idByName = new Map<string, string>();
  /** When objects were found absent or deleted. Earlier reads may still contain them. */
  readonly #deletedAt = new Map<string, number>();
  #clock = 0;
  /** When the latest read of all pages began. */
  #pagesReadAt = 0;
  #complete: Promise<void> | undefined;
  /** How many pages there are, to estimate the cost of reading them. */
  #totalPages: number | undefined;
  #firstPage: Promise<Page<T>> | undefined;
  #singleReads = 0;
  #isSnapshot = false;
  #batch: { size: number; readonly done: Promise<void> } | undefined;

  constructor(source: Source<T>) {
    this.#source = source;
  }

  /** The object with this id; undefined if there is none. The options apply to a single read. */
  async byId(id: string, options?: CallOptions): Promise<T | undefined> {
    if (!this.#entries.has(id)) await this.readAllIfCheaper();
    return this.peek(id) ?? this.freshById(id, options);
  }

  /**
   * The object with this name, ignoring case; undefined if there is none. With `confirmAbsence: false`, an object that
   * is in no page counts as absent immediately, for callers whose next write would reveal it.
   */
  async byName(name: string, options: { readonly confirmAbsence: boolean }): Promise<T | undefined> {
    if (this.#peekByName(name) === undefined) await this.readAllIfCheaper();
    const cached = this.#peekByName(name);
    if (cached !== undefined) return cached;
    return this.isComplete && !options.confirmAbsence ? undefined : this.freshByName(name);
  }

  /** All objects, from pages of 100. */
  async all(): Promise<readonly T[]> {
    await this.#readPages();
    return this.cached;
  }

  /** Reads the object with this id again. */
  async freshById(id: string, options?: CallOptions): Promise<T | undefined> {
    const start = this.now();
    const found = await this.#source.byId(id, options);
    if (found === undefined) {
      this.#delete(id, start);
      return undefined;
    }
    this.record(found, start);
    return this.peek(id) ?? found;
  }

  /** Reads the object with this name again. */
  async freshByName(name: string, options?: CallOptions): Promise<T | undefined> {
    const start = this.now();
    const found = await this.#source.byName(name, options);
    if (found !== undefined) {
      this.record(found, start);
      return this.peek(found.id) ?? found;
    }
    const id = this.#idByName.get(nameKey(name));
    const entry = id === undefined ? undefined : this.#entries.get(id);
    // The object that had the name was renamed or deleted.
    if (entry !== undefined && entry.at < start) this.#idByName.delete(nameKey(name));
    return undefined;
  }

  /**
   * Counts one more read, waits for the other reads of the batch, and reads all pages if that is cheaper. Afterwards
   * {@link isComplete} tells whether all objects are known.
   *
   * @param size - How many requests the read takes: 0 if {@link otherReads} has counted it already.
   */
  async readAllIfCheaper(size = 1): Promise<void> {
    if (this.#complete === undefined) {
      this.#batch ??= { size: 0, done: this.#runBatch() };
      this.#batch.size += size;
      await this.#batch.done;
    }
    await this.#complete;
  }

  protected get freeSingleReads(): number {
    return FREE_SINGLE_READS;
  }

  /** Reads of several objects, which complete pages make unnecessary. */
  protected get otherReads(): OtherReads {
    return NO_OTHER_READS;
  }

  /** Whether all objects are known. */
  get isComplete(): boolean {
    return this.#complete !== undefined;
  }

  /**
   * Whether all objects came in one response, so that none is missing. Several pages can miss an object, whatever total
   * they report.
   */
  get isSnapshot(): boolean {
    return this.isComplete && this.#isSnapshot;
  }

  /** When the latest read of all pages began; undefined while some objects are unknown. */
  get listedAt(): number | undefined {
    return this.isComplete ? this.#pagesReadAt : undefined;
  }

  /** Whether a read that began, or a write that ended, at this time or later has returned the object. */
  wasSeenSince(id: string, time: number): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && entry.at >= time;
  }

  /** How many objects there are; undefined while some are unknown. */
  get count(): number | undefined {
    return this.isComplete ? this.#entries.size : undefined;
  }

  protected get cached(): readonly T[] {
    return Array.from(this.#entries.values(), ({ object }) => object);
  }

  /** The cached object, without a read. */
  peek(id: string): T | undefined {
    return this.#entries.get(id)?.object;
  }

  /** Caches the response to a write. */
  recordWrite(object: T): void {
    this.record(object, this.now());
  }

  /** Caches objects that an earlier process read; every read or write of this process counts as later. */
  recordEarlier(objects: readonly T[]): void {
    for (const object of objects) this.record(object, 0);
  }

  /** Removes a deleted object from the cache. */
  recordDeletion(id: string): void {
    this.#delete(id, this.now());
  }

  /** A time later than that of every cached object. */
  now(): number {
    this.#clock += 1;
    return this.#clock;
  }

  /** How many pages all objects fill; undefined while some are unknown. */
  protected get pageCount(): number | undefined {
    return this.count === undefined ? undefined : Math.max(1, Math.ceil(this.count / MAX_PAGE_SIZE));
  }

  /** Caches an object that was current at this time. */
  record(object: T, at: number): void {
    if ((this.#deletedAt.get(object.id) ?? 0) > at) return;
    const entry = this.#entries.get(object.id);
    if (entry === undefined) this.#set({ object, at }, undefined);
    else if (entry.at > at) this.#set({ object: this.merge(entry.object, object), at: entry.at }, entry);
    else this.#set({ object: this.merge(object, entry.object), at }, entry);
  }

  /** Changes members of a cached object, and not the time at which it was current. */
  protected amend(id: string, change: Partial<T>): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) this.#set({ ...entry, object: { ...entry.object, ...change } }, entry);
  }

  /** Combines two versions of an object: attributes that the later one lacks come from the earlier one. */
  protected merge(later: T, earlier: T): T {
    return { ...earlier, ...later };
  }

  /** Called before an object changes in the cache. */
  protected onChange(before: T | undefined, after: T | undefined): void {
    if (before !== undefined && this.#idByName.get(nameKey(before.name)) === before.id)
      this.#idByName.delete(nameKey(before.name));
    if (after !== undefined) this.#idByName.set(nameKey(after.name), after.id);
  }

  protected async rereadPages(): Promise<void> {
    this.#complete = undefined;
    await this.#readPages();
  }

  #set(entry: Entry<T>, before: Entry<T> | undefined): void {
    const { id } = entry.object;
    this.onChange(before?.object, entry.object);
    this.#deletedAt.delete(id);
    this.#entries.set(id, entry);
  }

  /** @param at - When the object was absent. */
  #delete(id: string, at: number): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined && entry.at > at) return;
    this.#deletedAt.set(id, at);
    this.onChange(entry?.object, undefined);
    this.#entries.delete(id);
  }

  #peekByName(name: string): T | undefined {
    const id = this.#idByName.get(nameKey(name));
    return id === undefined ? undefined : this.peek(id);
  }

  async #runBatch(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, BATCH_WINDOW_MS));
    const size = this.#batch?.size ?? 0;
    this.#batch = undefined;
    this.#singleReads += size;
    const { foreseen, asked } = this.otherReads;
    if (Math.max(this.#singleReads + asked, foreseen) <= this.freeSingleReads) return;
    const first = this.#totalPages === undefined ? await this.#sharedFirstPage() : undefined;
    if (this.#arePagesCheaper(this.#totalPages ?? 0)) await this.#readPages(first);
  }

  /**
   * Callers request a few objects at a time, so the number of single reads to come is unknown. Pages are therefore read
   * after few single reads, relative to the number of pages. The same holds for other reads that are only probable.
   */
  #arePagesCheaper(pages: number): boolean {
    const single = this.#singleReads;
    const { foreseen, asked } = this.otherReads;
    const allowed = Math.max(pages * SINGLE_READS_SHARE, Math.min(FREE_SINGLE_READS, pages / 2));
    if (single > allowed) return true;
    return single + foreseen > pages && (pages <= FEW_PAGES || asked > allowed);
  }

  /** @param first - The first page, if it was just read: after an older one, the pages could miss an object. */
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
    let next = first ?? (await this.#readFirstPage());
    for (let pass = 1; await this.#readPass(next); pass += 1) {
      if (pass === MAX_PASSES) return;
      next = await this.#readFirstPage();
    }
  }

  /** The first page, shared by batches that need it while it is read. */
  async #sharedFirstPage(): Promise<Page<T>> {
    this.#firstPage ??= this.#readFirstPage();
    try {
      return await this.#firstPage;
    } finally {
      this.#firstPage = undefined;
    }
  }

  async #readFirstPage(): Promise<Page<T>> {
    this.#pagesReadAt = this.now();
    const first = await this.#readPage(1);
    this.#totalPages = Math.ceil((first.pagination.totalCount ?? 0) / MAX_PAGE_SIZE);
    return first;
  }

  async #readPage(number: number): Promise<Page<T>> {
    const start = this.now();
    const page = await this.#source.page(number);
    for (const item of page.items) this.record(item, start);
    return page;
  }

  /**
   * Reads the pages after the first. Returns whether the list changed in the meantime, and objects may be missing.
   */
  async #readPass(first: Page<T>): Promise<boolean> {
    const totals = new Set([first.pagination.totalCount]);
    let last = lastPage(first);
    let next = 2;
    const work = async (): Promise<void> => {
      while (next <= last) {
        const number = next;
        next += 1;
        const page = await this.#readPage(number).catch((error: unknown) => {
          // Stops the other workers: all pages are read again.
          last = 0;
          throw error;
        });
        if (last > 0) last = Math.max(last, lastPage(page));
        totals.add(page.pagination.totalCount);
      }
    };
    const length = this.#source.concurrency?.(PAGE_CONCURRENCY) ?? PAGE_CONCURRENCY;
    await Promise.all(Array.from({ length }, work));
    this.#isSnapshot = last <= 1;
    return totals.size > 1;
  }
}

/** The number of the last page, as this page reports it. */
function lastPage({ pagination }: Page<unknown>): number {
  return pagination.totalPages ?? pagination.nextPage ?? pagination.currentPage;
}
