import type { SortedList } from "../store/sorted-list";
import { badRequest } from "./errors";
import { pageLinks, paginate, readPage } from "./paging";
import type { PageLinks, Pagination } from "./paging";
import type { ServiceRequest } from "./route";

/** Records to be listed, of which a part can be had without touching the others. */
export interface Listable<R> {
  readonly size: number;
  slice(start: number, end: number): readonly R[];
}

export type SortOrder = "default" | "name" | "-name" | "created-at" | "-created-at";

/**
 * @param keys what the list can be sorted by, each also with a hyphen before it.
 * @throws ServiceError 400 for an order there is not; the service's answer to that is not public.
 */
export function readSort(query: URLSearchParams, keys: readonly ("name" | "created-at")[] = ["name"]): SortOrder {
  const sort = query.get("sort");
  if (sort === null || sort === "") return "default";
  const known = keys.flatMap((key) => [key, `-${key}`] as const);
  const found = known.find((order) => order === sort);
  if (found === undefined) throw badRequest(`Invalid sort parameter: ${sort}. Known are ${known.join(", ")}.`);
  return found;
}

/** The list in the order asked for: nothing is sorted here, both orders are kept. */
export function sortedBy<R>(order: SortOrder, byCreation: SortedList<R>, byName: SortedList<R>): Listable<R> {
  if (order === "default" || order === "created-at") return byCreation;
  return order === "name" ? byName : reversed(order === "-name" ? byName : byCreation);
}

/** The list from its end. */
export function reversed<R>(list: SortedList<R>): Listable<R> {
  return { size: list.size, slice: (start, end) => list.sliceReversed(start, end) };
}

/** What is left of a list when only some of it is to be shown; looks at each. */
export function filterList<R>(list: Listable<R>, ...conditions: readonly ((record: R) => boolean)[]): Listable<R> {
  if (conditions.length === 0) return list;
  const kept = list.slice(0, list.size).filter((record) => conditions.every((holds) => holds(record)));
  return listable(kept);
}

export function listable<R>(records: readonly R[]): Listable<R> {
  return { size: records.length, slice: (start, end) => records.slice(start, end) };
}

interface ListDocument<R> {
  readonly data: readonly object[];
  readonly links: PageLinks;
  readonly meta: { readonly pagination: Pagination };
  /** The records on this page. */
  readonly records: readonly R[];
}

/** The page of the list that the request asks for. */
export function pageOf<R>(
  request: ServiceRequest,
  list: Listable<R>,
  resource: (record: R) => object,
): ListDocument<R> {
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
