import type { Members, Optional, Schema } from "../decode";
import { arrayOf, optional, string } from "../decode";
import type { Attribute, Setting, ValueOf } from "./attribute";
import type { Store } from "./kind";
import type { Relation, ToMany, ToOne } from "./relation";
import { memberOfRelation } from "./relation";
import type { BaseRecord } from "./table";

/*
 * New objects in a seed, or out of band: flat options, with the attributes and settings of their kind, and references
 * to other objects: by name in a seed, otherwise by ID. What a kind states here, and its shape, decide how seeds, the
 * control API and the state have its objects.
 */

/** Whether options refer to other objects by name or by ID. */
type Reference = "name" | "id";

/** The members of a kind's objects. */
interface Definition {
  readonly type: string;
  readonly attributes?: Readonly<Record<string, Attribute>>;
  readonly settings?: Readonly<Record<string, Setting>>;
  readonly relations?: Readonly<Record<string, Relation>>;
}

/** What a kind states about its objects in seeds, in the control API and in the state. */
export interface Statement<R extends BaseRecord = BaseRecord> {
  /**
   * The member of an organization, or of the object that these are parts of, in a seed and in the state. Also the group
   * of the operations on these objects, unless they are pairs.
   */
  readonly name: string;
  /** The path in the control API, such as `/variable-sets`. */
  readonly path: string;
  /** The documentation of the operation that creates one. */
  readonly summary: string;
  /** Options of an example, with IDs that exist. */
  example(ids: Readonly<Record<string, string>> & { readonly organization: string; readonly project: string }): object;
  /** The attributes that can be given. @default all */
  readonly attributes?: readonly string[];
  /** The settings that can be given. @default all */
  readonly settings?: readonly string[];
  /** Options that become parts of a document, which the kind reads by code, as it reads those of requests. */
  readonly documentOptions?: Readonly<Record<string, DocumentOption<R>>>;
  /** The values of attributes that the service requires, where options have none. */
  readonly defaults?: Readonly<Record<string, (options: Readonly<Record<string, unknown>>) => unknown>>;
  /** The attribute whose value can stand for all options in a seed. @default none */
  readonly short?: string;
  /** What the state also has. */
  readonly derived?: Readonly<Record<string, OfRecord<R>>>;
  /**
   * The relations to the object that has these objects in a seed and in the state: an object has one of them.
   *
   * @default the organization
   */
  readonly partOf?: readonly string[];
  /** With `partOf`: the object of an organization that has those whose options name none. @default they must */
  readonly defaultOwner?: (store: Store, organizationId: string) => BaseRecord;
  /** With `partOf`: there is at most one for that object and another one. */
  readonly pair?: Pair;
  /** The object that every organization has: in a seed, its name means that one. @default none */
  existing?(store: Store, organizationId: string): R;
  /** Whether a seed can choose the ID. @returns what is wrong with one */
  checkId?(id: string): readonly string[];
  /** Whether the state has an object. @default yes */
  isInState?(record: R): boolean;
}

/** A function of a record, whose parameter is bivariant, as that of a method. */
type OfRecord<R> = { call(store: Store, record: R): unknown }["call"];

/** An option that becomes a part of a document. */
export interface DocumentOption<R extends BaseRecord, T = unknown, S extends T = T> {
  readonly schema: Schema<T>;
  /** Where documents have it: the key of an attribute or a relationship. */
  readonly at: readonly ["attributes" | "relationships", string];
  /** The value that documents have. @default the value of the option */
  readonly sent?: { call(value: T): unknown }["call"];
  /** The value in the state. */
  shown(record: R): S;
}

/** Infers the types of an option's value, as it is given and as it is shown. */
export function documentOption<R extends BaseRecord, T, S extends T>(
  definition: DocumentOption<R, T, S>,
): DocumentOption<R, T, S> {
  return definition;
}

/** Objects of which there is at most one for two others, such as the access of a team to a project. */
interface Pair {
  /** The relation to the other object; in a seed, its name is the key. */
  readonly with: string;
  /** The attribute whose value can stand for all options in a seed, and does so in the state. */
  readonly short: string;
  /** The operation that makes or changes one. */
  readonly set: string;
  /** The operation that deletes one. */
  readonly unset: string;
  /** The documentation of `unset`. */
  readonly unsetSummary: string;
}

type Named<T, Member extends "attributes" | "settings"> =
  T extends Readonly<Record<Member, readonly (infer N)[]>> ? N : string;
/** The attributes that can be given. */
type GivenAttributes<A, T> = {
  readonly [K in keyof A as K extends Named<T, "attributes"> ? (A[K] extends NeverGiven ? never : K) : never]: A[K];
};
type NeverGiven = { readonly stamp: "created" | "updated" } | { readonly writable: "never" };
/** The settings that can be given. */
type GivenSettings<A, T> = { readonly [K in keyof A as K extends Named<T, "settings"> ? K : never]: A[K] };
type GivenParts<T> = T extends { readonly documentOptions: infer O } ? O : unknown;

type Required<A, Defaults> = {
  readonly [K in keyof A]: A[K] extends { readonly initial: undefined }
    ? K extends keyof Defaults
      ? Optional<Schema<ValueOf<A[K]>>>
      : Schema<ValueOf<A[K]>>
    : Optional<Schema<ValueOf<A[K]>>>;
};
type DefaultsOf<T> = T extends { readonly defaults: infer Defaults } ? Defaults : unknown;
type OptionalValues<A> = { readonly [K in keyof A]: Optional<Schema<ValueOf<A[K]>>> };
type OptionName<L, By extends Reference> = L extends { readonly option: Readonly<Record<By, infer N extends string>> }
  ? N
  : never;
type RelationOptions<L, By extends Reference> = {
  readonly [K in keyof L as OptionName<L[K], By>]: Optional<Schema<L[K] extends ToMany ? readonly string[] : string>>;
};
type PairIds<T> = T extends { readonly pair: { readonly with: infer W extends string } }
  ? Readonly<Record<`${W}Id`, typeof string>>
  : unknown;
/** The IDs of owners: that of one of several is optional, and that of one with a default. */
type OwnerId<T> = T extends { readonly partOf: readonly (infer O extends string)[] }
  ? T extends { readonly partOf: readonly [string] } & { readonly defaultOwner?: undefined }
    ? Readonly<Record<`${O}Id`, typeof string>>
    : Readonly<Record<`${O}Id`, Optional<typeof string>>>
  : unknown;
/** The organization's name, unless options always name an owner. */
type OrganizationName<T> = T extends { readonly partOf: readonly string[] } & { readonly defaultOwner?: undefined }
  ? unknown
  : { readonly organization: typeof string };
type IdOption<T> = T extends { readonly checkId: unknown } ? { readonly id: Optional<typeof string> } : unknown;

/** The schemas of the options of a new object. */
type OptionMembers<D extends Definition, T, By extends Reference> = Required<
  GivenAttributes<D["attributes"], T>,
  DefaultsOf<T>
> &
  OptionalValues<GivenSettings<D["settings"], T>> &
  RelationOptions<D["relations"], By> &
  OptionalValues<GivenParts<T>> &
  IdOption<T>;

type Changeable<A> = { readonly [K in keyof A as A[K] extends { readonly writable: "create" } ? never : K]: A[K] };
/** The schemas of the options that change an object. */
type ChangeMembers<D extends Definition, T> = OptionalValues<Changeable<GivenAttributes<D["attributes"], T>>> &
  OptionalValues<Changeable<GivenSettings<D["settings"], T>>> &
  RelationOptions<Changeable<D["relations"]>, "id"> &
  OptionalValues<GivenParts<T>>;

type Shown<A> = { readonly [K in keyof A as A[K] extends { readonly writeOnly: true } ? never : K]: ValueOf<A[K]> };
type ShownParts<O> = { readonly [K in keyof O]: O[K] extends { shown(...of: never): infer V } ? V : never };
type Derived<T> = T extends { readonly derived: infer O }
  ? { readonly [K in keyof O]: O[K] extends (...of: never) => infer V ? V : never }
  : unknown;

/** An object in the state: its ID, what can be given, except for secrets, and what is derived. */
export type StateOf<D extends Definition, T> = { readonly id: string } & Shown<GivenAttributes<D["attributes"], T>> &
  Shown<GivenSettings<D["settings"], T>> & {
    readonly [K in keyof D["relations"] as OptionName<D["relations"][K], "id">]: D["relations"][K] extends ToMany
      ? readonly string[]
      : D["relations"][K] extends ToOne & { readonly optional: true }
        ? string | null
        : string;
  } & ShownParts<GivenParts<T>> &
  Derived<T>;

/** The members of a kind that can be given as options. */
interface Given {
  readonly attributes: readonly (readonly [string, Attribute])[];
  readonly settings: readonly (readonly [string, Setting])[];
  /** The options that refer to other objects. */
  readonly references: readonly ReferenceOption[];
}
interface ReferenceOption {
  readonly relation: string;
  readonly to: string;
  readonly many: boolean;
  readonly writable: Relation["writable"];
  /** The option's name for references by name and by ID. */
  readonly option: Readonly<Record<Reference, string>>;
}

/** What a kind states, with what follows from it and from the kind's members. */
export type OutOfBand<D extends Definition = Definition, T = Statement> = T & {
  readonly definition: D;
  readonly given: Given;
  /** The options in a seed. */
  readonly byName: OptionMembers<D, T, "name">;
  /** The options out of band. */
  readonly byId: OptionMembers<D, T, "id"> & OwnerId<T> & PairIds<T> & OrganizationName<T>;
  /** The options of a change. */
  readonly changes: ChangeMembers<D, T>;
};

/** The same of a kind that is not known in detail. */
export type AnyOutOfBand = Statement & {
  readonly definition: Definition;
  readonly given: Given;
  readonly byName: Members;
  readonly byId: Members;
  readonly changes: Members;
};

/** How seeds and the control API make objects with these members. */
export function outOfBand<R extends BaseRecord, D extends Definition, const T extends Statement<R>>(
  definition: D & { readonly schema: Schema<R> },
  statement: T,
): OutOfBand<D, T> {
  const { partOf, pair } = statement;
  const idOption = statement.checkId === undefined ? {} : { id: optional(string) };
  const given = givenIn(definition, statement);
  const id = (relation: string): string => memberOfRelation(relation, { many: false });
  const isOwnerRequired = partOf?.length === 1 && !takesOrganization(statement);
  const made = {
    ...statement,
    definition,
    given,
    byName: { ...optionsIn(given, statement, "name"), ...idOption },
    byId: {
      ...(takesOrganization(statement) && { organization: string }),
      ...Object.fromEntries((partOf ?? []).map((it) => [id(it), isOwnerRequired ? string : optional(string)])),
      ...(pair && { [id(pair.with)]: string }),
      ...optionsIn(given, statement, "id"),
      ...idOption,
    },
    changes: Object.fromEntries(
      Object.entries(optionsIn(changeable(given), statement, "id")).map(([name, it]) => [name, optional(it)]),
    ),
  };
  // The members are those that the types derive from the same definitions; the compiler cannot follow Object.entries.
  return made as unknown as OutOfBand<D, T>;
}

/** Whether options name the organization, since they may name no other owner. */
export function takesOrganization({ partOf, defaultOwner }: Statement): boolean {
  return partOf === undefined || defaultOwner !== undefined;
}

function givenIn({ attributes = {}, settings = {}, relations = {} }: Definition, statement: Statement): Given {
  const isNamed = (names: readonly string[] | undefined, name: string): boolean => names?.includes(name) !== false;
  return {
    attributes: Object.entries(attributes).filter(
      ([name, it]) => it.stamp === undefined && it.writable !== "never" && isNamed(statement.attributes, name),
    ),
    settings: Object.entries(settings).filter(([name]) => isNamed(statement.settings, name)),
    references: Object.entries(relations).flatMap(([relation, { to, many, writable, option }]) =>
      option === undefined ? [] : [{ relation, to, many, writable, option }],
    ),
  };
}

/** Those that can change. */
function changeable({ attributes, settings, references }: Given): Given {
  const canChange = ({ writable }: { readonly writable?: Relation["writable"] }): boolean => writable !== "create";
  return {
    attributes: attributes.filter(([, it]) => canChange(it)),
    settings: settings.filter(([, it]) => canChange(it)),
    references: references.filter(canChange),
  };
}

function optionsIn(given: Given, { defaults = {}, documentOptions = {} }: Statement, by: Reference): Members {
  const isRequired = (name: string, { initial }: Attribute): boolean =>
    initial === undefined && defaults[name] === undefined;
  return Object.fromEntries<Schema>([
    ...given.attributes.map(([name, it]) => [name, isRequired(name, it) ? it.schema : optional(it.schema)] as const),
    ...[...given.settings, ...Object.entries(documentOptions)].map(
      ([name, it]) => [name, optional(it.schema)] as const,
    ),
    ...given.references.map(
      ({ option, many }) => [option[by], optional<Schema>(many ? arrayOf(string) : string)] as const,
    ),
  ]);
}
