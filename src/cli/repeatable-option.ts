import { InvalidArgumentError, type Option } from "commander";
import { checkObjectPattern } from "../model";

/** Collects the values of an option that may be repeated. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/**
 * Like {@link collect}, for patterns of projects and workspaces.
 *
 * @throws InvalidArgumentError when it can match none.
 */
export function collectPattern(value: string, earlier?: readonly string[]): readonly string[] {
  for (const { message } of checkObjectPattern(value)) throw new InvalidArgumentError(message);
  return collect(value, earlier);
}

/** Whether an option may be given more than once. */
export function isRepeatable({ parseArg, variadic }: Option): boolean {
  return variadic || parseArg === collect || parseArg === collectPattern;
}
