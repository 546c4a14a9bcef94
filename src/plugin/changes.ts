import { sameValue, type PlanOf, type Schema, type StateOf } from "../schema";

/**
 * Names of the attributes that differ. Sets are equal in any order, as are an integer as `number` and as `bigint`;
 * unknown differs from every known value. For use in `plan` of a resource.
 */
export function changedAttributes<S extends Schema>(
  schema: S,
  before: StateOf<S>,
  after: PlanOf<S>,
): readonly Extract<keyof S["attributes"], string>[] {
  return attributeNames(schema).filter((name) => {
    const type = schema.attributes[name]?.type;
    return type !== undefined && !sameValue(type, before[name], after[name]);
  });
}

function attributeNames<S extends Schema>(schema: S): readonly Extract<keyof S["attributes"], string>[] {
  const isName = (name: string): name is Extract<keyof S["attributes"], string> =>
    Object.hasOwn(schema.attributes, name);
  return Object.keys(schema.attributes).filter(isName);
}
