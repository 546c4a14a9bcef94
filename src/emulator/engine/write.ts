import { isDeepStrictEqual } from "node:util";
import { newId } from "./id";
import type { ChangeOf, Kind, Store } from "./kind";
import { memberOfRelation } from "./relation";
import type { BaseRecord } from "./table";
import { memberOf } from "./table";

type Members = Readonly<Record<string, unknown>>;

/** Shared by all objects without settings of their own, as most are. */
const NO_SETTINGS: Members = {};

/** Creates an object, and those that every object of its kind has. The change must have no problems (rules.ts). */
export function create<R extends BaseRecord>(
  store: Store,
  kind: Kind<R>,
  change: ChangeOf<R>,
  id = newId(kind.prefix),
): R {
  const now = store.clock.timestamp();
  const content: Record<string, unknown> = { id, sequence: store.nextSequence() };
  for (const [name, { stamp, initial }] of Object.entries(kind.attributes)) {
    content[name] = stamp === undefined ? initial : now;
  }
  for (const [name, relation] of Object.entries(kind.relations)) {
    content[memberOfRelation(name, relation)] = relation.many ? [] : null;
  }
  const record = put(store, kind, content, change, undefined);
  for (const other of store.kinds.values()) {
    if (other.madeWith?.type === kind.type) other.madeWith.make(store, record);
  }
  return store.table(kind).expect(id);
}

/** Changes an object. The change must have no problems. */
export function update<R extends BaseRecord>(store: Store, kind: Kind<R>, before: R, change: ChangeOf<R>): R {
  const content: Record<string, unknown> = Object.fromEntries(Object.entries(before));
  for (const [name, { stamp }] of Object.entries(kind.attributes)) {
    if (stamp === "updated") content[name] = store.clock.timestamp();
  }
  return put(store, kind, content, change, before);
}

/** Deletes an object, everything that belongs to it, and references to it. */
export function remove<R extends BaseRecord>(store: Store, kind: Kind<R>, record: R): void {
  for (const other of store.kinds.values()) {
    for (const [name, relation] of Object.entries(other.relations)) {
      if (relation.to !== kind.type) continue;
      const member = memberOfRelation(name, relation);
      const belongs = other.parents.has(name) || relation.onDelete === "cascade";
      for (const it of [...store.of(other.type).where(member, record.id).all()]) {
        if (belongs) remove(store, other, it);
        else store.of(other.type).put({ ...it, [member]: without(memberOf(it, member), record.id) });
      }
    }
  }
  kind.removed?.(store, record);
  store.table(kind).remove(record.id);
}

/** References of a member without one of them. */
function without(references: unknown, id: string): readonly unknown[] | null {
  return Array.isArray(references) ? references.filter((it) => it !== id) : null;
}

/** Whether another object has a reference to this one that prevents its deletion. */
export function isReferredTo(store: Store, { id }: BaseRecord): boolean {
  return [...store.kinds.values()].some((other) =>
    Object.entries(other.relations).some(
      ([name, relation]) =>
        relation.onDelete === "refuse" && store.of(other.type).where(memberOfRelation(name, relation), id).size > 0,
    ),
  );
}

/** The value of a setting: the object's own, or the default. */
export function settingOf(kind: Kind, record: BaseRecord, name: string): unknown {
  const own = memberOf(settingsOf(record), name);
  return own === undefined ? kind.settings[name]?.default : own;
}

function put<R extends BaseRecord>(
  store: Store,
  kind: Kind<R>,
  content: Record<string, unknown>,
  change: ChangeOf<R>,
  before: R | undefined,
): R {
  for (const name in change) {
    const value = memberOf(change, name);
    if (value !== undefined) content[name] = value;
  }
  const [own, given] = [before === undefined ? NO_SETTINGS : settingsOf(before), settingsOf(change)];
  content["settings"] = given === NO_SETTINGS ? own : { ...own, ...given };
  // All members are present: those of a new object come from the definitions of the kind and from a checked change.
  const record = content as unknown as R;
  const settled = kind.settle?.(record, change, before, store) ?? record;
  const settings = settingsOf(settled);
  if (settings === own) return store.table(kind).put(settled);
  return store.table(kind).put({ ...settled, settings: sparse(kind, settings) });
}

/** Values without the settings that equal their default. */
function sparse({ settings }: Pick<Kind, "settings">, values: Members): Members {
  const own = Object.entries(values).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, settings[name]?.default),
  );
  return own.length === 0 ? NO_SETTINGS : Object.fromEntries(own);
}

/** The settings in a record, or in a change to one. */
export function settingsOf(record: object): Members {
  const settings = memberOf(record, "settings");
  // The settings of a record are only those of its kind.
  return typeof settings === "object" && settings !== null ? (settings as Members) : NO_SETTINGS;
}
