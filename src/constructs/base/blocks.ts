import { Tokenization, type IResolvable } from "cdktf";

/**
 * Whether the configuration of a block is an object in the code. What is not set, and what only Terraform knows, is
 * passed on unchanged.
 */
export function isStruct<T extends object>(struct: T | IResolvable | null | undefined): struct is T {
  return struct !== undefined && struct !== null && !Tokenization.isResolvable(struct);
}

/** The values that are set. */
export function definedValues(all: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== null));
}
