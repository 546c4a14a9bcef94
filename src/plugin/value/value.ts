import type { Unknown } from "../../schema";

/** A value of Terraform's type system, after its type was checked. */
export type Value = string | number | bigint | boolean | null | Unknown | readonly Value[] | ObjectValue;

/** All attributes of a resource, data source or provider. */
export interface ObjectValue {
  readonly [name: string]: Value;
}
