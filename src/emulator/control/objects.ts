import { decode, object, string } from "../decode";
import { isRequired } from "../engine/attribute";
import type { GivenKind, Ids } from "../engine/options";
import {
  changeBy,
  chosenId,
  idProblems,
  idsByDefault,
  idsIn,
  isGivenKind,
  partsOf,
  scopeOf,
  withDefaults,
} from "../engine/options";
import { objectState } from "../engine/object-state";
import { takesOrganization } from "../engine/out-of-band";
import { memberOfRelation } from "../engine/relation";
import type { BaseRecord } from "../engine/table";
import { memberOf } from "../engine/table";
import { withArticle } from "../engine/words";
import { ControlError } from "../errors";
import { create, remove, update } from "../engine/write";
import { KINDS } from "../service-kinds";
import type { ControlContext } from "./context";
import { rejectInvalid } from "./context";
import type { Operation } from "./operation";
import { decoded } from "./operation";

/* Operations on objects of kinds that state how seeds and the control API make them. */

/** Operations by the name of their method. */
type Group = Readonly<Record<string, Operation<readonly unknown[], object | undefined>>>;

/** The groups by name. Pairs are in the group of the object that has them. */
export const OBJECT_GROUPS: Readonly<Record<string, Group>> = Object.fromEntries(
  KINDS.filter(isGivenKind)
    .filter(({ outOfBand }) => outOfBand.pair === undefined)
    .map((kind) => [kind.outOfBand.name, groupOf(kind)]),
);

function groupOf(kind: GivenKind): Group {
  const pairs = partsOf(KINDS, kind).flatMap(({ kind: part }) => {
    const { pair } = part.outOfBand;
    if (pair === undefined) return [];
    const name = `${kind.outOfBand.name}.${pair.set}`;
    return [[pair.set, setOfPair(name, part)] as const, [pair.unset, deletionOfPair(part, pair.unsetSummary)] as const];
  });
  return {
    create: creation(kind),
    ...(isFound(kind) ? { find: search(kind) } : {}),
    update: changing(kind),
    delete: deletion(kind),
    ...Object.fromEntries(pairs),
  };
}

function creation(kind: GivenKind): Group[string] {
  const { outOfBand } = kind;
  const { name, path, summary } = outOfBand;
  const schema = object(outOfBand.byId);
  return {
    method: "POST",
    path,
    summary: `${summary} Returns it as in the state.`,
    example: (samples) => outOfBand.example(samples),
    parameters: (input) => [input],
    run: (context, input) => {
      const { store } = context;
      const options = withDefaults(kind, decode(schema, input));
      const { organizationId, ids } = referred(context, kind, options);
      const id = chosenId(options);
      const shown = "name" in options ? String(memberOf(options, "name")) : "";
      const { change, problems } = changeBy(store, kind, options, ids, scopeOf(store, kind, organizationId, ids));
      rejectInvalid(`${name}.create(${shown})`, [...problems, ...idProblems(store, kind, id)]);
      return objectState(store, kind, create(store, kind, change, id));
    },
  };
}

/** Whether objects are found by name. */
function isFound({ attributes, outOfBand }: GivenKind): boolean {
  return attributes["name"] !== undefined && isRequired(attributes["name"]) && takesOrganization(outOfBand);
}

function search(kind: GivenKind): Group[string] {
  const { label, parameter, outOfBand } = kind;
  return {
    method: "GET",
    path: outOfBand.path,
    summary: `Finds ${withArticle(label)} by name, case-insensitively. Returns \`null\` if there is none.`,
    example: (samples) => ({
      organization: samples.organization,
      name: samples[`${parameter}Name`] ?? memberOf(outOfBand.example(samples), "name"),
    }),
    parameters: decoded(object({ organization: string, name: string }), (it) => [it.organization, it.name]),
    run: (context, organization, name) => {
      const { store } = context;
      const found = store.table(kind).find("name", context.organization(String(organization)).id, String(name));
      return found === undefined ? undefined : objectState(store, kind, found);
    },
    document: (found) => found ?? null,
  };
}

function changing(kind: GivenKind): Group[string] {
  const { label, parameter, outOfBand } = kind;
  const schema = object(outOfBand.changes);
  return {
    method: "PATCH",
    path: `${outOfBand.path}/:${parameter}`,
    summary:
      `Changes ${withArticle(label)}. Omitted options keep their value, and \`null\` clears one. Returns it as in ` +
      "the state.",
    example: (samples) => changesIn(kind, outOfBand.example(samples)),
    parameters: (input, id) => [id, input],
    run: (context, id, input) => {
      const { store } = context;
      const options = decode(schema, input);
      const before = context.find(kind, String(id));
      const { organizationId } = store.placeOf(kind, before);
      const ids = checkedIds(context, kind, organizationId, idsIn(kind, options));
      const scope = { organizationId, parent: store.parentOf(kind, before)?.record, before };
      const { change, problems } = changeBy(store, kind, options, ids, scope);
      rejectInvalid(`${outOfBand.name}.update(${before.id})`, problems);
      return objectState(store, kind, update(store, kind, before, change));
    },
  };
}

/** The options of a new object that can change. */
function changesIn({ outOfBand }: GivenKind, options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(outOfBand.changes, name)));
}

function deletion(kind: GivenKind): Group[string] {
  const { label, parameter, outOfBand } = kind;
  return {
    method: "DELETE",
    path: `${outOfBand.path}/:${parameter}`,
    summary: `Deletes ${withArticle(label)}.`,
    parameters: (_, id) => [id],
    run: (context, id) => {
      context.remove(kind, context.find(kind, String(id)));
      return undefined;
    },
  };
}

/** Makes the object for two others, or sets it anew. @param name of the operation */
function setOfPair(name: string, kind: GivenKind): Group[string] {
  const { outOfBand } = kind;
  const schema = object(outOfBand.byId);
  return {
    method: "POST",
    path: outOfBand.path,
    summary: `${outOfBand.summary} Returns its ID.`,
    example: (samples) => outOfBand.example(samples),
    parameters: (input) => [input],
    run: (context, input) => {
      const { store } = context;
      const options = withDefaults(kind, decode(schema, input));
      const { organizationId, ids } = referred(context, kind, options);
      const before = existing(context, kind, options);
      const scope = { ...scopeOf(store, kind, organizationId, ids), before };
      const { change, problems } = changeBy(store, kind, options, ids, scope);
      rejectInvalid(`${name}(${Object.values(ownersIn(kind, options)).join(", ")})`, problems);
      const { id } =
        before === undefined
          ? create(store, kind, change)
          : update(store, kind, { ...before, ...initialValues(kind) }, change);
      return { id };
    },
  };
}

function deletionOfPair(kind: GivenKind, summary: string): Group[string] {
  const { outOfBand } = kind;
  const keys = [...(outOfBand.partOf ?? []), outOfBand.pair?.with ?? ""].map(idOption);
  const schema = object(Object.fromEntries(keys.map((key) => [key, string])));
  return {
    method: "DELETE",
    path: outOfBand.path,
    summary,
    example: (samples) => keysIn(kind, outOfBand.example(samples)),
    parameters: (input) => [input],
    run: (context, input) => {
      const options = decode(schema, input);
      referred(context, kind, options);
      const before = existing(context, kind, options);
      if (before !== undefined) remove(context.store, kind, before);
      return undefined;
    },
  };
}

/**
 * The IDs of the objects that an object belongs to, in its options, by the name of the relation.
 *
 * @throws ControlError unless options of one that can belong to objects of several kinds name exactly one
 */
function ownersIn({ outOfBand: { partOf = [], pair } }: GivenKind, options: object): Readonly<Record<string, string>> {
  const given = [...partOf, ...(pair === undefined ? [] : [pair.with])].flatMap((relation) => {
    const id = memberOf(options, idOption(relation));
    return typeof id === "string" ? [[relation, id] as const] : [];
  });
  if (partOf.length > 1 && given.length !== 1) {
    throw new ControlError(`Exactly one of ${partOf.map(idOption).join(" and ")} is required.`);
  }
  return Object.fromEntries(given);
}

function idOption(relation: string): string {
  return memberOfRelation(relation, { many: false });
}

/** The options that say which pair is meant. */
function keysIn(kind: GivenKind, options: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(ownersIn(kind, options)).map(([relation, id]) => [idOption(relation), id]));
}

/** The object for the two others in the options. */
function existing({ store }: ControlContext, kind: GivenKind, options: object): BaseRecord | undefined {
  const [[member, id] = ["", ""], ...others] = Object.entries(keysIn(kind, options));
  const all = store.of(kind.type).where(member, id).all();
  return [...all].find((record) => others.every(([key, other]) => memberOf(record, key) === other));
}

/** The values that attributes have in a new object. */
function initialValues(kind: GivenKind): object {
  return Object.fromEntries(
    kind.outOfBand.given.attributes.flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  );
}

/**
 * The organization of a new object, and the IDs of the objects that its options refer to.
 *
 * @throws ControlError when one of them does not exist, or is of another organization
 */
function referred(
  context: ControlContext,
  kind: GivenKind,
  options: object,
): { readonly organizationId: string; readonly ids: Ids } {
  const owners = Object.fromEntries(Object.entries(ownersIn(kind, options)).map(([relation, id]) => [relation, [id]]));
  const organizationId = organizationOf(context, kind, options, owners);
  const others = checkedIds(context, kind, organizationId, { ...owners, ...idsIn(kind, options) });
  return { organizationId, ids: { ...idsByDefault(context.store, kind, organizationId), ...others } };
}

/** @throws ControlError when one of the objects does not exist, or is of another organization */
function checkedIds(context: ControlContext, kind: GivenKind, organizationId: string, ids: Ids): Ids {
  for (const [relation, found] of Object.entries(ids)) {
    const to = context.store.kind(kind.relations[relation]?.to ?? "");
    for (const id of found) context.findIn(organizationId, to, id);
  }
  return ids;
}

/** The organization in options, or of the object that an object is a part of; an organization is in none. */
function organizationOf(context: ControlContext, kind: GivenKind, options: object, owners: Ids): string {
  if (takesOrganization(kind.outOfBand)) return context.organization(String(memberOf(options, "organization"))).id;
  const [owner] = Object.entries(owners);
  if (owner === undefined) return "";
  const [relation, [id = ""]] = owner;
  const to = context.store.kind(kind.relations[relation]?.to ?? "");
  return context.store.placeOf(to, context.find(to, id)).organizationId;
}
