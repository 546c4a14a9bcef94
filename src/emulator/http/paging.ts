import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../../model";
import { invalidParameters } from "../errors";

/**
 * How a list has pages: `uncounted` does not say how many there are, and has no link to the first and the last;
 * `on-request` has a single one unless the request has a parameter of pages, and `if-requested` then says nothing of
 * pages.
 */
export type Pages = "counted" | "uncounted" | "on-request" | "if-requested";

export interface PageRequest {
  /** The first page is 1. */
  readonly number: number;
  readonly size: number;
}

/** `meta.pagination`; see https://developer.hashicorp.com/terraform/cloud-docs/api-docs#pagination */
export interface Pagination {
  readonly "current-page": number;
  readonly "page-size": number;
  readonly "prev-page": number | null;
  readonly "next-page": number | null;
  readonly "total-pages": number;
  readonly "total-count": number;
}

/** `links` of a list: absolute URLs with percent-encoded brackets and sorted parameters. */
export interface PageLinks {
  readonly self: string;
  readonly first: string;
  readonly prev: string | null;
  readonly next: string | null;
  readonly last: string;
}

/**
 * Reads `page[number]` and `page[size]`.
 *
 * @throws HttpError 422 when the size is not 1 to 100: a larger one is rejected, not capped. The same for a number
 *   below 1 (our choice: undocumented).
 */
export function readPage(query: URLSearchParams): PageRequest {
  const problems: string[] = [];
  const size = parseInteger(query.get("page[size]"), DEFAULT_PAGE_SIZE);
  if (size === undefined || size < 1 || size > MAX_PAGE_SIZE) {
    problems.push(`page[size] must be between 1 and ${MAX_PAGE_SIZE}`);
  }
  const number = parseInteger(query.get("page[number]"), 1);
  if (number === undefined || number < 1) problems.push("page[number] must be greater than 0");
  if (size === undefined || number === undefined || problems.length > 0) throw invalidParameters(problems);
  return { number, size };
}

/** The single page of a list that has pages on request; undefined if the request asks for one. */
export function wholePage(query: URLSearchParams, totalCount: number): PageRequest | undefined {
  const isAsked = ["page[number]", "page[size]"].some((name) => (query.get(name) ?? "") !== "");
  return isAsked ? undefined : { number: 1, size: Math.max(1, totalCount) };
}

/** An empty list has no page. Beyond the last page there is neither a next nor a previous page. */
export function paginate(page: PageRequest, totalCount: number): Pagination {
  const totalPages = Math.ceil(totalCount / page.size);
  return {
    "current-page": page.number,
    "page-size": page.size,
    "prev-page": page.number > 1 && page.number <= totalPages ? page.number - 1 : null,
    "next-page": page.number < totalPages ? page.number + 1 : null,
    "total-pages": totalPages,
    "total-count": totalCount,
  };
}

export function pageLinks(address: string, query: URLSearchParams, pagination: Pagination): PageLinks {
  const to = (number: number): string => {
    const parameters = new URLSearchParams(query);
    parameters.set("page[number]", String(number));
    parameters.set("page[size]", String(pagination["page-size"]));
    parameters.sort();
    return `${address}?${parameters.toString()}`;
  };
  const { "prev-page": prev, "next-page": next } = pagination;
  return {
    self: to(pagination["current-page"]),
    first: to(1),
    prev: prev === null ? null : to(prev),
    next: next === null ? null : to(next),
    last: to(Math.max(1, pagination["total-pages"])),
  };
}

/** Links and pagination of a list that is not counted. */
export function uncounted(
  { first: _first, last: _last, ...links }: PageLinks,
  { "total-pages": _pages, "total-count": _count, ...pagination }: Pagination,
): { readonly links: object; readonly meta: { readonly pagination: object } } {
  return { links, meta: { pagination } };
}

function parseInteger(given: string | null, otherwise: number): number | undefined {
  if (given === null || given === "") return otherwise;
  return /^\d{1,9}$/.test(given) ? Number(given) : undefined;
}
