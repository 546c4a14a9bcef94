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
