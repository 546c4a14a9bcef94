import type { Document, ResourceObject } from "./document";
import { paginate } from "./paginate";
import { pageQuery, parsePage, parsePageWithoutTotals } from "./paging";
import type { Page, PageRequest } from "./paging";
import type { CallOptions, RequestExecutor } from "./request-executor";
import type { Query } from "./request-path";

/** A read-only list. */
export interface ListOperation<T> {
  /** Below `/api/v2`. */
  readonly path: string;
  /** Query parameters in addition to those for paging. @default - none */
  readonly query?: Query;
  /** Type of the resources. */
  readonly type: string;
  /** @param document - The page, which may include related resources. */
  readonly parse: (sent: ResourceObject, document: Document) => T;
  /** Whether its pages may lack totals. @default false: an empty page without them is no response of the service */
  readonly mayLackTotals?: boolean;
}

/** Reads one page of a list. */
export async function readListPage<T>(
  executor: RequestExecutor,
  { path, query, type, parse, mayLackTotals = false }: ListOperation<T>,
  page: PageRequest,
  options: CallOptions | undefined,
): Promise<Page<T>> {
  return executor.request(
    { method: "GET", path, query: { ...query, ...pageQuery(page) }, idempotent: true },
    options,
    (document) => (mayLackTotals ? parsePageWithoutTotals : parsePage)(document, page, type, parse),
  );
}

/** Yields every item of a list once, in the service's order. Reads pages of 100 on demand. */
export function readList<T extends { readonly id: string }>(
  executor: RequestExecutor,
  list: ListOperation<T>,
  options: CallOptions | undefined,
): AsyncGenerator<T, void, undefined> {
  return paginate({
    executor,
    path: list.path,
    options,
    isSorted: false,
    sortKey: ({ id }) => id,
    readPage: (page) => readListPage(executor, list, page, options),
  });
}
