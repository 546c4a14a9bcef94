import type { Clock } from "../clock";
import type { Decoded, Schema } from "../decode";
import { arrayOf, nullable, number, object, optional, string } from "../decode";
import type { AttributeProblem } from "../errors";
import type { Pages } from "../http/paging";
import type { RequestResource } from "../http/request-document";
import type { Route, RouteRequest } from "../http/route";
import type { Permission, Place, Principal } from "./access";
import type { Attribute, Documented, Setting, ValueOf } from "./attribute";
import type { Choices } from "./choices";
import type { DocumentsOption, View } from "./documents-option";
import type { Listable } from "./listable";
import type { Relation, ToMany, ToOne } from "./relation";
import { memberOfRelation } from "./relation";
import type { Identifier, Resource } from "./resource";
import type { BaseRecord, IndexDefinition, ListOrder, Table } from "./table";

/* The types that describe a kind of object; kinds/ has one file for each kind. */

/**
 * A function of a kind. Its parameters are bivariant, as those of methods, because code that treats all kinds alike
 * calls it with records of its own kind.
 */
type OfKind<Parameters extends readonly unknown[], Result> = { call(...parameters: Parameters): Result }["call"];

/** The members of the records of a kind. */
export interface Shape {
  /** The type of its resources, and the name of its table. */
  readonly type: string;
  /** The name in error messages, such as `Agent pool`. */
  readonly label: string;
  /** The prefix of its IDs, with the hyphen. */
  readonly prefix: string;
  /** The parameter in paths, such as `agentPool`. */
  readonly parameter: string;
  /**
   * The relation to the object that an object belongs to, and is deleted with; the relationship in documents, where
   * objects of several kinds can have it. Organizations have none.
   */
  readonly parent?: string;
  readonly attributes?: Readonly<Record<string, Attribute>>;
  readonly settings?: Readonly<Record<string, Setting>>;
  readonly relations?: Readonly<Record<string, Relation>>;
  /** Members that no document contains as they are. */
  readonly members?: Readonly<Record<string, Schema>>;
}

type Values<A> = { readonly [K in keyof A]: ValueOf<A[K]> };
type Singular<S extends string> = S extends `${infer Stem}ies` ? `${Stem}y` : S extends `${infer Stem}s` ? Stem : S;
type RelationMembers<L> = {
  readonly [K in keyof L as L[K] extends ToMany ? `${Singular<K & string>}Ids` : `${K & string}Id`]: L[K] extends ToMany
    ? readonly string[]
    : L[K] extends ToOne & { readonly optional: true }
      ? string | null
      : string;
};
type Stored<M> = { readonly [K in keyof M]: M[K] extends Schema ? Decoded<M[K]> : never };

/** The type of a kind's records; a kind, or its shape, has it. */
export interface HasRecords<R> {
  /** The name of the table. */
  readonly type: string;
  readonly schema: Schema<R>;
}

/** A record of a kind with this shape. */
export type RecordOf<S extends Shape> = BaseRecord &
  Values<S["attributes"]> &
  RelationMembers<S["relations"]> &
  Stored<S["members"]> & { readonly settings: Partial<Values<S["settings"]>> };

/** A change to a record, or the content of a new one; undefined members keep their value. */
export type ChangeOf<R> = { readonly [K in Exclude<keyof R, keyof BaseRecord>]?: R[K] | undefined };

/** A record with its kind. */
export interface ObjectOf<R extends BaseRecord = BaseRecord> {
  readonly kind: Kind<R>;
  readonly record: R;
}

/** The part of the store that kinds use. */
export interface Store {
  readonly clock: Clock;
  /** The table of a kind. */
  table<R extends BaseRecord>(kind: HasRecords<R>): Table<R>;
  /** The table of the kind with this type. @throws Error when there is none (a bug in the emulator) */
  of(type: string): Table<BaseRecord>;
  /** @throws Error when there is none (a bug in the emulator) */
  kind(type: string): Kind;
  readonly kinds: ReadonlyMap<string, Kind>;
  /** The object that a record belongs to; undefined for an organization. */
  parentOf(kind: Kind, record: BaseRecord): ObjectOf | undefined;
  placeOf(kind: Kind, record: BaseRecord): Place;
  /** A sequence number for a new record. */
  nextSequence(): number;
  /** Makes all changes of a function, or none if it throws. A call within another one is a part of that call. */
  atomically<T>(change: () => T): T;
  readonly choices: Choices;
  /** Changes with each change of a record. */
  readonly revision: number;
}

/** Everything that a response depends on, in addition to the request. */
export interface Context {
  readonly store: Store;
  readonly principal: Principal;
  readonly documents: DocumentsOption;
  /** The URL of the request without its query, for absolute URLs. */
  readonly address: string;
}

/** The part of the context that a change depends on. */
export type WriteContext = Pick<Context, "store" | "principal">;

/** The same of a change that may be out of band, and then has no principal. */
export type ChangeContext = Pick<Context, "store"> & Partial<Pick<Context, "principal">>;

export type ServiceRequest = RouteRequest & Context;
export type ServiceRoute = Route<Omit<Context, keyof RouteRequest>>;

/** An attribute that is derived, or the same for all objects. */
export interface Computed<R> {
  readonly constant?: unknown;
  /** The value; undefined omits the attribute. */
  value?(context: Context, record: R, view: View): unknown;
  readonly documented?: Documented | OfKind<[record: R], boolean>;
}

/**
 * A relationship that is derived. Its content is given by at most one of `constant`, `records` and `resources`; with
 * none of them, it has only links.
 */
export interface Related<R> {
  /** The whole relationship, if it is the same for all objects. */
  readonly constant?: object;
  /** The kind of the related objects. */
  readonly to?: string;
  readonly many?: boolean;
  /** Related objects with a table; one or none unless `many`. */
  records?(context: Context, record: R): readonly BaseRecord[] | BaseRecord | undefined;
  /** Related objects without a table. */
  resources?(context: Context, record: R): readonly Resource[];
  /** Identifiers of the related objects, if known without the objects. @default from `records` or `resources` */
  identifiers?(context: Context, record: R): readonly Identifier[];
  /** Whether identifiers are only returned if the relationship is included. @default false */
  readonly onlyIncluded?: boolean;
  /** Whether documents omit an empty relationship, instead of null. @default false */
  readonly isAbsentWithoutValue?: boolean;
  /** Its links; undefined for none. */
  links?(context: Context, record: R): Readonly<Record<string, string>> | undefined;
  /** Whether documents have the relationship, or only its links, even if it is included. @default "all" */
  shown?(context: Context, record: R): "all" | "links" | "nothing";
  readonly documented?: boolean | OfKind<[record: R], boolean>;
}

/** A condition on the objects of a list. */
export type Condition<R> = OfKind<[record: R], boolean>;

/** A list of the objects of a kind. */
export interface ListDefinition<R extends BaseRecord> {
  /** The condition of each query parameter's value, by the parameter's name. A blank value is no condition. */
  readonly filters?: Readonly<Record<string, (value: string, request: ServiceRequest) => Condition<R>>>;
  /** Conditions that depend on several parameters. */
  readonly conditions?: {
    readonly parameters: readonly string[];
    of(request: ServiceRequest): readonly Condition<R>[];
  };
  /** Parameters that other functions read, such as `source`. */
  readonly parameters?: readonly string[];
  /** Parameters that the service supports, and the emulator does not. */
  readonly notEmulated?: readonly string[];
  /** Orders by the value of `sort`, which may be preceded by a hyphen. @default none */
  readonly sort?: Readonly<
    Record<string, ListOrder | OfKind<[request: ServiceRequest, list: Listable<R>], Listable<R>>>
  >;
  /** The order without `sort`; a hyphen in front reverses it. @default "creation" */
  readonly order?: ListOrder | "-creation";
  /** All objects of the list in an order, before any condition. @default those of the object in the path */
  source?(request: ServiceRequest, order: ListOrder): Listable<R>;
  /** The objects that an index finds for a parameter, in any order. Undefined without that parameter. */
  found?(request: ServiceRequest): readonly R[] | undefined;
  /** Relationships of the kind that the list does not include, depending on options. @default none */
  refusedIncludes?(choices: Choices): readonly string[];
  /** How the list has pages. @default "counted" */
  readonly pages?: Pages;
  /** Further members of `meta`. @param all the visible objects without conditions */
  meta?(all: Listable<R>, matching: Listable<R>, request: ServiceRequest): object;
}

/** Where an object is, or will be created. */
export interface Scope<R extends BaseRecord = BaseRecord> {
  readonly organizationId: string;
  /** The object that the object belongs to after the change. */
  readonly parent: BaseRecord | undefined;
  /** The object before the change; undefined for a new one. */
  readonly before: R | undefined;
  /** Who changes it; undefined for seeds and changes out of band, which can refer to every object. */
  readonly principal?: Principal;
}

/** A part of a change that the kind's own code reads. */
export interface ReadPart<R> {
  readonly change: ChangeOf<R>;
  readonly problems: readonly AttributeProblem[];
}

/** The operations that every kind has in the same form. */
export type StandardOperation = "list" | "create" | "show" | "update" | "delete";

/** The permissions that operations require. An operation without one is not offered. */
type Access = Readonly<Record<"read", Permission> & Partial<Record<"create" | "update" | "delete", Permission>>>;

/** The behavior of the objects of a kind. */
export interface Behavior<R extends BaseRecord> {
  /** Permissions that the operations require on the place of the object. */
  readonly access: Access;
  /** The same for the objects that belong to one of a type. @default `access` */
  readonly accessIn?: Readonly<Record<string, Access>>;
  /** Whether a principal who can read the place of an object sees the object itself. @default yes */
  isVisible?(context: WriteContext, record: R): boolean;
  /** The place of an object. @default that of its parent */
  place?(record: R): Place;
  /** The ID in documents and paths. @default that of the record */
  wireId?(record: R): string;
  /** Finds an object by the part of the path after its parent. @default by ID, if it belongs to the parent */
  find?(store: Store, address: string, parent: BaseRecord | undefined): R | undefined;

  /** Paths of a single object. The first one is used in links, the last one has the ID. */
  readonly items?: readonly string[];
  /** The path of the list, to which new objects are posted; several, if objects of several kinds have them. */
  readonly collection?: string | readonly string[];
  /** The standard operations that are offered. @default all that have a path and a permission */
  readonly offers?: readonly StandardOperation[];
  /** The status of the response to the creation of an object. @default 201 */
  readonly creationStatus?: 200;
  readonly list?: ListDefinition<R>;
  /** Further lists of these objects. */
  readonly lists?: readonly (ListDefinition<R> & { readonly path: string })[];
  /** Operations of its own. */
  readonly routes?: readonly ServiceRoute[];

  readonly computed?: Readonly<Record<string, Computed<R>>>;
  readonly related?: Readonly<Record<string, Related<R>>>;
  /** Relations that the document of an object omits. @default none */
  omits?(record: R): readonly string[];
  /** Relationships that can be included, as the service calls them, such as `run.workspace`. */
  readonly includes?: readonly string[];
  /** Relationships that the response to a creation includes without being asked. @default none */
  readonly creationIncludes?: readonly string[];
  /** Relationships that the service includes, and that are always empty in the emulator. */
  readonly includesNothing?: readonly string[];
  /** Relationships that the service includes, and the emulator does not. */
  readonly includesNotEmulated?: readonly string[];
  /** Links of the resource; undefined for none. @default `self` */
  links?(context: Context, record: R): Readonly<Record<string, string>> | undefined;
  /** Relationships in a request document that are not emulated. */
  readonly relationshipsNotEmulated?: readonly string[];

  /** Reads parts of a document besides attributes and relations. @throws HttpError for a malformed document */
  read?(resource: RequestResource, scope: Scope<R>, context: ChangeContext): ReadPart<R>;
  /** Other types that clients send in documents. */
  readonly otherTypes?: readonly string[];
  /** The object that a new one belongs to if the document does not name it. @default that of the path */
  defaultParent?(request: ServiceRequest): BaseRecord;
  /** Relations of which no other object has the same, such as a team's access to a project. */
  readonly uniqueTogether?: readonly [reported: string, other: string];
  /** Problems across attributes. */
  rules?(change: ChangeOf<R>, scope: Scope<R>, store: Store): readonly AttributeProblem[];
  /** The record to store after a change, such as with values that exclude each other. */
  settle?(record: R, change: ChangeOf<R>, before: R | undefined, store: Store): R;
  /** Relationships of a document that have new objects in full, which are created in this one, with their type. */
  readonly contains?: Readonly<Record<string, string>>;
  /**
   * Completes an object from parts of its document besides attributes and relations, once it is created or changed.
   *
   * @param before undefined for a new one
   * @throws HttpError when it cannot be, which undoes everything
   */
  written?(request: ServiceRequest, record: R, resource: RequestResource, before: R | undefined): void;
  /** Creates the object that every object of another kind has. */
  readonly madeWith?: { readonly type: string; make(store: Store, parent: BaseRecord): void };
  /** @throws HttpError when the object cannot be deleted by the principal */
  refuseDelete?(context: ChangeContext, record: R): void;
  /** Removes other data of a deleted object. */
  removed?(store: Store, record: R): void;
  readonly indexes?: Readonly<Record<string, IndexDefinition<R>>>;
}

/** The complete definition of a kind of object. */
export interface Kind<R extends BaseRecord = BaseRecord, O = unknown> extends Shape, Behavior<R> {
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly settings: Readonly<Record<string, Setting>>;
  readonly relations: Readonly<Record<string, Relation>>;
  /** The relations to the object that an object belongs to, by name: it has one of them. */
  readonly parents: ReadonlyMap<string, ToOne>;
  readonly schema: Schema<R>;
  /** How seeds, the control API and the state have its objects (`out-of-band.ts`). @default they do not, or by code */
  readonly outOfBand: O;
}

/** Checks and preserves the types of a shape. */
export function shape<const S extends Shape>(definition: S): S & HasRecords<RecordOf<S>> {
  return { ...definition, schema: schemaOf(definition) };
}

export function kind<S extends Shape, O = undefined>(
  definition: S & HasRecords<RecordOf<S>>,
  behavior: Behavior<RecordOf<S>> & { readonly outOfBand?: O },
): Kind<RecordOf<S>, O> {
  const { attributes = {}, settings = {}, relations = {} } = definition;
  // Without it, it is undefined, as its type says.
  const made = behavior.outOfBand as O;
  const parents = parentsOf(definition);
  return { ...definition, ...behavior, attributes, settings, relations, parents, outOfBand: made };
}

function parentsOf({ parent, relations = {} }: Shape): ReadonlyMap<string, ToOne> {
  const isParent = (name: string, { as }: Relation): boolean => (as ?? name) === parent;
  return new Map(
    Object.entries(relations).flatMap(([name, it]) => (!it.many && isParent(name, it) ? [[name, it]] : [])),
  );
}

/** The schema of the records of a state file. */
function schemaOf<S extends Shape>(definition: S): Schema<RecordOf<S>> {
  const { attributes = {}, settings = {}, relations = {}, members = {} } = definition;
  const schema: Schema = object({
    id: string,
    sequence: number,
    ...mapValues(attributes, (it) => it.stored ?? it.schema),
    ...Object.fromEntries(
      Object.entries(relations).map(([name, relation]) => [
        memberOfRelation(name, relation),
        relation.many ? arrayOf(string) : relation.optional ? nullable(string) : string,
      ]),
    ),
    ...members,
    settings: object(mapValues(settings, (it) => optional(it.stored ?? it.schema))),
  });
  // The members are those that RecordOf derives from the same definitions; the compiler cannot follow Object.entries.
  return schema as Schema<RecordOf<S>>;
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, to: (value: T) => U): Readonly<Record<string, U>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}
