import { DEFAULT_PAGE_SIZE } from "../model";
import type { CallOptions, RequestExecutor, CallContext } from "./request-executor";
import { MalformedDocumentError } from "./document";
import type { Page, PageRequest } from "./paging";

/** How often a page is read, at most, that contradicts itself. */
const MAX_READS = 3;

/**
 * Reads a page until it agrees with itself. A service that counts and lists one after the other may contradict itself while the list changes,
 * so such a page is asked for again; one that goes on doing so is an error, because it could hide what is there.
 *
 * @param read - Reads the page, and gives it to `check` while it still can become an error of the request.
 */
export async function consistentPage<P extends Page<{ readonly id: string }>>(
  connection: RequestExecutor,
  options: CallOptions | undefined,
  requested: PageRequest,
  read: (ongoing: CallContext, check: (page: P) => P) => Promise<P>,
): Promise<P> {
  return connection.call(options, async (ongoing) => {
    const refuseContradiction = (page: P): P => {
      const contradiction = contradictionIn(page, requested);
      if (contradiction !== undefined) throw new MalformedDocumentError(contradiction);
      return page;
    };
    for (let reads = 1; reads < MAX_READS; reads++) {
      const page = await read(ongoing, (page) => page);
      if (contradictionIn(page, requested) === undefined) return page;
    }
    return read(ongoing, refuseContradiction);
  });
}

/** In what a page with totals contradicts itself, or what was asked for; undefined where it does not. */
export function contradictionIn(
  { items, pagination }: Page<{ readonly id: string }>,
  requested: PageRequest,
): string | undefined {
  const { currentPage, nextPage, totalCount = 0 } = pagination;
  const totalPages = Math.max(1, pagination.totalPages ?? 1);
  const number = requested.number ?? 1;
  const count = items.length;
  if (currentPage !== number) return `page ${number} of the list was asked for, and page ${currentPage} came`;
  if (new Set(items.map(({ id }) => id)).size < count) return `page ${number} of the list has one item more than once`;
  if (nextPage === null ? totalPages > number : nextPage !== number + 1 || totalPages <= number) {
    const next = nextPage === null ? "there is no next page" : `the next page is ${nextPage}`;
    return `page ${number} of the list says that there are ${totalPages} pages, and that ${next}`;
  }
  // Past its end a list is empty, whatever is in it.
  if (number > totalPages) return count === 0 ? undefined : countMismatch(number, count, totalCount, totalPages);
  const stated = pagination.pageSize ?? requested.size ?? DEFAULT_PAGE_SIZE;
  const size =
    pagesOf(totalCount, stated) === totalPages ? stated : inferredPageSize(count, number, totalPages, totalCount);
  const expected = Math.min(size, totalCount - (number - 1) * size);
  const agrees = Number.isInteger(size) && pagesOf(totalCount, size) === totalPages && count === expected;
  return agrees ? undefined : countMismatch(number, count, totalCount, totalPages);
}

function countMismatch(number: number, count: number, totalCount: number, totalPages: number): string {
  return `page ${number} of the list has ${count} items, which does not agree with ${totalCount} in ${totalPages} pages`;
}

function pagesOf(totalCount: number, size: number): number {
  return Math.max(1, Math.ceil(totalCount / size));
}

/** The size of a page that this one gives away, where a service has a size of its own and does not state it. */
function inferredPageSize(count: number, number: number, totalPages: number, totalCount: number): number {
  if (number !== totalPages) return count;
  return number === 1 ? totalCount : (totalCount - count) / (number - 1);
}
