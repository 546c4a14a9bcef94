import { sameValue, valueTypes, type NameIn, type PlanOf, type Schema, type StateOf } from "../schema";

/**
 * Names of the attributes and blocks that differ. Sets are equal in any order, as are an integer as `number` and as
 * `bigint`; unknown differs from every known value. For use in `plan` of a resource.
 */
export function changedAttributes<S extends Schema>(
  schema: S,
  before: StateOf<S>,
  after: PlanOf<S>,
): readonly NameIn<S>[] {
  const types = valueTypes(schema);
  const isName = (name: string): name is NameIn<S> => Object.hasOwn(types, name);
  return Object.keys(types)
    .filter(isName)
    .filter((name) => {
      const type = types[name];
      return type !== undefined && !sameValue(type, before[name], after[name]);
    });
}
