import * as v from "valibot";

/** A read-only list. */
export function listOf<const S extends v.GenericSchema>(
  item: S,
): v.SchemaWithPipe<readonly [v.ArraySchema<S, undefined>, v.ReadonlyAction<v.InferOutput<S>[]>]> {
  return v.pipe(v.array(item), v.readonly());
}

/** A read-only object. */
export function objectOf<const E extends v.ObjectEntries>(
  entries: E,
): v.SchemaWithPipe<
  readonly [v.ObjectSchema<E, undefined>, v.ReadonlyAction<v.InferOutput<v.ObjectSchema<E, undefined>>>]
> {
  return v.pipe(v.object(entries), v.readonly());
}
