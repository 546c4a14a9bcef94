import { ownMember } from "../own-member";
import { isArray, isRecord, type Body } from "../schema";
import { attributeError, type AttributeDiagnostic } from "./diagnostic";
import { nearestName } from "./nearest-name";

/** The names in code that are not supported, with Terraform's messages. */
export function unsupportedNames(object: object, supported: readonly string[]): readonly AttributeDiagnostic[] {
  const unsupported = namesIn(object).filter((name) => !supported.includes(name));
  if (unsupported.length === 0) return [];
  const unused = supported.filter((name) => !Object.hasOwn(object, name));
  return unsupported.map((name) => {
    return attributeError([name], "Unsupported argument", unsupportedName(name, nameMeant(name, unused, 2)));
  });
}

/**
 * The names in nested blocks that are not supported, at every depth, with the names that the code has.
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
): readonly AttributeDiagnostic[] {
  return Object.entries(blocks).flatMap(([type, block]) => {
    const given = ownMember(values, nameOf(type));
    const all = isArray(given) ? given.map((it, index) => [it, index] as const) : [[given] as const];
    return all.flatMap(([it, ...index]) => {
      if (!isRecord(it)) return [];
      const supported = Object.keys({ ...block.attributes, ...block.blocks }).map(nameOf);
      const found = [
        ...unsupportedNames(it, [...supported, ...others]),
        ...unsupportedInBlocks(block, it, nameOf, others),
      ];
      return found.map((error) => ({ ...error, attribute: [nameOf(type), ...index, ...error.attribute] }));
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
