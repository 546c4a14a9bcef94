import { DEFAULT_PAGE_SIZE } from "../model";
import { MalformedDocumentError } from "./document";
import type { Page, PageRequest } from "./paging";
import type { CallContext, CallOptions, RequestExecutor } from "./request-executor";

/** Maximum number of times an inconsistent page is read. */
const MAX_READS = 3;

/**
 * Reads a page until it is consistent. A service that counts and lists in separate steps may send an inconsistent page
 * while the list changes. A page that stays inconsistent is an error, since it could hide items.
 *
 * @param read - Reads the page and passes it to `check` while a failure can still become an error of the request.
 */
export async function consistentPage<P extends Page<{ readonly id: string }>>(
  executor: RequestExecutor,
  options: CallOptions | undefined,
  requested: PageRequest,
  read: (context: CallContext, check: (page: P) => P) => Promise<P>,
): Promise<P> {
  return executor.call(options, async (context) => {
    const rejectInconsistent = (page: P): P => {
      const inconsistency = inconsistencyIn(page, requested);
      if (inconsistency !== undefined) throw new MalformedDocumentError(inconsistency);
      return page;
    };
    for (let reads = 1; reads < MAX_READS; reads++) {
      const page = await read(context, (page) => page);
      if (inconsistencyIn(page, requested) === undefined) return page;
    }
    return read(context, rejectInconsistent);
  });
}

/** Why a page with totals contradicts itself or the request; undefined when it is consistent. */
export function inconsistencyIn(
  { items, pagination }: Page<{ readonly id: string }>,
  requested: PageRequest,
): string | undefined {
  const { currentPage, nextPage, totalCount = 0 } = pagination;
  const totalPages = Math.max(1, pagination.totalPages ?? 1);
  const number = requested.number ?? 1;
  const count = items.length;
  if (currentPage !== number) return `requested page ${number}, received page ${currentPage}`;
  if (new Set(items.map(({ id }) => id)).size < count) return `page ${number} contains an item more than once`;
  if (nextPage === null ? totalPages > number : nextPage !== number + 1 || totalPages <= number) {
    const next = nextPage === null ? "no next page" : `next page ${nextPage}`;
    return `page ${number} reports ${totalPages} pages, but ${next}`;
  }
  // Beyond the end, pages are empty.
  if (number > totalPages) return count === 0 ? undefined : countMismatch(number, count, totalCount, totalPages);
  const reportedSize = pagination.pageSize ?? requested.size ?? DEFAULT_PAGE_SIZE;
  const size =
    pagesOf(totalCount, reportedSize) === totalPages
      ? reportedSize
      : inferredPageSize(count, number, totalPages, totalCount);
  const expected = Math.min(size, totalCount - (number - 1) * size);
  const isConsistent = Number.isInteger(size) && pagesOf(totalCount, size) === totalPages && count === expected;
  return isConsistent ? undefined : countMismatch(number, count, totalCount, totalPages);
}

function countMismatch(number: number, count: number, totalCount: number, totalPages: number): string {
  return `page ${number} contains ${count} items, which contradicts a total of ${totalCount} on ${totalPages} pages`;
}

function pagesOf(totalCount: number, size: number): number {
  return Math.max(1, Math.ceil(totalCount / size));
}

/** The page size that this page implies, where a service uses a size of its own and does not report it. */
function inferredPageSize(count: number, number: number, totalPages: number, totalCount: number): number {
  if (number !== totalPages) return count;
  return number === 1 ? totalCount : (totalCount - count) / (number - 1);
}
