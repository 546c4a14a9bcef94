import type { AttributeProblem } from "../errors";
import { notFound } from "../errors";
import type { Attribute, Setting } from "./attribute";
import { isRequired } from "./attribute";
import type { ChangeOf, Kind, Scope, Store } from "./kind";
import { isVisible } from "./path";
import { keyOfRelation, memberOfRelation } from "./relation";
import type { Relation } from "./relation";
import type { BaseRecord } from "./table";
import { memberOf } from "./table";
import { wireKey, wordsOf } from "./words";
import { settingsOf } from "./write";

/** The problems of a change, by the same rules for requests, seeds and changes out of band. */
export function problemsWith<R extends BaseRecord>(
  store: Store,
  kind: Kind<R>,
  change: ChangeOf<R>,
  scope: Scope<R>,
): readonly AttributeProblem[] {
  const settings = settingsOf(change);
  return [
    ...Object.entries(kind.attributes).flatMap(([name, it]) => [
      ...(isBlank(it, memberOf(change, name), scope)
        ? [blank(wireKey(name))]
        : valueProblems(store, kind, name, it, memberOf(change, name), scope)),
    ]),
    ...Object.entries(kind.settings).flatMap(([name, it]) =>
      valueProblems(store, kind, name, it, settings[name], scope),
    ),
    ...Object.entries(kind.relations).flatMap(([name, it]) => [
      ...(isMissing(kind, name, it, change, scope) ? [blank(keyOfRelation(name, it), "relationships")] : []),
      ...relationProblems(store, name, it, change, scope),
    ]),
    ...pairProblems(store, kind, change, scope),
    ...(kind.rules?.(change, scope, store) ?? []),
  ];
}

/** The problems that were found in a change, and those by rules, except of attributes that have a problem already. */
export function problemsBeside<R extends BaseRecord>(
  found: readonly AttributeProblem[],
  store: Store,
  kind: Kind<R>,
  change: ChangeOf<R>,
  scope: Scope<R>,
): readonly AttributeProblem[] {
  const known = new Set(found.map(({ attribute }) => attribute));
  return [...found, ...problemsWith(store, kind, change, scope).filter(({ attribute }) => !known.has(attribute))];
}

/** Whether a required attribute is missing, or blank. */
function isBlank(it: Attribute, value: unknown, { before }: Scope): boolean {
  return isRequired(it) && (value === "" || (value === undefined && before === undefined));
}

function blank(attribute: string, where: "attributes" | "relationships" = "attributes"): AttributeProblem {
  return { attribute, detail: `${wordsOf(attribute)} can't be blank`, pointer: `/data/${where}/${attribute}` };
}

/** The service's error for a value that another object has. */
function taken(attribute: string): AttributeProblem {
  return { attribute, detail: `${wordsOf(attribute)} has already been taken` };
}

function valueProblems<R extends BaseRecord>(
  store: Store,
  kind: Kind<R>,
  name: string,
  { maxLength, check, unique }: Attribute | Setting,
  value: unknown,
  { organizationId, before }: Scope<R>,
): readonly AttributeProblem[] {
  if (value === undefined || value === null) return [];
  const tooLong = maxLength !== undefined && typeof value === "string" && Array.from(value).length > maxLength;
  const found = check?.(value) ?? [];
  if (found.length === 0 && !tooLong && unique !== true) return [];
  const attribute = wireKey(name);
  const details = [...found];
  if (tooLong) details.push(`${wordsOf(attribute)} is too long (maximum is ${maxLength} characters)`);
  const problems = details.map((detail) => ({ attribute, detail }));
  if (unique !== true || typeof value !== "string") return problems;
  // An organization is in none.
  const holder = store.table(kind).find(name, kind.parents.size === 0 ? "" : organizationId, value);
  const isTaken = holder !== undefined && holder.id !== before?.id;
  return isTaken ? [...problems, taken(attribute)] : problems;
}

/** Whether a new object lacks a required reference. It has its parent, whether its document says so or not. */
function isMissing<R extends BaseRecord>(
  { parents }: Kind<R>,
  name: string,
  relation: Relation,
  change: ChangeOf<R>,
  { before }: Scope<R>,
): boolean {
  if (before !== undefined || relation.many || relation.optional || relation.writable === undefined) return false;
  return !parents.has(name) && memberOf(change, memberOfRelation(name, relation)) === undefined;
}

/** References are to objects that {@link canReferTo} permits. @throws HttpError 404 for those reported as missing */
function relationProblems<R extends BaseRecord>(
  store: Store,
  name: string,
  relation: Relation,
  change: ChangeOf<R>,
  scope: Scope<R>,
): readonly AttributeProblem[] {
  const given = memberOf(change, memberOfRelation(name, relation));
  if (given === undefined) return [];
  const attribute = keyOfRelation(name, relation);
  const pointer = `/data/relationships/${attribute}`;
  const ids: readonly unknown[] = Array.isArray(given) ? given : [given];
  return ids.flatMap((id, index) => {
    if (typeof id !== "string" || canReferTo(store, relation.to, id, scope)) return [];
    if (relation.isNotFound === true) throw notFound(`${store.kind(relation.to).label} ${id}`);
    const detail = relation.missing ?? `${wordsOf(attribute)} must belong to the organization; ${id} does not`;
    return [{ attribute, detail, pointer: relation.many ? `${pointer}/data/${index}/id` : pointer }];
  });
}

/** Whether an object can refer to another one: of its organization, and visible to whoever changes it. */
export function canReferTo(
  store: Store,
  type: string,
  id: string,
  { organizationId, principal }: Pick<Scope, "organizationId" | "principal">,
): boolean {
  if (!isOfOrganization(store, type, id, organizationId)) return false;
  return principal === undefined || isVisible({ store, principal }, store.kind(type), store.of(type).expect(id));
}

/** Only one object can have the same two relations. */
function pairProblems<R extends BaseRecord>(
  store: Store,
  { type, parent, uniqueTogether }: Kind<R>,
  change: ChangeOf<R>,
  scope: Scope<R>,
): readonly AttributeProblem[] {
  if (uniqueTogether === undefined) return [];
  const members = uniqueTogether.map((name) => memberOfRelation(name, { many: false }));
  const ids = uniqueTogether.map((name, index) => {
    const given = memberOf(change, members[index] ?? "") ?? (name === parent ? scope.parent?.id : undefined);
    return given ?? memberOf(scope.before ?? {}, members[index] ?? "");
  });
  const holders = store.of(type).where(members[0] ?? "", String(ids[0]));
  const isTaken = holders
    .all()
    .some((it) => it.id !== scope.before?.id && members.every((member, index) => memberOf(it, member) === ids[index]));
  const attribute = wireKey(uniqueTogether[0]);
  return isTaken ? [{ ...taken(attribute), pointer: `/data/relationships/${attribute}` }] : [];
}

export function isOfOrganization(store: Store, type: string, id: string, organizationId: string): boolean {
  const record = store.of(type).get(id);
  return record !== undefined && store.placeOf(store.kind(type), record).organizationId === organizationId;
}
