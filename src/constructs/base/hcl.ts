/** An argument as `cdktf synth --hcl` expects it. */
export interface HclArgument {
  readonly value: unknown;
  readonly isBlock: false;
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

/** The arguments that are set. */
export function definedArguments(all: Readonly<Record<string, HclArgument>>): Record<string, HclArgument> {
  return Object.fromEntries(Object.entries(all).filter(([, { value }]) => value !== undefined));
}
