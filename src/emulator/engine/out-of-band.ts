import type { Schema } from "../decode";
import { arrayOf, object, optional, string } from "../decode";
import type { Attribute, Setting } from "./attribute";
import type { ChangeOf, Kind } from "./kind";
import { memberOfRelation } from "./relation";
import type { BaseRecord } from "./table";
import { memberOf } from "./table";

/*
 * New objects of an organization in a seed, or out of band: flat options, with the attributes and settings of their
 * kind, and references to other objects: by name in a seed, otherwise by ID.
 */

/** Whether options refer to other objects by name or by ID. */
export type Reference = "name" | "id";

/** The schemas of the options of a new object of a kind. */
export function optionsShape(kind: Kind, reference: Reference): Readonly<Record<string, Schema>> {
  const attributes = Object.entries(kind.attributes).filter(([, it]) => isGiven(it));
  return {
    ...Object.fromEntries(
      attributes.map(([name, it]): [string, Schema] => [
        name,
        it.initial === undefined ? it.schema : optional(it.schema),
      ]),
    ),
    ...Object.fromEntries(Object.entries(givenSettings(kind)).map(([name, it]) => [name, optional(it.schema)])),
    ...Object.fromEntries(
      referencesOf(kind).map(({ option, many }) => [
        option[reference],
        optional<Schema>(many ? arrayOf(string) : string),
      ]),
    ),
  };
}

/** The schema of the options of a new object of a kind. */
export function optionsOf(kind: Kind, reference: Reference): Schema<Readonly<Record<string, unknown>>> {
  return object(optionsShape(kind, reference));
}

function isGiven({ stamp, writable }: Attribute): boolean {
  return stamp === undefined && writable !== "never";
}

/** The settings that can be given as options. */
function givenSettings({ settings, outOfBand }: Kind): Readonly<Record<string, Setting>> {
  const named = outOfBand?.settings;
  if (named === undefined) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([name]) => named.includes(name)));
}

interface ReferenceOption {
  readonly relation: string;
  readonly to: string;
  readonly many: boolean;
  /** The option's name for references by name and by ID. */
  readonly option: Readonly<Record<Reference, string>>;
}

/** The options that refer to other objects, in the order of the kind. */
export function referencesOf({ relations }: Kind): readonly ReferenceOption[] {
  return Object.entries(relations).flatMap(([relation, { to, many, option }]) =>
    option === undefined ? [] : [{ relation, to, many, option }],
  );
}

/**
 * The content of a new object with these options.
 *
 * @param ids the IDs that each option refers to, by the name of the relation
 */
export function changeOf<R extends BaseRecord>(
  kind: Kind<R>,
  organizationId: string,
  options: object,
  ids: Readonly<Record<string, readonly string[]>>,
): ChangeOf<R> {
  const taken = (names: readonly string[]): object =>
    Object.fromEntries(names.map((name) => [name, memberOf(options, name)]));
  const references = referencesOf(kind).flatMap(({ relation, many }) => {
    const found = ids[relation];
    return found === undefined ? [] : [[memberOfRelation(relation, { many }), many ? found : found[0]] as const];
  });
  // As in `readChange`, the compiler cannot follow Object.entries.
  return {
    organizationId,
    ...taken(Object.keys(kind.attributes)),
    ...Object.fromEntries(references),
    settings: taken(Object.keys(givenSettings(kind))),
  } as unknown as ChangeOf<R>;
}

/** The IDs in options that refer by ID, by the name of the relation. */
export function idsIn(kind: Kind, options: object): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    referencesOf(kind).flatMap(({ relation, option }) => {
      const given = memberOf(options, option.id);
      const ids: readonly unknown[] = Array.isArray(given) ? given : [given];
      return given === undefined ? [] : [[relation, ids.map(String)] as const];
    }),
  );
}
