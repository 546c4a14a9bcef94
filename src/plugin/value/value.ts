import type { Unknown } from "../../schema";

/** A value of Terraform's type system, after its type was checked. */
export type Value = string | number | bigint | boolean | null | Unknown | readonly Value[] | ObjectValue;

/** All attributes of a resource, data source or provider. */
export interface ObjectValue {
  readonly [name: string]: Value;
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether the value is a map, or an object with fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
