import { badRequest } from "../errors";
import type { SortedList } from "../store/sorted-list";
import type { PageLinks, Pagination } from "./paging";
import { pageLinks, paginate, readPage } from "./paging";
import type { ServiceRequest } from "./route";

/** A list whose pages can be read without the rest. */
export interface Listable<R> {
  readonly size: number;
  slice(start: number, end: number): readonly R[];
}

export type SortOrder = "default" | "name" | "-name" | "created-at" | "-created-at";

/**
 * @param keys attributes that the list can be sorted by, ascending or (with a hyphen) descending
 * @throws HttpError 400 for any other order (our choice: undocumented)
 */
export function readSort(query: URLSearchParams, keys: readonly ("name" | "created-at")[] = ["name"]): SortOrder {
  const sort = query.get("sort");
  if (sort === null || sort === "") return "default";
  const known = keys.flatMap((key) => [key, `-${key}`] as const);
  const found = known.find((order) => order === sort);
  if (found === undefined) throw badRequest(`Invalid sort parameter: ${sort}. Expected one of ${known.join(", ")}.`);
  return found;
}

/** The list in the requested order; both orders are indexed. */
export function sortedBy<R>(order: SortOrder, byCreation: SortedList<R>, byName: SortedList<R>): Listable<R> {
  if (order === "default" || order === "created-at") return byCreation;
  return order === "name" ? byName : reversed(order === "-name" ? byName : byCreation);
}

/** The list in reverse order. */
export function reversed<R>(list: SortedList<R>): Listable<R> {
  return { size: list.size, slice: (start, end) => list.sliceReversed(start, end) };
}

/** The records that satisfy all conditions. */
export function filterList<R>(list: Listable<R>, ...conditions: readonly ((record: R) => boolean)[]): Listable<R> {
  if (conditions.length === 0) return list;
  const kept = list.slice(0, list.size).filter((record) => conditions.every((holds) => holds(record)));
  return listable(kept);
}

export function listable<R>(records: readonly R[]): Listable<R> {
  return { size: records.length, slice: (start, end) => records.slice(start, end) };
}

interface ListDocument<R, D> {
  readonly data: readonly D[];
  readonly links: PageLinks;
  readonly meta: { readonly pagination: Pagination };
  /** The records on this page. */
  readonly records: readonly R[];
}

/** The requested page of the list. */
export function pageOf<R, D>(
  request: ServiceRequest,
  list: Listable<R>,
  resource: (record: R) => D,
): ListDocument<R, D> {
  const page = readPage(request.query);
  const start = (page.number - 1) * page.size;
  const records = list.slice(start, start + page.size);
  const pagination = paginate(page, list.size);
  return {
    records,
    data: records.map(resource),
    links: pageLinks(request.address, request.query, pagination),
    meta: { pagination },
  };
}
