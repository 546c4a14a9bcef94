import { MalformedDocumentError, resourceList } from "./document";
import type { Document, ResourceObject } from "./document";
import { asObject, getInteger, getString } from "../json";
import type { JsonObject } from "../json";
import type { Query } from "./request-path";

/**
 * Which page of a list to read. Defaults to the first, with the service's page size of 20.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs#pagination
 */
export interface PageRequest {
  /** Counted from 1. */
  readonly number?: number | undefined;
  /** 1 to 100; the service rejects more. */
  readonly size?: number | undefined;
}

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly pagination: Pagination;
}

/** `meta.pagination`. Totals are undefined only in lists of task stages, where the service may omit them. */
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
 * Parses a page of a list with totals.
 *
 * @throws MalformedDocumentError when the totals are missing: an empty list would look like a response that lost its
 *   content.
 */
export function parsePage<T>(
  document: Document,
  requested: PageRequest,
  type: string,
  parse: (resource: ResourceObject, document: Document) => T,
): Page<T> {
  const pagination = asObject(document.meta["pagination"]);
  const isCount = (name: string): boolean => (getInteger(pagination, name) ?? -1) >= 0;
  const missing = ["current-page", "total-pages", "total-count"].filter((name) => !isCount(name));
  if (pagination["next-page"] !== null && !isCount("next-page")) missing.push("next-page");
  if (missing.length > 0) {
    const names = missing.map((name) => `\`${name}\``).join(", ");
    throw new MalformedDocumentError(`cannot tell where the list ends: \`meta.pagination\` has no ${names}`);
  }
  return parsePageWithoutTotals(document, requested, type, parse);
}

/**
 * Parses a page of a list whose `meta.pagination` may be missing. The next page then follows from the links. Without
 * links, a full page is assumed to be followed by another.
 */
export function parsePageWithoutTotals<T>(
  document: Document,
  requested: PageRequest,
  type: string,
  parse: (resource: ResourceObject, document: Document) => T,
): Page<T> {
  const items = resourceList(document, type).map((sent) => parse(sent, document));
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

/** The page of an empty list. */
export function emptyPage<T>(requested: PageRequest): Page<T> {
  const pagination = { prevPage: null, nextPage: null, totalPages: 1, totalCount: 0 };
  return { items: [], pagination: { currentPage: requested.number ?? 1, pageSize: requested.size, ...pagination } };
}

function nextPage(document: Document, pagination: JsonObject, number: number, isFull: boolean): number | null {
  if ("next-page" in pagination) return getInteger(pagination, "next-page") ?? null;
  if ("next" in document.links) return pageNumberIn(getString(document.links, "next"));
  return isFull ? number + 1 : null;
}

/** The page number in a link, which may be a URL or a path. Links are not followed: they could lead to another host. */
function pageNumberIn(link: string | undefined): number | null {
  if (link === undefined || !URL.canParse(link, "https://localhost")) return null;
  const number = Number(new URL(link, "https://localhost").searchParams.get("page[number]"));
  return Number.isInteger(number) && number > 0 ? number : null;
}
