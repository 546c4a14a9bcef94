import { decode, object, string } from "../decode";
import type { GivenKind, Ids } from "../engine/options";
import { changeOf, chosenId, idProblems, idsIn, isGivenKind, partsOf, scopeOf } from "../engine/options";
import { objectState } from "../engine/object-state";
import { isGiven } from "../engine/out-of-band";
import { memberOfRelation } from "../engine/relation";
import { problemsWith } from "../engine/rules";
import type { BaseRecord } from "../engine/table";
import { memberOf } from "../engine/table";
import { withArticle } from "../engine/words";
import { ControlError } from "../errors";
import { create, remove, update } from "../engine/write";
import { KINDS } from "../service-kinds";
import type { ControlContext } from "./context";
import { rejectInvalid } from "./context";
import type { Operation } from "./operation";
import { operation } from "./operation";

/* Operations on objects of kinds that state how seeds and the control API make them. */

/** Operations by the name of their method. The parameter is the options of an object, or its ID. */
type Group = Readonly<Record<string, Operation<readonly [unknown], object | undefined>>>;

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
  return { create: creation(kind), delete: deletion(kind), ...Object.fromEntries(pairs) };
}

function creation(kind: GivenKind): Group[string] {
  const { outOfBand } = kind;
  const { name, path, summary, partOf, byId } = outOfBand;
  const schema = object(partOf === undefined ? { organization: string, ...byId } : byId);
  return operation({
    method: "POST",
    path,
    summary: `${summary} Returns it as in the state.`,
    example: (samples) => outOfBand.example(samples),
    parameters: (input) => [input],
    run: (context, input) => {
      const { store } = context;
      const options = decode(schema, input);
      const { organizationId, ids } = referred(context, kind, options);
      const id = chosenId(options);
      const shown = "name" in options ? String(memberOf(options, "name")) : "";
      const change = changeOf(kind, options, ids);
      const scope = scopeOf(store, kind, organizationId, ids);
      const problems = idProblems(store, kind, id);
      return objectState(store, kind, context.create(`${name}.create(${shown})`, kind, change, scope, problems, id));
    },
  });
}

function deletion(kind: GivenKind): Group[string] {
  const { label, parameter, outOfBand } = kind;
  return operation({
    method: "DELETE",
    path: `${outOfBand.path}/:${parameter}`,
    summary: `Deletes ${withArticle(label)}.`,
    parameters: (_, id) => [id],
    run: (context, id) => {
      context.remove(kind, context.find(kind, String(id)));
      return undefined;
    },
  });
}

/** Makes the object for two others, or sets it anew. @param name of the operation */
function setOfPair(name: string, kind: GivenKind): Group[string] {
  const { outOfBand } = kind;
  const schema = object(outOfBand.byId);
  return operation({
    method: "POST",
    path: outOfBand.path,
    summary: `${outOfBand.summary} Returns its ID.`,
    example: (samples) => outOfBand.example(samples),
    parameters: (input) => [input],
    run: (context, input) => {
      const { store } = context;
      const options = decode(schema, input);
      const { organizationId, ids } = referred(context, kind, options);
      const before = existing(context, kind, options);
      const change = changeOf(kind, options, ids);
      const scope = { ...scopeOf(store, kind, organizationId, ids), before };
      rejectInvalid(
        `${name}(${Object.values(ownersIn(kind, options)).join(", ")})`,
        problemsWith(store, kind, change, scope),
      );
      const { id } =
        before === undefined
          ? create(store, kind, change)
          : update(store, kind, { ...before, ...initialValues(kind) }, change);
      return { id };
    },
  });
}

function deletionOfPair(kind: GivenKind, summary: string): Group[string] {
  const { outOfBand } = kind;
  const keys = [...(outOfBand.partOf ?? []), outOfBand.pair?.with ?? ""].map(idOption);
  const schema = object(Object.fromEntries(keys.map((key) => [key, string])));
  return operation({
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
  });
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
function initialValues({ attributes }: GivenKind): object {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, it]) =>
      isGiven(it) && it.initial !== undefined ? [[name, it.initial]] : [],
    ),
  );
}

/**
 * The organization of an object, and the IDs of the objects that its options refer to.
 *
 * @throws ControlError when one of them does not exist, or is of another organization
 */
function referred(
  context: ControlContext,
  kind: GivenKind,
  options: object,
): { readonly organizationId: string; readonly ids: Ids } {
  const owners = ownersIn(kind, options);
  const organizationId = organizationOf(context, kind, options, owners);
  const ids: Ids = {
    ...Object.fromEntries(Object.entries(owners).map(([relation, id]) => [relation, [id]])),
    ...idsIn(kind, options),
  };
  for (const [relation, found] of Object.entries(ids)) {
    const to = context.store.kind(kind.relations[relation]?.to ?? "");
    for (const id of found) context.findIn(organizationId, to, id);
  }
  const isPart = kind.outOfBand.partOf !== undefined;
  return { organizationId, ids: isPart ? ids : { organization: [organizationId], ...ids } };
}

/** The organization in options, or of the object that an object is a part of. */
function organizationOf(
  context: ControlContext,
  kind: GivenKind,
  options: object,
  owners: Readonly<Record<string, string>>,
): string {
  const [owner] = Object.entries(owners);
  if (owner === undefined) return context.organization(String(memberOf(options, "organization"))).id;
  const [relation, id] = owner;
  const to = context.store.kind(kind.relations[relation]?.to ?? "");
  return context.store.placeOf(to, context.find(to, id)).organizationId;
}
