import type { Context, Kind } from "./kind";
import { isVisible } from "./path";
import type { Relation } from "./relation";
import { memberOfRelation } from "./relation";
import type { Identifier, Resource } from "./resource";
import type { BaseRecord } from "./table";
import { memberOf } from "./table";
import { memberName } from "./words";
import { ownMember } from "../../own-member";

/** The objects of a relation. */
export interface RelatedObjects {
  readonly identifiers: readonly Identifier[];
  /** The kind of those with a table. */
  readonly kind: Kind | undefined;
  readonly records: readonly BaseRecord[];
  /** Those without. */
  readonly resources: readonly Resource[];
}

const NOTHING: RelatedObjects = { identifiers: [], kind: undefined, records: [], resources: [] };

/** The objects of a relation, without deleted ones. */
export function relatedTo(context: Context, kind: Kind, record: BaseRecord, name: string): RelatedObjects {
  const derived = ownMember(kind.related ?? {}, name);
  if (derived !== undefined) {
    if ((derived.shown?.(context, record) ?? "all") !== "all") return NOTHING;
    const resources = derived.resources?.(context, record) ?? [];
    const target = derived.to === undefined ? undefined : context.store.kind(derived.to);
    const records = target === undefined ? [] : [derived.records?.(context, record) ?? []].flat();
    const identifiers = derived.identifiers?.(context, record) ?? [
      ...records.map((it) => identifierOf(target ?? kind, it)),
      ...resources.map(({ id, type }) => ({ id, type })),
    ];
    return { identifiers, kind: target, records, resources };
  }
  const relation = ownMember(kind.relations, name);
  return relation === undefined ? NOTHING : objectsOf(context, name, relation, record);
}

/** The objects of a stored relation, without deleted ones. */
export function objectsOf(context: Context, name: string, relation: Relation, record: BaseRecord): RelatedObjects {
  const target = context.store.kind(relation.to);
  const value = memberOf(record, memberOfRelation(name, relation));
  const table = context.store.of(relation.to);
  const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
  const records: BaseRecord[] = [];
  for (const id of ids) {
    const found = typeof id === "string" ? table.get(id) : undefined;
    if (found !== undefined) records.push(found);
  }
  return { identifiers: records.map((it) => identifierOf(target, it)), kind: target, records, resources: [] };
}

function identifierOf(kind: Kind, record: BaseRecord): Identifier {
  return { id: kind.wireId?.(record) ?? record.id, type: kind.type };
}

/** An object to include in a response. */
export type IncludedObject = { readonly kind: Kind; readonly record: BaseRecord } | { readonly resource: Resource };

/**
 * The objects that the paths lead to, such as `run.workspace`, each once, and with intermediate objects, as JSON:API
 * requires. Objects that the principal does not see are omitted (our choice: undocumented).
 */
export function includedObjects(
  context: Context,
  kind: Kind,
  records: readonly BaseRecord[],
  paths: readonly string[],
): readonly IncludedObject[] {
  const found = new Map<string, IncludedObject>();
  const follow = (from: Kind, of: readonly BaseRecord[], [name, ...rest]: readonly string[]): void => {
    if (name === undefined) return;
    for (const record of of) {
      const related = relatedTo(context, from, record, memberName(name));
      for (const resource of related.resources) found.set(`${resource.type} ${resource.id}`, { resource });
      const target = related.kind;
      if (target === undefined) continue;
      const seen = related.records.filter((it) => isVisible(context, target, it));
      for (const it of seen) found.set(`${target.type} ${it.id}`, { kind: target, record: it });
      follow(target, seen, rest);
    }
  };
  for (const path of paths) follow(kind, records, path.split("."));
  return [...found.values()];
}

/** An attribute of an object whose kind the caller does not know; undefined if the kind has no such attribute. */
export function attributeOf(context: Context, type: string, record: BaseRecord, name: string): unknown {
  const kind = context.store.kind(type);
  if (Object.hasOwn(kind.attributes, name)) return memberOf(record, name);
  const computed = ownMember(kind.computed ?? {}, name);
  return computed?.value === undefined ? computed?.constant : computed.value(context, record, "show");
}
