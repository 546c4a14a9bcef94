import { asObject, getInteger, MalformedDocumentError, resourceList, getString } from "./document";
import type { Document, JsonObject, ResourceObject } from "./document";
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

/** `meta.pagination` (service-api.md section 4.3). Totals are undefined only in a list of task stages, which may come without. */
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

/**
 * The page in an answer of a list that always tells where it ends.
 *
 * @throws MalformedDocument for one that does not: an empty list could then not be told from an answer that has lost its content.
 */
export function parsePage<T>(
  document: Document,
  requested: PageRequest,
  type: string,
  parse: (resource: ResourceObject) => T,
): Page<T> {
  const pagination = asObject(document.meta["pagination"]);
  const isCount = (name: string): boolean => (getInteger(pagination, name) ?? -1) >= 0;
  const missing = ["current-page", "total-pages", "total-count"].filter((name) => !isCount(name));
  if (pagination["next-page"] !== null && !isCount("next-page")) missing.push("next-page");
  if (missing.length > 0) {
    const names = missing.map((name) => `\`${name}\``).join(", ");
    throw new MalformedDocumentError(`the list does not tell where it ends: \`meta.pagination\` has no ${names}`);
  }
  return parsePageWithoutTotals(document, requested, type, parse);
}

/**
 * The page in an answer of a list that may come without `meta.pagination`. The links then say what comes next, and without these a full page
 * says that more may.
 */
export function parsePageWithoutTotals<T>(
  document: Document,
  requested: PageRequest,
  type: string,
  parse: (resource: ResourceObject) => T,
): Page<T> {
  const items = resourceList(document, type).map(parse);
  const pagination = asObject(document.meta["pagination"]);
  const number = requested.number ?? 1;
  return {
    items,
    pagination: {
      currentPage: getInteger(pagination, "current-page") ?? number,
      pageSize: getInteger(pagination, "page-size") ?? requested.size,
      prevPage: getInteger(pagination, "prev-page") ?? null,
      nextPage: nextPage(document, pagination, number, items.length === requested.size),
      totalPages: getInteger(pagination, "total-pages"),
      totalCount: getInteger(pagination, "total-count"),
    },
  };
}

/** What a list without anything in it would answer. */
export function emptyPage<T>(requested: PageRequest): Page<T> {
  const pagination = { prevPage: null, nextPage: null, totalPages: 1, totalCount: 0 };
  return { items: [], pagination: { currentPage: requested.number ?? 1, pageSize: requested.size, ...pagination } };
}

function nextPage(document: Document, pagination: JsonObject, number: number, isFull: boolean): number | null {
  if ("next-page" in pagination) return getInteger(pagination, "next-page") ?? null;
  if ("next" in document.links) return pageNumberIn(getString(document.links, "next"));
  return isFull ? number + 1 : null;
}

/** The page that a link leads to, whether it is a whole address or a path. The link itself is not followed: it could lead anywhere. */
function pageNumberIn(link: string | undefined): number | null {
  if (link === undefined || !URL.canParse(link, "https://localhost")) return null;
  const number = Number(new URL(link, "https://localhost").searchParams.get("page[number]"));
  return Number.isInteger(number) && number > 0 ? number : null;
}
