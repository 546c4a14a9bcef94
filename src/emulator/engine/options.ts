import { onceForEach } from "../../once-for-each";
import { withoutUndefined } from "../decode";
import type { AttributeProblem } from "../errors";
import { pointerOf } from "../errors";
import type { Attribute, Setting } from "./attribute";
import type { Kind, ReadPart, Scope, Store } from "./kind";
import type { AnyOutOfBand } from "./out-of-band";
import { keyOfRelation, memberOfRelation } from "./relation";
import { problemsBeside } from "./rules";
import type { BaseRecord } from "./table";
import { memberOf } from "./table";
import { memberName } from "./words";
import { settingsOf } from "./write";

/** A kind whose objects are in seeds, in the control API and in the state. */
export type GivenKind = Kind<BaseRecord, AnyOutOfBand>;

/** The IDs of other objects, by the name of the relation. */
export type Ids = Readonly<Record<string, readonly string[]>>;

export function isGivenKind(kind: Kind): kind is GivenKind {
  return kind.outOfBand !== undefined;
}

/** A kind whose objects other objects have, and the relation to these. */
interface Part {
  readonly kind: GivenKind;
  readonly relation: string;
}

/** In a seed, an organization also has the objects of its default owners, such as workspaces. */
type Place = "seed" | "state";

/** The kinds of objects that objects of a kind have. */
export function partsOf(kinds: Iterable<Kind>, { type }: Kind, place: Place = "state"): readonly Part[] {
  return [...kinds].filter(isGivenKind).flatMap((kind) => {
    const { partOf, defaultOwner } = kind.outOfBand;
    const owners = partOf ?? ["organization"];
    const all = place === "seed" && defaultOwner !== undefined ? [...owners, "organization"] : owners;
    const relation = all.find((name) => kind.relations[name]?.to === type);
    return relation === undefined ? [] : [{ kind, relation }];
  });
}

const partsByKind = onceForEach((kinds: Store["kinds"]) => {
  const of = (place: Place) => onceForEach((kind: Kind) => partsOf(kinds.values(), kind, place));
  return { seed: of("seed"), state: of("state") };
});

/** The same for the kinds of a store. */
export function partsIn({ kinds }: Store, kind: Kind, place: Place): readonly Part[] {
  return partsByKind(kinds)[place](kind);
}

/** The options of a new object, with the values that the service requires. */
export function withDefaults({ outOfBand: { defaults = {} } }: GivenKind, options: object): object {
  const given = withoutUndefined({ ...options });
  return { ...Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, value(given)])), ...given };
}

/** The change that options make to an object, or a new one, with all of its problems: those of such a request. */
export function changeBy(
  store: Store,
  kind: GivenKind,
  options: object,
  ids: Ids,
  scope: Scope,
): ReadPart<BaseRecord> & { readonly change: object } {
  const own = readParts(store, kind, options, scope);
  const { attributes, settings } = kind.outOfBand.given;
  const taken = (members: readonly (readonly [string, Attribute | Setting])[]): object =>
    Object.fromEntries(
      members.flatMap(([name, { normalize }]) => {
        const given = memberOf(options, name);
        return given === undefined ? [] : [[name, normalize === undefined ? given : normalize(given)]];
      }),
    );
  const change = {
    ...taken(attributes),
    ...idsChange(kind, ids),
    ...own?.change,
    settings: { ...taken(settings), ...settingsOf(own?.change ?? {}) },
  };
  return { change, problems: problemsBeside(own?.problems ?? [], store, kind, change, scope) };
}

/** What the kind reads in the parts of a document that options stand for. */
function readParts(store: Store, kind: GivenKind, options: object, scope: Scope): ReadPart<BaseRecord> | undefined {
  const { documentOptions } = kind.outOfBand;
  if (documentOptions === undefined) return undefined;
  const resource = { attributes: {}, relationships: {} };
  for (const [name, { at, sent }] of Object.entries(documentOptions)) {
    const given = memberOf(options, name);
    const [where, key] = at;
    const value = given === undefined || sent === undefined ? given : sent(given);
    if (value !== undefined) resource[where] = { ...resource[where], [key]: value };
  }
  return kind.read?.(resource, scope, { store });
}

/** The organization of an object, and the owner that it has unless its options name another one. */
export function idsByDefault(store: Store, { outOfBand }: GivenKind, organizationId: string): Ids {
  const { partOf: [relation = ""] = [], defaultOwner } = outOfBand;
  const organization = [organizationId];
  return defaultOwner === undefined
    ? { organization }
    : { organization, [relation]: [defaultOwner(store, organizationId).id] };
}

/** The members of an object that refers to others. */
export function idsChange({ relations }: GivenKind, ids: Ids): object {
  return Object.fromEntries(
    Object.entries(ids).flatMap(([name, found]) => {
      const relation = relations[name];
      return relation === undefined ? [] : [[memberOfRelation(name, relation), relation.many ? found : found[0]]];
    }),
  );
}

/** Where an object with this content is. */
export function scopeOf(store: Store, { parents }: Kind, organizationId: string, ids: Ids): Scope {
  const [parent] = [...parents].flatMap(([name, { to }]) => (ids[name] ?? []).map((id) => store.of(to).get(id)));
  return { organizationId, parent, before: undefined };
}

/** The IDs in options that refer by ID. */
export function idsIn(kind: GivenKind, options: object): Ids {
  return Object.fromEntries(
    kind.outOfBand.given.references.flatMap(({ relation, option }) => {
      const given = memberOf(options, option.id);
      const ids: readonly unknown[] = Array.isArray(given) ? given : [given];
      return given === undefined ? [] : [[relation, ids.map(String)] as const];
    }),
  );
}

/** The option in a seed that has a problem. */
export function optionWith({ relations, outOfBand }: GivenKind, problem: AttributeProblem): string {
  const pointer = `${pointerOf(problem)}/`;
  const part = Object.entries(outOfBand.documentOptions ?? {}).find(([, { at }]) =>
    pointer.startsWith(`/data/${at.join("/")}/`),
  );
  if (part !== undefined) return part[0];
  const { attribute } = problem;
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
