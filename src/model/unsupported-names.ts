import { nearestName } from "./nearest-name";

/** A name in code that is not supported. */
export interface UnsupportedName {
  readonly attribute: string;
  /** Terraform's message. */
  readonly message: string;
}

export function unsupportedNames(object: object, supported: readonly string[]): readonly UnsupportedName[] {
  const unsupported = namesIn(object).filter((name) => !supported.includes(name));
  if (unsupported.length === 0) return [];
  const unused = supported.filter((name) => !Object.hasOwn(object, name));
  return unsupported.map((attribute) => ({
    attribute,
    message: unsupportedName(attribute, nameMeant(attribute, unused, 2)),
  }));
}

/** The names of an object that are set. */
export function namesIn(object: object): readonly string[] {
  return Object.entries<unknown>({ ...object }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** @param meant - The intended name; undefined if none is similar. */
export function unsupportedName(name: string, meant: string | undefined): string {
  return `No argument or block type is named ${JSON.stringify(name)}.${suggestion(meant)}`;
}

/** A question that follows a sentence; empty without a similar name. */
export function suggestion(meant: string | undefined): string {
  return meant === undefined ? "" : ` Did you mean ${JSON.stringify(meant)}?`;
}

/**
 * The intended name: the same in another notation, such as `deletion_policy` for `deletionPolicy`, or the most similar
 * one.
 *
 * @param maxDistance - As for {@link nearestName}.
 */
export function nameMeant(name: string, names: readonly string[], maxDistance?: number): string | undefined {
  const letters = lettersOf(name);
  return names.find((other) => lettersOf(other) === letters) ?? nearestName(name, names, maxDistance);
}

function lettersOf(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}
