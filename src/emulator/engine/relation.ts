/** What a stored relation has in common. */
interface RelationOptions {
  /** When the service accepts it in a request document. @default never */
  readonly writable?: "always" | "create" | "never";
  /** Whether the relationship has a link to the related object. @default false */
  readonly links?: boolean;
  /** With `documents: "documented"`. @default true */
  readonly documented?: boolean;
  /** What it is called in a seed, by name, and out of band, by ID. @default it cannot be given there */
  readonly option?: { readonly name: string; readonly id: string };
  /** Whether documents leave it out while there is none, instead of null. @default false */
  readonly isAbsentWithoutValue?: boolean;
  /** Whether no document has it. @default false */
  readonly hidden?: boolean;
  /** The service's error for an ID that is not of the organization. @default derived from the name of the kind */
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
   * What becomes of the object when the other one is deleted: deleted, too, or that one cannot be deleted; by default
   * the reference is null from then on.
   */
  readonly onDelete?: "cascade" | "refuse" | "clear";
  /** The service's error (422) for one that a new object cannot be created in. @default 404 */
  readonly unusable?: string;
  /** Changing it requires this permission on the place of the object before and after, in place of `update`. */
  readonly permission?: "move-workspaces";
}

/** References to any number of objects, stored as a member `nameIds` with the singular of the name. */
export interface ToMany extends RelationOptions {
  readonly to: string;
  readonly many: true;
  /** Deleted objects are taken out of it. */
  readonly onDelete?: never;
  /** Under `/relationships/…` of the object: adding and removing some, and for `replace` also setting all. */
  readonly editable?: "add" | "replace";
}

export type Relation = ToOne | ToMany;

export function toOne(
  to: string,
  options: Omit<ToOne, "to" | "many" | "optional"> = {},
): ToOne & { readonly optional: false } {
  return { ...options, to, many: false, optional: false };
}

export function toOptional(
  to: string,
  options: Omit<ToOne, "to" | "many" | "optional"> = {},
): ToOne & { readonly optional: true } {
  return { ...options, to, many: false, optional: true };
}

export function toMany(to: string, options: Omit<ToMany, "to" | "many"> = {}): ToMany {
  return { ...options, to, many: true };
}

/** The member of a record that stores a relation. */
export function memberOfRelation(name: string, { many }: Pick<Relation, "many">): string {
  return many ? `${name.replace(/s$/, "")}Ids` : `${name}Id`;
}
