import type { Attribute, Setting } from "./attribute";
import type { Store } from "./kind";
import type { GivenKind } from "./options";
import { partsIn } from "./options";
import { memberOfRelation } from "./relation";
import type { BaseRecord, ListOrder } from "./table";
import { memberOf } from "./table";
import { settingOf } from "./write";

/** The objects of a kind that another object has, in the state. */
function objectStates(store: Store, kind: GivenKind, relation: string, id: string): readonly object[] {
  return recordsOf(store, kind, relation, id).map((record) => objectState(store, kind, record));
}

/** An object in the state: what can be given, except for secrets, and its parts. */
export function objectState(store: Store, kind: GivenKind, record: BaseRecord): object {
  const isShown = ([, it]: readonly [string, Attribute | Setting]): boolean => it.writeOnly !== true;
  const { given, documentOptions = {}, derived = {} } = kind.outOfBand;
  return {
    id: kind.wireId?.(record) ?? record.id,
    ...Object.fromEntries(given.attributes.filter(isShown).map(([name]) => [name, memberOf(record, name)])),
    ...Object.fromEntries(given.settings.filter(isShown).map(([name]) => [name, settingOf(kind, record, name)])),
    ...Object.fromEntries(
      given.references.map(({ relation, option, many }) => [
        option.id,
        memberOf(record, memberOfRelation(relation, { many })),
      ]),
    ),
    ...Object.fromEntries(Object.entries(documentOptions).map(([name, it]) => [name, it.shown(record)])),
    ...Object.fromEntries(Object.entries(derived).map(([name, value]) => [name, value(store, record)])),
    ...partStates(store, kind, record),
  };
}

/** The parts of an object in the state, by the name of their kind. */
function partStates(store: Store, of: GivenKind, { id }: BaseRecord): object {
  return Object.fromEntries(
    partsIn(store, of, "state").map(({ kind, relation }) => [kind.outOfBand.name, statesOf(store, kind, relation, id)]),
  );
}

/** Parts are a list, or for pairs an object with the other object's ID as keys. */
function statesOf(store: Store, kind: GivenKind, relation: string, id: string): unknown {
  const { pair } = kind.outOfBand;
  if (pair === undefined) return objectStates(store, kind, relation, id);
  const other = memberOfRelation(pair.with, { many: false });
  return Object.fromEntries(
    recordsOf(store, kind, relation, id).map((it) => [memberOf(it, other), memberOf(it, pair.short)]),
  );
}

function recordsOf(store: Store, kind: GivenKind, relation: string, id: string): readonly BaseRecord[] {
  const order: ListOrder = "name" in kind.attributes ? "name" : "creation";
  const records = store
    .of(kind.type)
    .where(memberOfRelation(relation, { many: false }), id, order)
    .all();
  return [...records].filter((record) => kind.outOfBand.isInState?.(record) !== false);
}
