import { withoutUndefined } from "../decode";
import type { AttributeProblem } from "../errors";
import type { Attribute, Setting } from "./attribute";
import type { Kind, Scope, Store } from "./kind";
import type { AnyOutOfBand } from "./out-of-band";
import { references, settingsIn } from "./out-of-band";
import { keyOfRelation, memberOfRelation } from "./relation";
import type { BaseRecord } from "./table";
import { memberOf } from "./table";
import { memberName } from "./words";

/** A kind whose objects are in seeds, in the control API and in the state. */
export type GivenKind = Kind<BaseRecord, AnyOutOfBand>;

/** The IDs of other objects, by the name of the relation. */
export type Ids = Readonly<Record<string, readonly string[]>>;

export function isGivenKind(kind: Kind): kind is GivenKind {
  return kind.outOfBand !== undefined;
}

/** The kinds of objects that organizations have. */
export function kindsOfOrganizations(kinds: Iterable<Kind>): readonly GivenKind[] {
  return [...kinds].filter(isGivenKind).filter(({ outOfBand }) => outOfBand.partOf === undefined);
}

/** A kind whose objects are parts of others in seeds and in the state, and the relation to these. */
interface Part {
  readonly kind: GivenKind;
  readonly relation: string;
}

/** The kinds whose objects are parts of objects of a kind, in seeds and in the state. */
export function partsOf(kinds: Iterable<Kind>, { type }: Pick<Kind, "type">): readonly Part[] {
  return [...kinds].filter(isGivenKind).flatMap((kind) => {
    const relation = kind.outOfBand.partOf?.find((name) => kind.relations[name]?.to === type);
    return relation === undefined ? [] : [{ kind, relation }];
  });
}

/** The content of a new object with these options. */
export function changeOf(kind: GivenKind, given: object, ids: Ids): object {
  const options = { ...defaultsFor(kind.outOfBand, given), ...withoutUndefined(given) };
  const taken = (definitions: Readonly<Record<string, Attribute | Setting>>): object =>
    Object.fromEntries(
      Object.entries(definitions).map(([name, { normalize }]) => {
        const given = memberOf(options, name);
        return [name, given === undefined || normalize === undefined ? given : normalize(given)];
      }),
    );
  return {
    ...taken(kind.attributes),
    ...idsChange(kind, ids),
    settings: taken(settingsIn(kind, kind.outOfBand)),
  };
}

function defaultsFor({ defaults = {} }: GivenKind["outOfBand"], given: object): object {
  return Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, value({ ...given })]));
}

/** The members of an object that refers to others. */
export function idsChange({ relations }: GivenKind, ids: Ids): object {
  const related = Object.entries(ids).map(([relation, found]) => {
    const { many = false } = relations[relation] ?? {};
    return [memberOfRelation(relation, { many }), many ? found : found[0]] as const;
  });
  return Object.fromEntries(related);
}

/** Where an object with this content is. */
export function scopeOf(store: Store, { parents }: Kind, organizationId: string, ids: Ids): Scope {
  const [parent] = [...parents].flatMap(([name, { to }]) => (ids[name] ?? []).map((id) => store.of(to).get(id)));
  return { organizationId, parent, before: undefined };
}

/** The IDs in options that refer by ID. */
export function idsIn(kind: GivenKind, options: object): Ids {
  return Object.fromEntries(
    references(kind).flatMap(({ relation, option }) => {
      const given = memberOf(options, option.id);
      const ids: readonly unknown[] = Array.isArray(given) ? given : [given];
      return given === undefined ? [] : [[relation, ids.map(String)] as const];
    }),
  );
}

/** The option in a seed that gives an attribute or a relation. */
export function optionWith({ relations }: Kind, attribute: string): string {
  const found = Object.entries(relations).find(([name, it]) => keyOfRelation(name, it) === attribute && it.option);
  return found?.[1].option?.name ?? memberName(attribute);
}

/** The ID that options choose. */
export function chosenId(options: object): string | undefined {
  const id = memberOf(options, "id");
  return typeof id === "string" ? id : undefined;
}

/** What is wrong with a chosen ID. */
export function idProblems(store: Store, kind: GivenKind, id: string | undefined): readonly AttributeProblem[] {
  if (id === undefined) return [];
  const details = kind.outOfBand.checkId?.(id) ?? [];
  const isTaken = store.of(kind.type).get(id) !== undefined;
  return [...details, ...(isTaken ? ["Id has already been taken"] : [])].map((detail) => ({ attribute: "id", detail }));
}
