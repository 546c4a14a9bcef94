import type { Members, Optional, Schema } from "../decode";
import { arrayOf, optional, string } from "../decode";
import type { Attribute, Setting, ValueOf } from "./attribute";
import type { Relation, ToMany, ToOne } from "./relation";
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
  /** The values of attributes that the service requires, where options have none. */
  readonly defaults?: Readonly<Record<string, (options: Readonly<Record<string, unknown>>) => unknown>>;
  /** The settings that can be given. @default all */
  readonly settings?: readonly string[];
  /**
   * The relations to the object that has these objects in a seed and in the state: an object has one of them.
   *
   * @default the organization
   */
  readonly partOf?: readonly string[];
  /** With `partOf`: there is at most one for that object and another one. */
  readonly pair?: Pair;
  /** Whether a seed can choose the ID. @returns what is wrong with one */
  checkId?(id: string): readonly string[];
  /** Whether the state has an object. @default yes */
  isInState?(record: R): boolean;
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

type IsGiven<A> = A extends { readonly stamp: undefined }
  ? A extends { readonly writable: "never" }
    ? false
    : true
  : false;

type AttributeOptions<A, Defaults> = {
  readonly [K in keyof A as IsGiven<A[K]> extends true ? K : never]: IsRequired<A[K], K, Defaults> extends true
    ? Schema<ValueOf<A[K]>>
    : Optional<Schema<ValueOf<A[K]>>>;
};
type IsRequired<A, K, Defaults> = A extends { readonly initial: undefined }
  ? K extends keyof Defaults
    ? false
    : true
  : false;
type DefaultsOf<T> = T extends { readonly defaults: infer Defaults } ? Defaults : unknown;
type NamedSettings<T extends Statement> = T extends { readonly settings: readonly (infer N)[] } ? N : string;
type SettingOptions<A, Named> = {
  readonly [K in keyof A as K extends Named ? K : never]: Optional<Schema<ValueOf<A[K]>>>;
};
type OptionName<L, By extends Reference> = L extends { readonly option: Readonly<Record<By, infer N extends string>> }
  ? N
  : never;
type RelationOptions<L, By extends Reference> = {
  readonly [K in keyof L as OptionName<L[K], By>]: Optional<Schema<L[K] extends ToMany ? readonly string[] : string>>;
};
type PairIds<T extends Statement> = T extends { readonly pair: { readonly with: infer W extends string } }
  ? Readonly<Record<`${W}Id`, typeof string>>
  : unknown;
type OwnerId<T extends Statement> = T extends { readonly partOf: readonly [infer O extends string] }
  ? Readonly<Record<`${O}Id`, typeof string>>
  : T extends { readonly partOf: readonly (infer O extends string)[] }
    ? Readonly<Record<`${O}Id`, Optional<typeof string>>>
    : unknown;
type IdOption<T extends Statement> = T extends { readonly checkId: unknown }
  ? { readonly id: Optional<typeof string> }
  : unknown;

/** The schemas of the options of a new object. */
type OptionMembers<D extends Definition, T extends Statement, By extends Reference> = AttributeOptions<
  D["attributes"],
  DefaultsOf<T>
> &
  SettingOptions<D["settings"], NamedSettings<T>> &
  RelationOptions<D["relations"], By> &
  IdOption<T>;

/** An object in the state: its ID, and what can be given, except for secrets. */
export type StateOf<D extends Definition, T extends Statement> = { readonly id: string } & {
  readonly [K in keyof D["attributes"] as IsShown<D["attributes"][K]> extends true ? K : never]: ValueOf<
    D["attributes"][K]
  >;
} & {
  readonly [
    K in keyof D["settings"] as K extends NamedSettings<T> ? (D["settings"][K] extends WriteOnly ? never : K) : never
  ]: ValueOf<D["settings"][K]>;
} & {
  readonly [K in keyof D["relations"] as OptionName<D["relations"][K], "id">]: D["relations"][K] extends ToMany
    ? readonly string[]
    : D["relations"][K] extends ToOne & { readonly optional: true }
      ? string | null
      : string;
};
interface WriteOnly {
  readonly writeOnly: true;
}
type IsShown<A> = A extends WriteOnly ? false : IsGiven<A>;

/** What a kind states, with the schemas that follow from it and from the kind's members. */
export type OutOfBand<D extends Definition = Definition, T extends Statement = Statement> = T & {
  readonly definition: D;
  /** The options in a seed. */
  readonly byName: OptionMembers<D, T, "name">;
  /** The options out of band. */
  readonly byId: OptionMembers<D, T, "id"> & OwnerId<T> & PairIds<T>;
};

/** The same of a kind that is not known in detail. */
export type AnyOutOfBand = Statement & {
  readonly definition: Definition;
  readonly byName: Members;
  readonly byId: Members;
};

/** How seeds and the control API make objects with these members. */
export function outOfBand<R extends BaseRecord, D extends Definition, const T extends Statement<R>>(
  definition: D & { readonly schema: Schema<R> },
  statement: T,
): OutOfBand<D, T> {
  const { attributes = {}, relations = {} } = definition;
  const settings = settingsIn(definition, statement);
  const isRequired = (name: string, { initial }: Attribute): boolean =>
    initial === undefined && statement.defaults?.[name] === undefined;
  const members = (by: Reference): Members => ({
    ...Object.fromEntries(
      Object.entries(attributes).flatMap(([name, it]): [string, Schema][] =>
        isGiven(it) ? [[name, isRequired(name, it) ? it.schema : optional(it.schema)]] : [],
      ),
    ),
    ...Object.fromEntries(Object.entries(settings).map(([name, it]) => [name, optional(it.schema)])),
    ...Object.fromEntries(
      references({ relations }).map(({ option, many }) => [
        option[by],
        optional<Schema>(many ? arrayOf(string) : string),
      ]),
    ),
    ...(statement.checkId === undefined ? {} : { id: optional(string) }),
  });
  const { partOf = [], pair } = statement;
  const owners: readonly (readonly [string, Schema])[] = [
    ...partOf.map((relation) => [`${relation}Id`, partOf.length > 1 ? optional(string) : string] as const),
    ...(pair === undefined ? [] : [[`${pair.with}Id`, string] as const]),
  ];
  const made = {
    ...statement,
    definition,
    byName: members("name"),
    byId: { ...Object.fromEntries(owners), ...members("id") },
  };
  // The members are those that the types derive from the same definitions; the compiler cannot follow Object.entries.
  return made as unknown as OutOfBand<D, T>;
}

/** Whether the options of a new object have an attribute. */
export function isGiven({ stamp, writable }: Attribute): boolean {
  return stamp === undefined && writable !== "never";
}

/** The settings that can be given as options. */
export function settingsIn(
  { settings = {} }: Pick<Definition, "settings">,
  { settings: named }: Pick<Statement, "settings">,
): Readonly<Record<string, Setting>> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => named === undefined || named.includes(name)));
}

interface ReferenceOption {
  readonly relation: string;
  readonly to: string;
  readonly many: boolean;
  /** The option's name for references by name and by ID. */
  readonly option: Readonly<Record<Reference, string>>;
}

/** The options that refer to other objects, in the order of the kind. */
export function references({ relations = {} }: Pick<Definition, "relations">): readonly ReferenceOption[] {
  return Object.entries(relations).flatMap(([relation, { to, many, option }]) =>
    option === undefined ? [] : [{ relation, to, many, option }],
  );
}
