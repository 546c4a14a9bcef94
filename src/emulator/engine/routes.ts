import { arrayOf, decode, string } from "../decode";
import { invalidAt, rejectInvalid, unprocessable } from "../errors";
import type { RequestResource } from "../http/request-document";
import { readIdentifiers, readRelationship, readResource } from "../http/request-document";
import type { RouteResult } from "../http/route";
import { noContent, ok } from "../http/route";
import { belongingTo, createContained } from "./contained";
import { readChange } from "./input";
import type { Permission } from "./access";
import type { Kind, ListDefinition, ObjectOf, ServiceRequest, ServiceRoute, StandardOperation } from "./kind";
import { includeParameter, listDocument, listParameters, objectDocument, readInclude } from "./lists";
import { accessIn, accessTo, missing, parentOfList, requirePermission, visible, visibleById } from "./path";
import type { ToMany } from "./relation";
import { memberOfRelation } from "./relation";
import { canReferTo, problemsWith } from "./rules";
import type { BaseRecord } from "./table";
import { memberOf } from "./table";
import { wireKey } from "./words";
import { create, remove, update } from "./write";

/** The operations of the service on objects of a kind. */
export function routesOf(kind: Kind): readonly ServiceRoute[] {
  const { items = [], lists = [], routes = [] } = kind;
  const collections = kind.collection === undefined ? [] : [kind.collection].flat();
  const include = includeParameter(kind);
  const query: Pick<ServiceRoute, "query"> = include.length === 0 ? {} : { query: { emulated: include } };
  return [
    ...(offers(kind, "list") ? collections.map((path) => listRoute(kind, path, kind.list ?? {})) : []),
    ...lists.map((list) => listRoute(kind, list.path, list)),
    ...(offers(kind, "create")
      ? collections.map((path) => route("POST", path, (request) => createObject(request, kind), query))
      : []),
    ...items.flatMap((path): ServiceRoute[] => [
      ...(offers(kind, "show") ? [route("GET", path, (request) => show(request, kind), query)] : []),
      ...(offers(kind, "update") ? [route("PATCH", path, (request) => updateObject(request, kind), query)] : []),
      ...(offers(kind, "delete") ? [route("DELETE", path, (request) => deleteObject(request, kind))] : []),
    ]),
    ...relationshipRoutes(kind),
    ...routes,
  ];
}

function route(
  method: ServiceRoute["method"],
  path: string,
  handle: ServiceRoute["handle"],
  query: Pick<ServiceRoute, "query"> = {},
): ServiceRoute {
  return { method, path, ...query, handle };
}

function offers({ offers: some, access }: Kind, operation: StandardOperation): boolean {
  if (some !== undefined) return some.includes(operation);
  return operation === "list" || operation === "show" || access[operation] !== undefined;
}

function listRoute<R extends BaseRecord>(kind: Kind<R>, path: string, list: ListDefinition<R>): ServiceRoute {
  return {
    method: "GET",
    path,
    query: listParameters(kind, list),
    handle: (request) => listDocument(request, kind, list),
  };
}

function show(request: ServiceRequest, kind: Kind): RouteResult {
  const record = visible(request, kind);
  return ok(objectDocument(request, kind, record, "show", readInclude(request, kind)));
}

function createObject(request: ServiceRequest, kind: Kind): RouteResult {
  const place = parentOfList(request, kind);
  // A principal without permission gets no errors about the document.
  if (place !== undefined && kind.parents.has(place.relation)) requireCreate(request, kind, place);
  const resource = readResource(request.body, [kind.type, ...(kind.otherTypes ?? [])]);
  const parent = parentOfNew(request, kind, resource, place);
  const scope = {
    organizationId: parent === undefined ? "" : request.store.placeOf(parent.kind, parent.record).organizationId,
    parent: parent?.record,
    before: undefined,
  };
  const { change, problems } = readChange(request, kind, resource, scope);
  rejectInvalid(problems);
  const { id } = create(request.store, kind, { ...belongingTo(kind, [place, parent]), ...change });
  const record = complete(request, kind, id, resource, undefined);
  const included = [...new Set([...(kind.creationIncludes ?? []), ...readInclude(request, kind)])];
  return ok(objectDocument(request, kind, record, "create", included), kind.creationStatus ?? 201);
}

/**
 * The parent of a new object: that of the document, by default that of the path.
 *
 * @throws HttpError 404 unless the principal can read it, and create objects in it; 422 where the service does
 */
function parentOfNew(
  request: ServiceRequest,
  kind: Kind,
  resource: RequestResource,
  place: ObjectOf | undefined,
): ObjectOf | undefined {
  const [relation, ...others] = kind.parents.values();
  if (kind.parent === undefined || relation === undefined) return undefined;
  // Only the path says of which kind it is.
  if (others.length > 0) return place;
  const parentKind = request.store.kind(relation.to);
  const id =
    relation.writable === undefined ? undefined : readRelationship(resource, wireKey(kind.parent), relation.to);
  if (id !== undefined && relation.unusable !== undefined) {
    return usableParent(request, kind, { kind: parentKind, id, place }, relation.unusable);
  }
  const given = id === undefined ? undefined : visibleById(request, parentKind, id);
  const record = given ?? kind.defaultParent?.(request) ?? (place?.kind === parentKind ? place.record : undefined);
  if (record === undefined) {
    throw invalidAt(`/data/relationships/${wireKey(kind.parent)}`, `${parentKind.label} can't be blank`);
  }
  const parent = { kind: parentKind, record };
  if (isElsewhere(request, parent, place)) throw missing(parentKind, record.id);
  requireCreate(request, kind, parent);
  return parent;
}

/** The parent that the document names. @throws HttpError 422 unless the principal can create objects in it */
function usableParent(
  request: ServiceRequest,
  child: Kind,
  { kind, id, place }: { readonly kind: Kind; readonly id: string; readonly place: ObjectOf | undefined },
  unusable: string,
): ObjectOf {
  const { store, principal } = request;
  const record = store.table(kind).get(id);
  const parent = record === undefined ? undefined : { kind, record };
  const { read, create: permission = read } = accessIn(child, kind);
  const isUsable =
    parent !== undefined &&
    !isElsewhere(request, parent, place) &&
    principal.can(permission, store.placeOf(kind, parent.record));
  if (!isUsable) throw unprocessable(unusable);
  return parent;
}

function isElsewhere({ store }: ServiceRequest, parent: ObjectOf, place: ObjectOf | undefined): boolean {
  if (place === undefined) return false;
  const [here, there] = [place, parent].map(({ kind, record }) => store.placeOf(kind, record).organizationId);
  return here !== there;
}

function requireCreate(request: ServiceRequest, kind: Kind, parent: ObjectOf): void {
  const { read, create: permission = read } = accessIn(kind, parent.kind);
  requirePermission(request, parent.kind, parent.record, permission);
}

function updateObject(request: ServiceRequest, kind: Kind): RouteResult {
  const { store } = request;
  const record = visible(request, kind);
  // If the document can also move the object, the required permission depends on it: checked below.
  if (movePermission(kind) === undefined) requireUpdate(request, kind, record);
  const resource = readResource(request.body, [kind.type, ...(kind.otherTypes ?? [])]);
  const target = moveTarget(request, kind, record, resource);
  const others = Object.keys(resource.relationships).filter((name) => name !== target?.key);
  if (Object.keys(resource.attributes).length + others.length > 0) requireUpdate(request, kind, record);
  const { organizationId } = store.placeOf(kind, record);
  const parent = target?.record ?? store.parentOf(kind, record)?.record;
  const { change, problems } = readChange(request, kind, resource, { organizationId, parent, before: record });
  rejectInvalid(problems);
  update(store, kind, record, change);
  const completed = complete(request, kind, record.id, resource, record);
  return ok(objectDocument(request, kind, completed, "update", readInclude(request, kind)));
}

/** Adds to an object what its document has besides attributes and relations. */
function complete(
  request: ServiceRequest,
  kind: Kind,
  id: string,
  resource: RequestResource,
  before: BaseRecord | undefined,
): BaseRecord {
  const table = request.store.table(kind);
  createContained(request, { kind, record: table.expect(id) }, resource);
  kind.written?.(request, table.expect(id), resource, before);
  return table.expect(id);
}

function requireUpdate(request: ServiceRequest, kind: Kind, record: BaseRecord): void {
  requireChange(request, kind, record, "update");
}

function requireChange(request: ServiceRequest, kind: Kind, record: BaseRecord, operation: "update" | "delete"): void {
  const access = accessTo(request, kind, record);
  requirePermission(request, kind, record, access[operation] ?? access.read);
}

/** The permission to move objects of the kind, required on both sides; undefined if they cannot be moved. */
function movePermission({ parents }: Kind): Permission | undefined {
  return [...parents.values()].find(({ permission }) => permission !== undefined)?.permission;
}

/**
 * The parent that the document moves the object into; undefined if objects of the kind cannot be moved.
 *
 * @throws HttpError 404 unless the principal can move it there: a permission on both sides
 */
function moveTarget(
  request: ServiceRequest,
  kind: Kind,
  record: BaseRecord,
  resource: RequestResource,
): { readonly key: string; readonly record: BaseRecord } | undefined {
  const { store, principal } = request;
  const parent = store.parentOf(kind, record);
  const permission = movePermission(kind);
  if (kind.parent === undefined || parent === undefined || permission === undefined) return undefined;
  const key = wireKey(kind.parent);
  const id = readRelationship(resource, key, parent.kind.type);
  if (id === undefined || id === parent.record.id) return { key, record: parent.record };
  const target = visibleById(request, parent.kind, id);
  const [from, to] = [store.placeOf(kind, record), store.placeOf(parent.kind, target)];
  const isAllowed =
    from.organizationId === to.organizationId && principal.can(permission, from) && principal.can(permission, to);
  if (!isAllowed) throw missing(parent.kind, id);
  return { key, record: target };
}

function deleteObject(request: ServiceRequest, kind: Kind): RouteResult {
  const record = visible(request, kind);
  requireChange(request, kind, record, "delete");
  kind.refuseDelete?.(request, record);
  remove(request.store, kind, record);
  return noContent;
}

/** How a request changes the references of an object. */
const EDITS = {
  POST: (now: readonly string[], given: readonly string[]) => [...now, ...given],
  DELETE: (now: readonly string[], given: readonly string[]) => now.filter((id) => !given.includes(id)),
  PATCH: (_: readonly string[], given: readonly string[]) => given,
} as const;

/** Operations on the references of an object, under `/relationships/`. */
function relationshipRoutes(kind: Kind): readonly ServiceRoute[] {
  // Only under the path with the ID.
  const item = kind.items?.at(-1);
  if (item === undefined) return [];
  return Object.entries(kind.relations).flatMap(([name, relation]) => {
    if (!relation.many || relation.editable === undefined) return [];
    const methods =
      relation.editable === "replace" ? (["POST", "PATCH", "DELETE"] as const) : (["POST", "DELETE"] as const);
    return methods.map((method) => ({
      method,
      path: `${item}/relationships/${wireKey(name)}`,
      handle: (request: ServiceRequest) => editRelation(request, kind, name, relation, EDITS[method]),
    }));
  });
}

function editRelation(
  request: ServiceRequest,
  kind: Kind,
  name: string,
  relation: ToMany,
  edit: (now: readonly string[], given: readonly string[]) => readonly string[],
): RouteResult {
  const { store } = request;
  const record = visible(request, kind);
  requireUpdate(request, kind, record);
  const given = readIdentifiers(request.body, relation.to);
  const member = memberOfRelation(name, relation);
  const edited = new Set(edit(decode(ids, memberOf(record, member)), given));
  const { organizationId } = store.placeOf(kind, record);
  for (const [index, id] of given.entries()) {
    // What the request removes may have been deleted before.
    if (edited.has(id) && !canReferTo(store, relation.to, id, { organizationId, principal: request.principal })) {
      const detail = relation.missing ?? `${store.kind(relation.to).label} ${id} does not belong to the organization`;
      throw invalidAt(`/data/${index}/id`, detail);
    }
  }
  const change = { [member]: [...edited] };
  const parent = store.parentOf(kind, record)?.record;
  const problems = problemsWith(store, kind, change, { organizationId, parent, before: record });
  // The document has nothing but references.
  rejectInvalid(problems.map((problem) => ({ ...problem, pointer: "/data" })));
  update(store, kind, record, change);
  return noContent;
}

/** The stored value of a relation to many. */
const ids = arrayOf(string);
