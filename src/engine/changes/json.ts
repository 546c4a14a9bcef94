import * as v from "valibot";
import { isObject } from "../../json";
import { ownMember } from "../../own-member";
import { camelCase, snakeCase } from "../../schema";
import { changeSchema, type Change } from "./change";

/*
 * Changes as JSON: the same values, with members in snake_case. Names are those of the schema, so that keys of maps,
 * such as tags, stay.
 */

/** The JSON of changes, as the documents of `plan`, `drift` and `apply` have it. */
export function changesJson(changes: readonly Change[]): readonly unknown[] {
  return changes.map((it) => renamed(changeSchema, it, snakeCase));
}

/** Reads the JSON of changes. */
export const changesInJson = v.pipe(
  v.array(v.unknown()),
  v.transform((changes) => changes.map((it) => renamed(changeSchema, it, camelCase))),
  v.array(changeSchema),
);

/** As far as this looks into a schema. Schemas of maps have other types than `object`. */
interface Schema {
  readonly type: string;
  readonly getter?: (input: undefined) => unknown;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly Schema[];
  /** Of a variant: the member that tells its options apart. */
  readonly key?: string;
  readonly literal?: unknown;
}

/** A value with other names of the members that its schema has. What the schema does not have stays as it is. */
function renamed(schema: Schema, value: unknown, nameOf: (name: string) => string): unknown {
  if (schema.getter !== undefined) return renamed(schema.getter(undefined) as Schema, value, nameOf);
  if (schema.wrapped !== undefined) return renamed(schema.wrapped, value, nameOf);
  if (Array.isArray(value)) return value.map((it) => renamed(schema.item ?? ANY, it, nameOf));
  if (!isObject(value)) return value;
  const { entries, key = "" } = schema;
  if (entries === undefined) {
    const option = schema.options?.find((it) => key !== "" && it.entries?.[key]?.literal === value[key]);
    return option === undefined ? value : renamed(option, value, nameOf);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const own = ownMember(entries, camelCase(name));
      return own === undefined ? [name, member] : [nameOf(name), renamed(own, member, nameOf)];
    }),
  );
}

const ANY: Schema = { type: "any" };
