import { notFound } from "../errors";
import type { Permission } from "./access";
import type { Kind, ObjectOf, ServiceRequest, Store, WriteContext } from "./kind";
import type { BaseRecord } from "./table";
import { ownMember } from "../../own-member";

type Access = Kind["access"];

/**
 * The object of a kind in the path of a request, if the principal can read it.
 *
 * @throws HttpError 404 otherwise, whether it exists or not
 */
export function visible<R extends BaseRecord>(request: ServiceRequest, kind: Kind<R>): R {
  const parent = parentOfList(request, kind)?.record;
  const address = request.param(kind.parameter);
  const record = findAt(request.store, kind, address, parent);
  return readable(request, kind, record, address);
}

/** The object with this ID, if the principal can read it. @throws HttpError 404 otherwise */
export function visibleById<R extends BaseRecord>(request: ServiceRequest, kind: Kind<R>, id: string): R {
  return readable(request, kind, request.store.table(kind).get(id), id);
}

/** The permissions that operations on objects require that belong to one of a type. */
export function accessIn({ access, accessIn: others = {} }: Kind, parent: Pick<Kind, "type"> | undefined): Access {
  return ownMember(others, parent?.type ?? "") ?? access;
}

/** The permissions that operations on an object require. */
export function accessTo({ store }: WriteContext, kind: Kind, record: BaseRecord): Access {
  return kind.accessIn === undefined ? kind.access : accessIn(kind, store.parentOf(kind, record)?.kind);
}

/** Whether the principal sees the object, in lists as well as by its ID. */
export function isVisible<R extends BaseRecord>(context: WriteContext, kind: Kind<R>, record: R): boolean {
  const { store, principal } = context;
  const canRead = principal.can(accessTo(context, kind, record).read, store.placeOf(kind, record));
  return canRead && kind.isVisible?.(context, record) !== false;
}

/** @throws HttpError 404 unless the principal has the permission on the object */
export function requirePermission<R extends BaseRecord>(
  { store, principal }: ServiceRequest,
  kind: Kind<R>,
  record: R,
  permission: Permission,
): void {
  if (!principal.can(permission, store.placeOf(kind, record))) throw missing(kind, kind.wireId?.(record) ?? record.id);
}

export function missing({ label }: Pick<Kind, "label">, address: string): ReturnType<typeof notFound> {
  return notFound(`${label} ${address}`);
}

function readable<R extends BaseRecord>(
  request: ServiceRequest,
  kind: Kind<R>,
  record: R | undefined,
  address: string,
): R {
  if (record === undefined || !isVisible(request, kind, record)) throw missing(kind, address);
  return record;
}

/** The parent of the objects of a list, and the relation to it; undefined if the path has none. */
export function parentOfList(
  request: ServiceRequest,
  kind: Kind,
): (ObjectOf & { readonly relation: string; readonly many: boolean }) | undefined {
  for (const [relation, { to, many }] of Object.entries(kind.relations)) {
    const parent = request.store.kind(to);
    if (parent.type === kind.type || !request.has(parent.parameter)) continue;
    return { kind: parent, record: visible(request, parent), relation, many };
  }
  return undefined;
}

function findAt<R extends BaseRecord>(
  store: Store,
  kind: Kind<R>,
  address: string,
  parent: BaseRecord | undefined,
): R | undefined {
  if (kind.find !== undefined) return kind.find(store, address, parent);
  const record = store.table(kind).get(address);
  if (record === undefined || parent === undefined) return record;
  return store.parentOf(kind, record)?.record.id === parent.id ? record : undefined;
}
