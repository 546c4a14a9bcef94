import { MAX_PAGE_SIZE } from "../model";
import { asMembers, integer, manyResources, text } from "./document";
import type { Document, ResourceObject } from "./document";
import type { Query } from "./request-path";

/** Which page; what is left out the service chooses: the first, of 20 (service-api.md section 4.3). */
export interface PageRequest {
  /** From 1 on. */
  readonly number?: number | undefined;
  /** 1 to 100; the service refuses more. */
  readonly size?: number | undefined;
}

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
}

/** `meta.pagination` (service-api.md section 4.3). Totals are undefined where the answer has none, as a list of task stages may. */
export interface Pagination {
  readonly currentPage: number;
  readonly pageSize: number | undefined;
  /** Null on the first page. */
  readonly prevPage: number | null;
  /** Null on the last page. */
  readonly nextPage: number | null;
  readonly totalPages: number | undefined;
  readonly totalCount: number | undefined;
}

export function pageQuery(page: PageRequest): Query {
  return { "page[number]": page.number, "page[size]": page.size };
}

/** The page in an answer. Where it has no `meta.pagination`, the links say what comes next, and without these a full page says that more may. */
export function parsePage<T>(
  document: Document,
  requested: PageRequest,
  type: string,
  parse: (resource: ResourceObject) => T,
): Page<T> {
  const items = manyResources(document, type).map(parse);
  const pagination = asMembers(document.meta["pagination"]);
  const number = requested.number ?? 1;
  return {
    items,
    pagination: {
      currentPage: integer(pagination, "current-page") ?? number,
      pageSize: integer(pagination, "page-size") ?? requested.size,
      prevPage: integer(pagination, "prev-page") ?? null,
      nextPage: nextPage(document, pagination, number, items.length === requested.size),
      totalPages: integer(pagination, "total-pages"),
      totalCount: integer(pagination, "total-count"),
    },
  };
}

/** What a list without anything in it would answer. */
export function emptyPage<T>(requested: PageRequest): Page<T> {
  const pagination = { prevPage: null, nextPage: null, totalPages: 1, totalCount: 0 };
  return { items: [], pagination: { currentPage: requested.number ?? 1, pageSize: requested.size, ...pagination } };
}

function nextPage(
  document: Document,
  pagination: Readonly<Record<string, unknown>>,
  number: number,
  isFull: boolean,
): number | null {
  if ("next-page" in pagination) return integer(pagination, "next-page") ?? null;
  if ("next" in document.links) return pageNumberIn(text(document.links, "next"));
  return isFull ? number + 1 : null;
}

/** The page that a link leads to, whether it is a whole address or a path. The link itself is not followed: it could lead anywhere. */
function pageNumberIn(link: string | undefined): number | null {
  if (link === undefined || !URL.canParse(link, "https://localhost")) return null;
  const number = Number(new URL(link, "https://localhost").searchParams.get("page[number]"));
  return Number.isInteger(number) && number > 0 ? number : null;
}

/** How often a list is read at most when it changes while it is read. */
const MAX_PASSES = 3;

/**
 * - `any`: items come as is best for finding them all;
 * - `sent`: items come in the order that the request asks for.
 */
export type ItemOrder = "any" | "sent";

type ReadPage<T> = (page: PageRequest) => Promise<Page<T>>;

/**
 * Every item of a list once, in pages of 100. When objects come and go between two pages, others change their pages: one may come twice, which is
 * dropped by its id, or slip past. Where the pages do not agree on the total, or fewer came, the list is read again for what slipped past.
 */
export async function* everyItem<T extends { readonly id: string }>(
  readPage: ReadPage<T>,
  order: ItemOrder = "any",
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>();
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const seenBefore = seen.size;
    const totals = new Set<number | undefined>();
    for await (const { items, pagination } of everyPage(readPage, order)) {
      totals.add(pagination.totalCount);
      for (const item of items) {
        if (seen.has(item.id)) continue;
        seen.add(item.id);
        yield item;
      }
    }
    const agreed = totals.size <= 1;
    const isComplete = [...totals].every((total) => total === undefined || total <= seen.size);
    if (agreed && (isComplete || (pass > 1 && seen.size === seenBefore))) return;
  }
}

/**
 * Where the order does not matter, the first page is followed by the last and so on down to the first again. A deletion moves what comes after it
 * to an earlier page, which is then still to be read; so nothing slips past but by an insertion before it, and new objects are added at the
 * end. It costs one request more than there are pages.
 */
async function* everyPage<T extends { readonly id: string }>(
  readPage: ReadPage<T>,
  order: ItemOrder,
): AsyncGenerator<Page<T>, void, undefined> {
  let page = await readPage({ number: 1, size: MAX_PAGE_SIZE });
  yield page;
  const { totalPages } = page.pagination;
  if (order === "any" && totalPages !== undefined) {
    for (let number = totalPages; totalPages > 1 && number >= 1; number--) {
      yield await readPage({ number, size: MAX_PAGE_SIZE });
    }
    return;
  }
  for (let number = 1; page.pagination.nextPage !== null && page.pagination.nextPage > number;) {
    number = page.pagination.nextPage;
    const next = await readPage({ number, size: MAX_PAGE_SIZE });
    // A service that does not know paging would send the same page for ever.
    if (next.items[0]?.id === page.items[0]?.id) return;
    page = next;
    yield page;
  }
}
