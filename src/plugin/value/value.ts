import type { Unknown } from "../../schema";

/** Any value that Terraform and a provider can give each other, after its type was checked. */
export type Value = string | number | bigint | boolean | null | Unknown | readonly Value[] | ObjectValue;

/** The attributes of a resource, data source or provider; every attribute of the schema is there. */
export interface ObjectValue {
  readonly [name: string]: Value;
}
