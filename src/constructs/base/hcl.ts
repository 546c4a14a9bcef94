/** An argument as `cdktf synth --hcl` expects it. */
export interface HclArgument {
  readonly value: unknown;
  readonly isBlock: boolean;
  readonly type: string;
  readonly storageClassType: string;
}

/** @param storageClassType - `string`, `number` or `boolean`. */
export function simple(storageClassType: string, value: unknown): HclArgument {
  return { value, isBlock: false, type: "simple", storageClassType };
}

/** @param type - `list`, `set` or `map`. */
export function collection(type: string, value: unknown): HclArgument {
  return { value, isBlock: false, type, storageClassType: type === "map" ? "stringMap" : "stringList" };
}

/**
 * The blocks of a type.
 *
 * @param type - `list`, `set`, or `struct` for a single one.
 */
export function nestedBlocks(type: string, storageClassType: string, value: unknown): HclArgument {
  return { value, isBlock: true, type, storageClassType };
}

/** The arguments that are set. */
export function definedArguments(all: Readonly<Record<string, HclArgument>>): Record<string, HclArgument> {
  return Object.fromEntries(Object.entries(all).filter(([, { value }]) => value !== undefined && value !== null));
}
