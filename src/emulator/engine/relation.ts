import { wireKey } from "./words";

/** Options of every stored relation. */
interface RelationOptions {
  /** When the service accepts it in a request document. @default never */
  readonly writable?: "always" | "create" | "never" | undefined;
  /**
   * The relationship in documents, where several relations are one: each to another type of objects, one of which an
   * object has at a time, such as the owner, an organization or a project.
   *
   * @default a relationship of its own name
   */
  readonly as?: string;
  /** Whether the relationship has a link to the related object. @default false */
  readonly links?: boolean;
  /** Whether documents contain it with `documents: "documented"`. @default true */
  readonly documented?: boolean;
  /** The option's name in a seed, by name, and out of band, by ID. @default it cannot be given there */
  readonly option?: { readonly name: string; readonly id: string };
  /** Whether documents omit an empty relationship, instead of null. @default false */
  readonly isAbsentWithoutValue?: boolean;
  /** Whether no document contains it. @default false */
  readonly hidden?: boolean;
  /** The service's error for an ID of another organization. @default derived from the name of the kind */
  readonly missing?: string;
  /** Whether such an ID is reported as missing (404) rather than as invalid (422). @default false */
  readonly isNotFound?: boolean;
}

/** A reference to one object, stored as a member `nameId`. */
export interface ToOne extends RelationOptions {
  readonly to: string;
  readonly many: false;
  /** Whether it can be null. */
  readonly optional: boolean;
  /**
   * What happens when the other object is deleted: this object is deleted, too (`cascade`), the deletion is refused, or
   * the reference becomes null.
   *
   * @default "clear"
   */
  readonly onDelete?: "cascade" | "refuse" | "clear";
  /** The service's error (422) if the new object cannot be created in the referenced one. @default 404 */
  readonly unusable?: string;
  /** The permission, instead of `update`, that a change requires on the place of the object before and after. */
  readonly permission?: "move-workspaces";
}

/** References to any number of objects, stored as a member `nameIds` with the singular of the name. */
export interface ToMany extends RelationOptions {
  readonly to: string;
  readonly many: true;
  /** Deleted objects are removed from the relation. */
  readonly onDelete?: never;
  /** Operations under `/relationships/…` of the object: adding and removing some; with `replace`, also setting all. */
  readonly editable?: "add" | "replace";
}

export type Relation = ToOne | ToMany;

/** The names of the option that gives a relation, or undefined. */
type OptionNames = RelationOptions["option"];
type Writable = RelationOptions["writable"];

/** What is known of a relation besides its type: the type of the objects, its option, and when it can be given. */
type Known<To extends string, Option extends OptionNames, W extends Writable> = Readonly<{
  to: To;
  option: Option;
  writable: W;
}>;

type Options<R extends Relation, Option, W> = Omit<R, "to" | "many" | "optional" | "option" | "writable"> &
  Partial<Readonly<{ option: Option; writable: W }>>;

export function toOne<To extends string, const Option extends OptionNames = undefined, W extends Writable = undefined>(
  to: To,
  options: Options<ToOne, Option, W> = {},
): ToOne & Known<NoInfer<To>, NoInfer<Option>, NoInfer<W>> & { readonly optional: false } {
  return { ...options, ...known(to, options), many: false, optional: false };
}

export function toOptional<
  To extends string,
  const Option extends OptionNames = undefined,
  W extends Writable = undefined,
>(
  to: To,
  options: Options<ToOne, Option, W> = {},
): ToOne & Known<NoInfer<To>, NoInfer<Option>, NoInfer<W>> & { readonly optional: true } {
  return { ...options, ...known(to, options), many: false, optional: true };
}

export function toMany<To extends string, const Option extends OptionNames = undefined, W extends Writable = undefined>(
  to: To,
  options: Options<ToMany, Option, W> = {},
): ToMany & Known<NoInfer<To>, NoInfer<Option>, NoInfer<W>> {
  return { ...options, ...known(to, options), many: true };
}

/** An option that is not given is undefined, as its type says. */
function known<To extends string, Option extends OptionNames, W extends Writable>(
  to: To,
  { option, writable }: Partial<Readonly<{ option: Option; writable: W }>>,
): Known<To, Option, W> {
  return { to, option: option as Option, writable: writable as W };
}

/** The key of the relationship in documents. */
export function keyOfRelation(name: string, { as }: Pick<Relation, "as">): string {
  return wireKey(as ?? name);
}

/** The types of the objects in a relationship. */
export function typesUnder(key: string, relations: Readonly<Record<string, Relation>>): readonly string[] {
  return Object.entries(relations).flatMap(([name, relation]) =>
    keyOfRelation(name, relation) === key ? [relation.to] : [],
  );
}

/** The member of a record that stores a relation. */
export function memberOfRelation(name: string, { many }: Pick<Relation, "many">): string {
  return many ? `${singular(name)}Ids` : `${name}Id`;
}

function singular(name: string): string {
  return name.endsWith("ies") ? name.replace(/ies$/, "y") : name.replace(/s$/, "");
}
