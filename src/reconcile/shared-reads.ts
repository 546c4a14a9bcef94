import { MAX_PAGE_SIZE, nameKey } from "../model";
import type { Page } from "../api";

/** What a collection of the service offers to read it. */
export interface Source<T> {
  /** One object by id; undefined when the service says there is none. */
  readonly byId: (id: string) => Promise<T | undefined>;
  /** One object by name, without regard to case; undefined when there is none. */
  readonly byName: (name: string) => Promise<T | undefined>;
  /** One page of 100 of all objects, from 1. */
  readonly page: (number: number) => Promise<Page<T>>;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Single reads that are made without asking what the whole list would cost. */
const FREE_SINGLE_READS = 3;
/** Beyond those, single reads may cost at most this share of what the whole list costs. */
const SINGLE_READS_SHARE = 0.1;
/** Pages under way at the same time. */
const PAGES_AT_ONCE = 8;
/** How often the pages are read because the list changed while they were. */
const MAX_PASSES = 3;
/** Reads that arrive within this time are decided on together, in milliseconds: Terraform sends ten at once. */
const GATHER_MS = 2;

/**
 * Reads of a collection, shared: reads that arrive together are answered from pages of 100, each page read once in the
 * life of the process; a few reads stay single. Own writes are told with {@link put} and {@link remove}.
 *
 * An object that is not in the pages is looked for singly before it counts as absent, since objects that are created and
 * deleted while pages are read can slip from one to another.
 */
export class SharedReads<T extends Named> {
  readonly #source: Source<T>;
  readonly #known = new Map<string, T>();
  readonly #idByName = new Map<string, string>();
  /** What own writes or single reads found gone: a page that was read before may still hold it. */
  readonly #gone = new Set<string>();
  #complete: Promise<void> | undefined;
  #firstPage: Promise<Page<T>> | undefined;
  #singleReads = 0;
  #gathering: { wanted: number; readonly decided: Promise<void> } | undefined;

  constructor(source: Source<T>) {
    this.#source = source;
  }

  /** The object of this id; undefined when there is none. */
  async byId(id: string): Promise<T | undefined> {
    if (!this.#known.has(id)) await this.readAllIfWorthIt();
    return this.#known.get(id) ?? this.freshById(id);
  }

  /**
   * The object of this name, without regard to case; undefined when there is none. With `confirmAbsence: false` an object
   * that is not in the pages counts as absent at once: for callers whose next write would find out.
   */
  async byName(name: string, options: { readonly confirmAbsence: boolean }): Promise<T | undefined> {
    if (this.#knownByName(name) === undefined) await this.readAllIfWorthIt();
    const known = this.#knownByName(name);
    if (known !== undefined) return known;
    return this.isComplete && !options.confirmAbsence ? undefined : this.freshByName(name);
  }

  /** All objects, from pages of 100. */
  async all(): Promise<readonly T[]> {
    await this.#readPages();
    return [...this.#known.values()];
  }

  /** The object of this id as the service says now, whatever was read before. */
  async freshById(id: string): Promise<T | undefined> {
    const found = await this.#source.byId(id);
    if (found === undefined) this.remove(id);
    else this.put(found);
    return found;
  }

  /** The object of this name as the service says now, whatever was read before. */
  async freshByName(name: string): Promise<T | undefined> {
    const found = await this.#source.byName(name);
    if (found !== undefined) this.put(found);
    return found;
  }

  /**
   * Counts one read more; waits for those that arrive together, and reads all pages if that is what they are worth.
   * Afterwards {@link isComplete} says whether all objects are known.
   */
  async readAllIfWorthIt(): Promise<void> {
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

  /** What is known of this object without a read. */
  peek(id: string): T | undefined {
    return this.#known.get(id);
  }

  /** Takes note of what the service said of an object. */
  put(object: T): void {
    this.remove(object.id);
    this.#gone.delete(object.id);
    this.#known.set(object.id, object);
    this.#idByName.set(nameKey(object.name), object.id);
  }

  /** Takes note that an object is gone. */
  remove(id: string): void {
    this.#gone.add(id);
    const known = this.#known.get(id);
    if (known === undefined) return;
    this.#known.delete(id);
    if (this.#idByName.get(nameKey(known.name)) === id) this.#idByName.delete(nameKey(known.name));
  }

  #knownByName(name: string): T | undefined {
    const id = this.#idByName.get(nameKey(name));
    return id === undefined ? undefined : this.#known.get(id);
  }

  async #decide(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    const wanted = this.#gathering?.wanted ?? 0;
    this.#gathering = undefined;
    this.#singleReads += wanted;
    if (this.#singleReads <= FREE_SINGLE_READS) return;
    this.#firstPage ??= this.#source.page(1);
    const { items, pagination } = await this.#firstPage;
    this.#putFromPage(items);
    const pages = Math.ceil((pagination.totalCount ?? 0) / MAX_PAGE_SIZE);
    if (this.#singleReads > Math.max(FREE_SINGLE_READS, pages * SINGLE_READS_SHARE)) await this.#readPages();
  }

  #readPages(): Promise<void> {
    this.#complete ??= this.#readAllPages().catch((error: unknown) => {
      this.#complete = undefined;
      this.#firstPage = undefined;
      throw error;
    });
    return this.#complete;
  }

  async #readAllPages(): Promise<void> {
    let first = this.#firstPage ?? this.#source.page(1);
    for (let pass = 1; await this.#readPass(await first); pass += 1) {
      if (pass === MAX_PASSES) return;
      first = this.#source.page(1);
    }
  }

  /** Reads the pages after the first; says whether the list changed meanwhile, so that objects may have slipped past. */
  async #readPass(first: Page<T>): Promise<boolean> {
    const totals = new Set([first.pagination.totalCount]);
    let last = lastPage(first);
    let next = 2;
    this.#putFromPage(first.items);
    const readOn = async (): Promise<void> => {
      while (next <= last) {
        const page = await this.#source.page(next++);
        last = Math.max(last, lastPage(page));
        totals.add(page.pagination.totalCount);
        this.#putFromPage(page.items);
      }
    };
    await Promise.all(Array.from({ length: PAGES_AT_ONCE }, readOn));
    return totals.size > 1;
  }

  /** What is known already is newer than what a page says: it may carry an own write. */
  #putFromPage(items: readonly T[]): void {
    for (const item of items) if (!this.#known.has(item.id) && !this.#gone.has(item.id)) this.put(item);
  }
}

/** The last page there is, as far as this one tells. */
function lastPage({ pagination }: Page<unknown>): number {
  return pagination.totalPages ?? pagination.nextPage ?? pagination.currentPage;
}
