import { ownMember } from "../own-member";
import { isArray, isRecord, type AttributePath, type Body } from "../schema";
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

/** A name in a nested block that is not supported. */
export interface UnsupportedInBlock {
  /** The place of the name, with the names that the code has. */
  readonly path: AttributePath;
  /** Terraform's message. */
  readonly message: string;
}

/**
 * The names in nested blocks that are not supported, at every depth.
 *
 * @param values - Those of the body, by the names of the code.
 * @param nameOf - What the code calls an attribute or block.
 * @param others - Names that blocks can have besides. @default none
 */
export function unsupportedInBlocks(
  { blocks = {} }: Body,
  values: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string,
  others: readonly string[] = [],
): readonly UnsupportedInBlock[] {
  return Object.entries(blocks).flatMap(([type, block]) => {
    const given = ownMember(values, nameOf(type));
    const all = isArray(given) ? given.map((it, index) => [it, index] as const) : [[given] as const];
    return all.flatMap(([it, ...index]) => {
      if (!isRecord(it)) return [];
      const supported = Object.keys({ ...block.attributes, ...block.blocks }).map(nameOf);
      const here = unsupportedNames(it, [...supported, ...others]).map(({ attribute, message }) => ({
        path: [attribute],
        message,
      }));
      return [...here, ...unsupportedInBlocks(block, it, nameOf, others)].map(({ path, message }) => ({
        path: [nameOf(type), ...index, ...path],
        message,
      }));
    });
  });
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
