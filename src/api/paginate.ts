import { MAX_PAGE_SIZE } from "../model";
import type { CallOptions, RequestExecutor } from "./request-executor";
import { UnexpectedResponseError } from "./errors/unexpected-response-error";
import type { Page, PageRequest } from "./paging";

/** A list to be read from its beginning to its end. */
export interface PaginateOptions<T> {
  readonly executor: RequestExecutor;
  /** Below `/api/v2`. */
  readonly path: string;
  readonly options: CallOptions | undefined;
  /** Whether the items are in an order that depends on what can be changed of them, such as their names. */
  readonly isSorted: boolean;
  /** What an item's place may depend on. One of which it has changed since it was read may have moved. */
  readonly sortKey: (item: T) => string;
  readonly readPage: (page: PageRequest) => Promise<Page<T>>;
}

/** How often a list is read, at most, of which it is known that items slipped past. */
const MAX_PASSES = 3;
/** Pages that may be read of a list that does not tell its length. */
const MAX_PAGES_WITHOUT_TOTAL = 10_000;

/**
 * Every item of a list, once, in the list's order, while the list may change.
 *
 * Pages are cut by position, and positions shift when others come and go: between two pages an item can slip past. So each page is chosen to
 * begin with the last item that is known already. If an item that is known is on it, what follows follows without a gap, wherever items
 * were added or removed meanwhile; if none is, a page further back is read. This holds in any order in which those that stay keep their
 * places among each other. Only an item that itself moves, because what the list is sorted by was changed, can pass the reader by: when
 * fewer came than there are, the list is read again for what is missing, which comes last.
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
  /** In this pass. */
  #pagesRead = 0;
  #pagesAllowed: number | undefined;
  /** Whether the last pass, in which items could slip past, came to fewer than there are. */
  hasMissedItems = false;

  constructor(list: PaginateOptions<T>) {
    this.#list = list;
  }

  /** The items that have not come yet, from the beginning of the list to its end. */
  async *readOnce(): AsyncGenerator<T, void, undefined> {
    const inThisPass = new Map<string, string>();
    this.#pagesRead = 0;
    this.#pagesAllowed = undefined;
    let before: readonly T[] = [];
    let known = 0;
    let overlap = MIN_OVERLAP;
    let wasTooFew = false;
    for (;;) {
      const window = windowFrom(Math.max(0, known - Math.ceil(overlap)));
      const { items, pagination } = await this.#read(window);
      if (window.start > 0 && !items.some((item) => inThisPass.get(item.id) === this.#list.sortKey(item))) {
        overlap *= 4;
        wasTooFew = true;
        continue;
      }
      overlap = wasTooFew ? Math.min(overlap, MAX_KEPT_OVERLAP) : Math.max(MIN_OVERLAP, overlap / 2);
      wasTooFew = false;
      const isLast = pagination.nextPage === null || pagination.nextPage <= window.number;
      for (const item of items) inThisPass.set(item.id, this.#list.sortKey(item));
      yield* this.#unseen(items);
      known = window.start + items.length;
      this.hasMissedItems = this.#list.isSorted && inThisPass.size < (pagination.totalCount ?? 0);
      if (isLast) return;
      // A service that does not know paging sends the same for ever, and does not tell how much there is.
      if (pagination.totalCount === undefined && haveSameIds(before, items)) return;
      before = items;
      if (items.length < window.size) {
        yield* this.#readPagesOfOtherSize(new Set(inThisPass.keys()));
        return;
      }
    }
  }

  /** Goes on after the first page with a service that has a size of pages of its own: positions are then not known, pages are. */
  async *#readPagesOfOtherSize(inThisPass: Set<string>): AsyncGenerator<T, void, undefined> {
    for (let number = 2; ;) {
      const { items, pagination } = await this.#read({ number, size: MAX_PAGE_SIZE });
      const before = inThisPass.size;
      for (const { id } of items) inThisPass.add(id);
      yield* this.#unseen(items);
      this.hasMissedItems = inThisPass.size < (pagination.totalCount ?? 0);
      const { nextPage } = pagination;
      if (nextPage === null || nextPage <= number || inThisPass.size === before) return;
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

  /** @throws UnexpectedResponseError when there seems to be no end. */
  async #read(page: { readonly number: number; readonly size: number }): Promise<Page<T>> {
    const read = await this.#list.readPage({ number: page.number, size: page.size });
    const { totalCount } = read.pagination;
    this.#pagesAllowed ??= totalCount === undefined ? MAX_PAGES_WITHOUT_TOTAL : maxPagesFor(totalCount);
    this.#pagesRead += 1;
    if (this.#pagesRead <= this.#pagesAllowed) return read;
    const request = { method: "GET", path: `/api/v2${this.#list.path}`, outcomeUnknown: false, attempts: 1 } as const;
    const reason = `the list did not come to an end within ${this.#pagesAllowed} pages`;
    throw new UnexpectedResponseError(reason, request, { status: 200, problems: [], requestId: undefined });
  }
}

function haveSameIds(one: readonly { readonly id: string }[], other: readonly { readonly id: string }[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
}

/** For one pass. Enough for a list that grows fourfold while it is read. */
function maxPagesFor(totalCount: number): number {
  return 50 + 4 * Math.ceil(totalCount / MAX_PAGE_SIZE);
}

/**
 * How many items that are known a page is to begin with: one; where that turned out to be too few, more, as far back as need be. What was needed once
 * may be needed again: it is kept, up to half a page so that every page leads on, and halved with each page that it was enough for.
 */
const MIN_OVERLAP = 1;
const MAX_KEPT_OVERLAP = 48;

/** The page that has this position in it, counted from 0, and reaches furthest beyond it. */
function windowFrom(position: number): { readonly number: number; readonly size: number; readonly start: number } {
  const windows = Array.from({ length: MAX_PAGE_SIZE }, (_, index) => {
    const size = MAX_PAGE_SIZE - index;
    const number = Math.floor(position / size) + 1;
    return { number, size, start: (number - 1) * size };
  });
  return windows.reduce((best, window) => (window.start + window.size > best.start + best.size ? window : best));
}
