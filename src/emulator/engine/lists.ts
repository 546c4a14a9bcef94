import { badRequest, notEmulated } from "../errors";
import type { Pages } from "../http/paging";
import { pageLinks, paginate, readPage, uncounted, wholePage } from "../http/paging";
import { queryValue } from "../http/query-parameters";
import type { QueryParameters, RouteResult } from "../http/route";
import { ok } from "../http/route";
import { resourceJson } from "./documents";
import type { View } from "./documents-option";
import { includedObjects } from "./include";
import type { Condition, Context, Kind, ListDefinition, ServiceRequest, Store } from "./kind";
import type { Listable } from "./listable";
import { filterList, listable, reversed } from "./listable";
import { accessIn, isVisible, parentOfList, requirePermission } from "./path";
import { memberOfRelation } from "./relation";
import type { BaseRecord, ListOrder } from "./table";
import { COMPARE } from "./table";
import { ownMember } from "../../own-member";

/** The query parameters of a list. */
export function listParameters<R extends BaseRecord>(kind: Kind<R>, list: ListDefinition<R>): QueryParameters {
  const { filters = {}, conditions, parameters = [], sort, notEmulated: others = [] } = list;
  return {
    emulated: [
      ...Object.keys(filters),
      ...(conditions?.parameters ?? []),
      ...parameters,
      ...(sort === undefined ? [] : ["sort"]),
      ...includeParameter(kind),
    ],
    notEmulated: others,
  };
}

export function includeParameter({ includes, includesNothing, includesNotEmulated }: Kind): readonly string[] {
  return [...(includes ?? []), ...(includesNothing ?? []), ...(includesNotEmulated ?? [])].length === 0
    ? []
    : ["include"];
}

type Source<R> = (order: ListOrder) => Listable<R>;

/** The requested page of a list. */
export function listDocument<R extends BaseRecord>(
  request: ServiceRequest,
  kind: Kind<R>,
  list: ListDefinition<R>,
): RouteResult {
  const hidden = hiddenFrom(request, kind);
  const included = readInclude(request, kind, list.refusedIncludes?.(request.store.choices));
  const visible = (source: Source<R>): Listable<R> => filterList(inOrder(request, list, source), hidden);
  const all = visible((order) => list.source?.(request, order) ?? belonging(request, kind, order));
  const found = list.found?.(request);
  const candidates = found === undefined ? all : visible((order) => listable([...found].sort(COMPARE[order])));
  const matching = filterList(candidates, conditionsOf(request, list));
  const meta = list.meta?.(all, matching, request);
  return pageDocument(request, kind, matching, { included, meta, pages: list.pages });
}

/** A page of records of a kind. */
export function pageDocument<R extends BaseRecord>(
  request: ServiceRequest,
  kind: Kind<R>,
  list: Listable<R>,
  options: {
    readonly included?: readonly string[];
    readonly meta?: object | undefined;
    readonly pages?: Pages | undefined;
  } = {},
): RouteResult {
  const { included = [], meta, pages } = options;
  const { records, ...page } = pageOf(request, list, pages);
  // Not `join`, which would copy each text once more.
  let data = "";
  for (const record of records) {
    const text = resourceJson(request, kind, record, "list", included);
    data = data === "" ? text : `${data},${text}`;
  }
  const members = meta === undefined ? page : { ...page, meta: { ...meta, ...page.meta } };
  const rest = JSON.stringify(members).slice(1, -1);
  return ok(`{"data":[${data}]${rest === "" ? "" : `,${rest}`}${includedJson(request, kind, records, included)}}`);
}

/** A page of resources without a table. */
export function resourcePage(request: ServiceRequest, resources: readonly object[]): RouteResult {
  const { records, links, meta } = pageOf(request, listable(resources));
  return ok({ data: records, links, meta });
}

/** The requested page of a list, with its links. */
function pageOf<T>(
  request: ServiceRequest,
  list: Listable<T>,
  pages: Pages = "counted",
): { readonly records: readonly T[]; readonly links?: object; readonly meta?: { readonly pagination: object } } {
  const whole = pages === "on-request" || pages === "if-requested" ? wholePage(request.query, list.size) : undefined;
  if (whole !== undefined && pages === "if-requested") return { records: list.slice(0, list.size) };
  const page = whole ?? readPage(request.query);
  const start = (page.number - 1) * page.size;
  const pagination = paginate(page, list.size);
  const links = pageLinks(request.address, request.query, pagination);
  return {
    records: list.slice(start, start + page.size),
    ...(pages === "uncounted" ? uncounted(links, pagination) : { links, meta: { pagination } }),
  };
}

/** A document with one object. */
export function objectDocument<R extends BaseRecord>(
  context: Context,
  kind: Kind<R>,
  record: R,
  view: View,
  included: readonly string[] = [],
): string {
  const data = resourceJson(context, kind, record, view, included);
  return `{"data":${data}${includedJson(context, kind, [record], included)}}`;
}

/** The member `included`; absent unless something is requested. */
function includedJson<R extends BaseRecord>(
  context: Context,
  kind: Kind<R>,
  records: readonly R[],
  paths: readonly string[],
): string {
  if (paths.length === 0) return "";
  const objects = includedObjects(context, kind, records, paths).map((it) =>
    "resource" in it ? JSON.stringify(it.resource) : resourceJson(context, it.kind, it.record, "included"),
  );
  return `,"included":[${objects.join(",")}]`;
}

/**
 * Reads `include`. Values with hyphens, as documented, and with underscores, as clients send them, are equivalent.
 *
 * @param refused relationships of the kind that cannot be included here
 * @throws HttpError 400 for a relationship that the service or the emulator cannot include
 */
export function readInclude({ query }: ServiceRequest, kind: Kind, refused: readonly string[] = []): readonly string[] {
  const { includesNothing = [], includesNotEmulated = [] } = kind;
  const includes = (kind.includes ?? []).filter((name) => !refused.includes(name));
  const given = (query.get("include") ?? "").split(",").filter((value) => value !== "");
  return given.map((value) => {
    const name = value.replaceAll("_", "-");
    if (includes.includes(name) || includesNothing.includes(name)) return name;
    if (includesNotEmulated.includes(name)) throw notEmulated(`Include parameter ${value}`);
    throw badRequest(`Invalid include parameter: ${value}. Expected one of ${includes.join(", ")}.`);
  });
}

/**
 * Conditions that exclude objects that the principal does not see.
 *
 * @throws HttpError 404 when all objects of the list are in the place of their parent, and cannot be read there
 */
function hiddenFrom<R extends BaseRecord>(request: ServiceRequest, kind: Kind<R>): readonly Condition<R>[] {
  const canReadAll = canReadPlace(request, kind);
  return canReadAll && kind.isVisible === undefined ? [] : [(record) => isVisible(request, kind, record)];
}

/** Whether the principal can read the places of all objects of the list. */
function canReadPlace(request: ServiceRequest, kind: Kind): boolean {
  const { store, principal } = request;
  const parent = parentOfList(request, kind);
  if (parent === undefined) return false;
  const permission = accessIn(kind, parent.kind).read;
  const place = store.placeOf(parent.kind, parent.record);
  if (place.projectId === undefined && liesInProjects(store, kind)) {
    return permission === "read" && principal.canEverywhere(permission, place.organizationId);
  }
  requirePermission(request, parent.kind, parent.record, permission);
  return true;
}

function liesInProjects(store: Store, kind: Kind): boolean {
  if (kind.parents.size === 0) return false;
  return kind.place !== undefined || [...kind.parents.values()].some(({ to }) => liesInProjects(store, store.kind(to)));
}

function conditionsOf<R extends BaseRecord>(
  request: ServiceRequest,
  { filters = {}, conditions }: ListDefinition<R>,
): readonly Condition<R>[] {
  const single = Object.entries(filters).flatMap(([name, filter]) => {
    const value = queryValue(request.query, name);
    return value === undefined ? [] : [filter(value, request)];
  });
  return [...single, ...(conditions?.of(request) ?? [])];
}

/** @throws HttpError 400 for an unknown order (our choice: undocumented) */
function inOrder<R extends BaseRecord>(
  request: ServiceRequest,
  { sort: orders = {}, order = "creation" }: ListDefinition<R>,
  all: Source<R>,
): Listable<R> {
  const sort = request.query.get("sort") ?? "";
  if (sort === "") return order === "-creation" ? reversed(all("creation")) : all(order);
  const by = ownMember(orders, sort.replace(/^-/, ""));
  if (by === undefined) {
    const known = Object.keys(orders).flatMap((it) => [it, `-${it}`]);
    throw badRequest(`Invalid sort parameter: ${sort}. Expected one of ${known.join(", ")}.`);
  }
  const sorted = typeof by === "string" ? all(by) : by(request, all("creation"));
  return sort.startsWith("-") ? reversed(sorted) : sorted;
}

/** The objects that belong to the one in the path; all of the kind if there is none. */
function belonging<R extends BaseRecord>(request: ServiceRequest, kind: Kind<R>, order: ListOrder): Listable<R> {
  const table = request.store.table(kind);
  const parent = parentOfList(request, kind);
  if (parent === undefined) return listable([...table.values()]);
  return table.where(memberOfRelation(parent.relation, { many: parent.many }), parent.record.id, order);
}
