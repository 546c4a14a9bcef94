import type { Option } from "commander";

/** Collects the values of an option that may be repeated. Every such option uses it, and is recognized by it. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** Whether an option may be given more than once. */
export function isRepeatable({ parseArg, variadic }: Option): boolean {
  return variadic || parseArg === collect;
}
