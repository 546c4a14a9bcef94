import { MAX_PAGE_SIZE } from "../model";
import type { Page, PageRequest } from "./paging";
import type { CallOptions, RequestExecutor } from "./request-executor";
import { UnexpectedResponseError } from "./response-errors";

/** A list to read from beginning to end. */
interface PaginateOptions<T> {
  readonly executor: RequestExecutor;
  /** Below `/api/v2`. */
  readonly path: string;
  readonly options: CallOptions | undefined;
  /** Whether the order depends on values that can change, such as names. */
  readonly isSorted: boolean;
  /** The value that an item's position may depend on. If it changed between two reads, the item may have moved. */
  readonly sortKey: (item: T) => string;
  readonly readPage: (page: PageRequest) => Promise<Page<T>>;
}

/** Maximum number of times a list is read when items were missed. */
const MAX_PASSES = 3;
/** Page limit for a list without a total. */
const MAX_PAGES_WITHOUT_TOTAL = 10_000;

/**
 * Yields every item of a list once, in the list's order, while the list may change.
 *
 * Pages are cut by position, and positions shift when items are created or deleted, so an item can slip between two
 * pages. Each page therefore begins with the last known item. If a page contains a known item, the items after it
 * follow without a gap, even if others were created or deleted; if not, an earlier page is read. This works for any
 * order in which the remaining items keep their relative positions. Only an item that moves because its sort value
 * changed can be missed: if fewer items arrive than the total, the list is read again, and the missing ones come last.
 */
export async function* paginate<T extends { readonly id: string }>(
  list: PaginateOptions<T>,
): AsyncGenerator<T, void, undefined> {
  const reader = new ListReader(list);
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    for await (const item of reader.readOnce()) {
      list.executor.throwIfAborted(list.path, list.options);
      yield item;
    }
    if (!reader.hasMissedItems) return;
  }
}

class ListReader<T extends { readonly id: string }> {
  readonly #list: PaginateOptions<T>;
  readonly #seen = new Set<string>();
  /** Pages read in this pass. */
  #pagesRead = 0;
  #maxPages: number | undefined;
  /** Whether the last pass found fewer items than the total. */
  hasMissedItems = false;

  constructor(list: PaginateOptions<T>) {
    this.#list = list;
  }

  /** Yields the items that were not yielded yet, from the beginning of the list to its end. */
  async *readOnce(): AsyncGenerator<T, void, undefined> {
    const inThisPass = new Map<string, string>();
    this.#pagesRead = 0;
    this.#maxPages = undefined;
    let previous: readonly T[] = [];
    let known = 0;
    let overlap = MIN_OVERLAP;
    let wasTooSmall = false;
    for (;;) {
      const window = windowFrom(Math.max(0, known - Math.ceil(overlap)));
      const { items, pagination } = await this.#read(window);
      if (window.start > 0 && !items.some((item) => inThisPass.get(item.id) === this.#list.sortKey(item))) {
        overlap *= 4;
        wasTooSmall = true;
        continue;
      }
      overlap = wasTooSmall ? Math.min(overlap, MAX_KEPT_OVERLAP) : Math.max(MIN_OVERLAP, overlap / 2);
      wasTooSmall = false;
      const isLast = pagination.nextPage === null || pagination.nextPage <= window.number;
      for (const item of items) inThisPass.set(item.id, this.#list.sortKey(item));
      yield* this.#unseen(items);
      known = window.start + items.length;
      this.hasMissedItems = this.#list.isSorted && inThisPass.size < (pagination.totalCount ?? 0);
      if (isLast) return;
      // A service without paging sends the same page forever, and no total.
      if (pagination.totalCount === undefined && haveSameIds(previous, items)) return;
      previous = items;
      if (items.length < window.size) {
        yield* this.#readPagesOfOtherSize(new Set(inThisPass.keys()));
        return;
      }
    }
  }

  /** Continues by page number after the first page of a service whose own page size makes positions unknown. */
  async *#readPagesOfOtherSize(inThisPass: Set<string>): AsyncGenerator<T, void, undefined> {
    for (let number = 2; ;) {
      const { items, pagination } = await this.#read({ number, size: MAX_PAGE_SIZE });
      const sizeBefore = inThisPass.size;
      for (const { id } of items) inThisPass.add(id);
      yield* this.#unseen(items);
      this.hasMissedItems = inThisPass.size < (pagination.totalCount ?? 0);
      const { nextPage } = pagination;
      if (nextPage === null || nextPage <= number || inThisPass.size === sizeBefore) return;
      number = nextPage;
    }
  }

  *#unseen(items: readonly T[]): Generator<T, void, undefined> {
    for (const item of items) {
      if (this.#seen.has(item.id)) continue;
      this.#seen.add(item.id);
      yield item;
    }
  }

  /** @throws UnexpectedResponseError when the list does not seem to end. */
  async #read(page: { readonly number: number; readonly size: number }): Promise<Page<T>> {
    const read = await this.#list.readPage({ number: page.number, size: page.size });
    const { totalCount } = read.pagination;
    this.#maxPages ??= totalCount === undefined ? MAX_PAGES_WITHOUT_TOTAL : maxPagesFor(totalCount);
    this.#pagesRead += 1;
    if (this.#pagesRead <= this.#maxPages) return read;
    const request = { method: "GET", path: `/api/v2${this.#list.path}`, outcomeUnknown: false, attempts: 1 } as const;
    const reason = `the list did not end within ${this.#maxPages} pages`;
    throw new UnexpectedResponseError(reason, request, { status: 200, problems: [], requestId: undefined });
  }
}

function haveSameIds(one: readonly { readonly id: string }[], other: readonly { readonly id: string }[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
}

/** Per pass. Enough for a list that grows fourfold while it is read. */
function maxPagesFor(totalCount: number): number {
  return 50 + 4 * Math.ceil(totalCount / MAX_PAGE_SIZE);
}

/**
 * How many known items a page begins with: one, and more where one was too few. The larger number is kept, up to half a
 * page so that every page advances, and halved after each page for which it was enough.
 */
const MIN_OVERLAP = 1;
const MAX_KEPT_OVERLAP = 48;

/** The page that contains this position, counted from 0, and reaches furthest beyond it. */
function windowFrom(position: number): { readonly number: number; readonly size: number; readonly start: number } {
  const windows = Array.from({ length: MAX_PAGE_SIZE }, (_, index) => {
    const size = MAX_PAGE_SIZE - index;
    const number = Math.floor(position / size) + 1;
    return { number, size, start: (number - 1) * size };
  });
  return windows.reduce((best, window) => (window.start + window.size > best.start + best.size ? window : best));
}
