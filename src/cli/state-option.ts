import { resolve } from "node:path";
import type { StateVersion } from "../engine";
import { formatList } from "../reconcile";
import { isStdin } from "../source";
import { parseStackFile } from "../terraform/stack-file";
import { UserError, usageError } from "../user-error";

/**
 * The Terraform state of each stack that is named.
 *
 * @param options - Values of `--state`: `FILE`, `-`, or `STACK=FILE` if there are several stacks.
 * @throws UserError when they do not fit the stacks.
 */
export function statesOf(options: readonly string[] = [], stacks: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const option of options) {
    const { stack, file } = parseStackFile(option, stacks);
    const [only, ...others] = stacks;
    if (stack === undefined && others.length > 0) {
      const names = stacks.join(", ");
      throw usageError(
        `--state ${option} does not name a stack, and the app has several: ${names}.`,
        "Use --state STACK=FILE for each of them.",
      );
    }
    const module = stack ?? only ?? "";
    if (files.has(module)) throw usageError(`--state is set twice for ${module}.`, "Remove one of them.");
    files.set(module, file);
  }
  if ([...files.values()].filter(isStdin).length > 1) {
    throw usageError("--state - is set twice.", "Use files for all states but one.");
  }
  return files;
}

/**
 * Checks that `--state` names only the states that a saved plan was made with, and repeats the one from stdin.
 *
 * @param options - Values of `--state`: `FILE` or `STACK=FILE`.
 * @throws UserError when it names another state, or lacks the one from stdin. Nothing has been changed.
 */
export function checkSameStates(plan: string, states: readonly StateVersion[], options: readonly string[]): void {
  const given = options.map((option) => ({ option, files: [option, option.slice(option.indexOf("=") + 1)] }));
  const other = given.find(({ files }) => !states.some(({ source }) => files.some((file) => isSame(file, source))));
  if (other !== undefined) {
    const sources = states.map(({ source }) => (isStdin(source) ? "the one from stdin" : source));
    const own = states.length === 0 ? "no state" : formatList(sources);
    throw usageError(
      `Nothing was changed: --state ${other.option} is not a Terraform state of the saved plan ${plan}, which ` +
        `was made with ${own}.`,
      "Leave it out, or create a new plan with it.",
    );
  }
  const needsStdin = states.some(({ source }) => isStdin(source) && !given.some(({ files }) => files.includes(source)));
  if (needsStdin) {
    throw new UserError(
      `Nothing was changed: the plan ${plan} was made with a Terraform state from stdin, which is needed again.`,
      "",
      { code: "USAGE", remedy: { kind: "same-state", plan } },
    );
  }
}

function isSame(file: string, source: string): boolean {
  return isStdin(file) || isStdin(source) ? file === source : resolve(file) === resolve(source);
}
